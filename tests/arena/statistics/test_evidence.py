"""Copied games are no evidence: a pair that repeats an earlier one counts once, wherever it is counted."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.arena.contests import play

from damier.arena.executors import make_executors
from damier.arena.match import match
from damier.arena.plan import Plan, named
from damier.arena.players import Player
from damier.arena.read_plan import make_plan
from damier.arena.report.report import read_report
from damier.arena.report.report_page import page
from damier.arena.run_folder import GAMES, Run
from damier.arena.statistics.elo import estimate, wilson
from damier.arena.statistics.evidence import LEAST_REPEATS, Evidence, evidence_of
from damier.arena.statistics.result_sentences import match_result, remarks
from damier.arena.statistics.sprt import Sprt
from damier.arena.statistics.standings import Cell, Standings
from damier.arena.tournament import Tournament
from damier.cli.commands import cli
from damier.core.engine import Analysis, Limit, Reason
from damier.core.record import Record
from damier.core.text import Text
from damier.games import game as find_game

CONNECT4, DOTS, MINES = find_game("connect4"), find_game("dots"), find_game("minesweeper")
TEST = Sprt(elo0=0, elo1=50)
WARNING = "only 2 of 22 pairs of games are different: a repeat proves nothing new and counts once"
USED_UP = "nothing new is to be learnt: the last 20 pairs only repeat earlier ones"


class First:
    """Always the first move, or the last: nothing is left to chance."""

    def __init__(self, place: int = 0) -> None:
        self.place = place

    def think(self, view: Any, limit: Limit) -> Iterator[Analysis[Any]]:
        yield Analysis(move=view.moves()[self.place], lines=(), why=(Reason(Text.literal("first")),))


def two_openings(**more: Any) -> Plan:
    """Two players that leave nothing to chance, of which the first wins every game from these openings."""
    return make_plan(
        CONNECT4,
        ["searcher,evaluator"],
        options=CONNECT4.settle(),
        seed=1,
        games=200,
        limit="50nodes",
        **{"openings": ("4 4", "3 4"), **more},
    )


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sequential test of copies, played as far as it goes."""
    folder = tmp_path_factory.mktemp("copies")
    Run.create(folder / "run", two_openings(sprt=TEST))
    result = resumed(folder / "run")
    assert result.exit_code == 0
    (folder / "said").write_text(result.output)
    return folder


def resumed(folder: Path, *more: str) -> Result:
    return CliRunner().invoke(cli, ["arena", "--resume", str(folder), "--processes", "1", *more])


def standings_of(folder: Path) -> Standings:
    run = Run.open(folder)
    standings = Standings(run.plan)
    for record in run.records():
        standings.add(record)
    return standings


# A tournament.


def test_two_openings_prove_nothing_however_often_they_are_played(copies: Path) -> None:
    said = (copies / "said").read_text()
    assert "proven" not in said and "LLR 0.27" in said
    assert WARNING in said and USED_UP in said
    assert "44 (4 different)" in said and "44 games in" in said, "it ended long before 200 games"
    assert "pairs by points (0, 1/2, 1, 3/2, 2): 0 0 0 0 2" in said
    standings = standings_of(copies / "run")
    once = estimate((0, 0, 0, 0, 2))
    assert standings.estimate(0, 1) == once and standings.table()[0].low == pytest.approx(once.elo_low)
    assert standings.llr == TEST.llr((0, 0, 0, 0, 2)) and standings.accepted is None
    best = standings.table()[0]
    assert (best.games, best.different, best.points, best.wins) == (44, 4, 44, 44)
    assert standings.cell(0, 1) == Cell(44.0, 44, 44, 0, 0), "points are counted as they were played"


def test_it_ends_at_the_same_game_anywhere_and_resumed_stays_ended(copies: Path, tmp_path: Path) -> None:
    for processes in (1, 2):
        run = Run.create(tmp_path / str(processes), two_openings(sprt=TEST))
        standings = Standings(run.plan)
        executors = make_executors(processes)

        def hear(record: Record, seconds: list[float], standings: Standings = standings) -> bool:
            standings.add(record, seconds)
            return standings.is_over

        assert not Tournament(run, executors, hear).play(kept=0)
        executors.close()
        assert (run.folder / GAMES).read_bytes() == (copies / "run" / GAMES).read_bytes()
    shutil.copytree(copies / "run", tmp_path / "again")
    result = resumed(tmp_path / "again")
    assert result.exit_code == 0 and "44 games in" in result.output
    assert result.output.splitlines()[:-1] == (copies / "said").read_text().splitlines()[:-1]
    lines = (tmp_path / "again" / GAMES).read_bytes().splitlines(keepends=True)
    (tmp_path / "again" / GAMES).write_bytes(b"".join(lines[:31]))
    assert "44 games in" in resumed(tmp_path / "again").output, "what was kept before counts as before"
    assert (tmp_path / "again" / GAMES).read_bytes() == b"".join(lines)


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", ("44 (dont 4 différentes)", "rien à apprendre")), ("es", ("44 (4 distintas)", "nada nuevo"))],
)
def test_it_is_said_in_every_language(copies: Path, language: str, words: tuple[str, ...]) -> None:
    said = resumed(copies / "run", "--lang", language).output
    assert all(word in said for word in words)


def test_without_a_test_all_games_are_played_and_the_table_warns(tmp_path: Path) -> None:
    play(tmp_path / "run", replace(two_openings(), games=10))
    said = resumed(tmp_path / "run").output
    assert "only 2 of 5 pairs of games are different" in said and "10 (4 different)" in said
    assert "nothing new is to be learnt" not in said and "10 games in" in said
    assert not standings_of(tmp_path / "run").is_over


def test_the_report_tells_it_too(copies: Path) -> None:
    report = read_report(Run.open(copies / "run"))
    words = page(report, "en")
    assert WARNING in words and USED_UP in words and "44 (4 different)" in words
    assert "after 2 different pairs" in words and "accepted" not in words
    assert [pairs for pairs, _ in report.progress] == [0, 1, 2]
    assert "not all games have been played" not in words


# What a repeat is.


def record(plan: Plan, number: int, moves: str, points: list[float], seed: int = 1) -> Record:
    slot = plan.slot(number)
    more = {"arena": {"game": number, "pair": slot.pair, "opening": 0, "points": points}}
    moved = tuple(moves.split())
    return Record(
        game=plan.game, options=plan.options, seed=seed, moves=moved, ending="rules", players=(), more=more
    )


def plan_of(*names: str, game: str = "connect4", **more: Any) -> Plan:
    who = named([(name, name, None) for name in names])
    return Plan(game=game, options=find_game(game).settle(), seed=1, entrants=who, games=20, **more)


def counted(*pairs: tuple[str, list[float], str, list[float]]) -> Standings:
    plan = plan_of("a", "b")
    standings = Standings(plan)
    for number, (moves, points, other, others) in enumerate(pairs):
        standings.add(record(plan, 2 * number, moves, points, seed=number))
        standings.add(record(plan, 2 * number + 1, other, others, seed=number))
    return standings


WON, LOST = [1.0, 0.0], [0.0, 1.0]


def test_a_pair_is_the_same_only_if_both_games_are() -> None:
    one = ("4 4", WON, "4 5", LOST)
    assert counted(one, one).evidence.different == 1
    for other in (
        ("4 4", WON, "4 6", LOST),
        ("4 3", WON, "4 5", LOST),
        ("4 4", LOST, "4 5", LOST),
        ("4 5", WON, "4 4", LOST),  # the same moves, but each by the other player
    ):
        standings = counted(one, other, one)
        assert (standings.evidence.different, standings.evidence.repeats) == (2, 1), other
        assert sum(standings.pairs(0, 1)) == 2


def test_points_count_every_game_and_scores_each_pair_once() -> None:
    won, drawn = ("4", WON, "4", LOST), ("3", [0.5, 0.5], "3", [0.5, 0.5])
    standings = counted(won, won, won, drawn)
    assert standings.pairs(0, 1) == (0, 0, 1, 0, 1) and standings.cell(0, 1) == Cell(7.0, 8, 6, 2, 0)
    best = standings.table()[0]
    assert (best.points, best.games, best.different, best.score) == (7.0, 8, 4, 0.75)
    assert str(best.played()) == "8 (4 different)"
    assert str(counted(won).table()[0].played()) == "2"


def test_the_same_games_of_other_players_are_their_own_evidence() -> None:
    plan = plan_of("a", "b", "c")
    standings = Standings(plan)
    for number in range(12):
        standings.add(record(plan, number, "4 4 4", WON if number % 2 == 0 else LOST))
    assert standings.evidence.different == 3 and standings.evidence.repeats == 3
    assert [sum(standings.pairs(one, two)) for one, two in standings.met()] == [1, 1, 1]
    assert "only 3 of 6 pairs of games are different" in str(remarks(standings)[0])


def test_on_another_board_the_same_moves_are_another_game() -> None:
    """In Minesweeper chance lays the mines: only the same board and the same moves are a repeat."""
    plan = plan_of("a", "b", game="minesweeper", alone=True)
    standings = Standings(plan)
    for number, seed in enumerate((5, 5, 6, 6, 5, 5)):
        standings.add(record(plan, number, "dig:a1", [1.0 if number % 2 == 0 else 0.0], seed=seed))
    assert standings.evidence.different == 2 and standings.pairs(0, 1) == (0, 0, 2)
    first = standings.table()[0]
    assert (first.games, first.different, first.wins) == (3, 2, 3) and (first.low, first.high) == wilson(1, 2)
    assert "only 2 of 3 boards are different" in str(remarks(standings)[0])
    assert evidence_of(MINES, MINES.settle()).by_chance and not evidence_of(DOTS, DOTS.settle()).by_chance


def test_what_is_kept_of_a_pair_does_not_grow_with_its_games() -> None:
    evidence, game = Evidence(), Record(game="x", options={}, seed=1, moves=("a1",) * 5000)
    digest = evidence.digest((0, 1), game, (1.0, 0.0))
    assert len(digest) == 16
    assert evidence.is_new([digest, b"other"]) and not evidence.is_new([b"other", digest])
    assert all(key < 1 << 64 for key in evidence._seen)


def test_a_round_without_news_ends_a_test_but_a_few_repeats_do_not() -> None:
    evidence = Evidence()
    evidence.is_new([b"a"])
    for number in range(LEAST_REPEATS):
        assert not evidence.is_used_up(), number
        evidence.is_new([b"a"])
    assert evidence.is_used_up() and not evidence.is_used_up(openings=LEAST_REPEATS + 1)
    evidence.is_new([b"b"])
    assert not evidence.is_used_up(), "something new has come"


# A match.


def test_a_match_of_copies_proves_nothing_and_ends() -> None:
    """A board so small that there are few openings: all that follows repeats them."""
    given = {"size": "1x1"}
    first, last = Player("first", lambda seed: First()), Player("last", lambda seed: First(-1))
    whole = match(DOTS, first, last, games=400, given=given, limit=Limit(nodes=1), sprt=TEST)
    assert whole.games < 400
    different, pairs = whole.evidence.different, whole.pairs(0, 1)
    assert sum(pairs) == different < whole.games // 2
    assert whole.estimate(0, 1) == estimate(pairs) and TEST.accepted(TEST.llr(pairs)) is None
    assert whole.evidence.in_a_row == LEAST_REPEATS
    said = [str(line) for line in match_result(whole)]
    assert f"only {different} of {whole.games // 2} pairs of games are different" in "\n".join(said)
    plain = match(DOTS, first, last, games=60, given=given, limit=Limit(nodes=1))
    assert plain.games == 60, "without a test all games are played"


def test_boards_of_a_match_differ() -> None:
    whole = match(
        MINES,
        Player("first", lambda seed: First()),
        Player("last", lambda seed: First(-1)),
        games=12,
        given={"size": "2x2", "mines": 1},
        limit=Limit(nodes=1),
    )
    assert sum(whole.pairs(0, 1)) == whole.evidence.different == 12
    assert not any("different" in str(line) for line in match_result(whole))
