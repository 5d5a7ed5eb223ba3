"""Matches: fair, repeatable, and never brought down by who plays in them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.arena.told_engine import Told

from damier.arena import play_batch as play_batch_module
from damier.arena.match import match
from damier.arena.plan import Plan, derive_seed, named
from damier.arena.play_game import play_game
from damier.arena.players import Player, guarded, player
from damier.arena.report.report import command
from damier.arena.run_folder import Run
from damier.arena.statistics.elo import Estimate, estimate, wilson
from damier.arena.statistics.result_sentences import elo_sentence, match_result
from damier.arena.statistics.sprt import Sprt
from damier.arena.statistics.standings import Cell, Standings
from damier.cli.commands import cli
from damier.core.engine import Limit
from damier.core.record import Record
from damier.core.record import replay as replay_record
from damier.core.text import Refusal, Unreadable
from damier.games import game as find_game
from damier.protocol.bot import Bot

TICTACTOE = find_game("tictactoe")
LIMIT = Limit(nodes=100)


def against(standings: Standings) -> Cell:
    """The first against the second."""
    cell = standings.cell(0, 1)
    assert cell is not None
    return cell


def test_a_match_swaps_sides_from_the_same_opening() -> None:
    made: list[int] = []

    def maker(name: str) -> Player:
        def make(seed: int) -> Told:
            made.append(seed)
            return Told()

        return Player(name, make)

    whole = match(TICTACTOE, maker("A"), maker("B"), games=9, seed=2, limit=LIMIT)
    cell = against(whole)
    assert whole.games == 10 and sum(whole.pairs(0, 1)) == 5, "whole pairs"
    assert cell.wins + cell.draws + cell.losses == 10
    assert len(set(made)) == 20, "a fresh engine with a seed of its own in every game"
    assert whole.pairs(0, 1) == (0, 0, 5, 0, 0), "twins cannot beat each other over a pair"


def test_the_better_player_gets_the_better_score() -> None:
    strong = Player("strong", lambda seed: Told(_win_or_first))
    weak = Player("weak", lambda seed: Told())
    whole = match(TICTACTOE, strong, weak, games=60, limit=LIMIT)
    back = match(TICTACTOE, weak, strong, games=60, limit=LIMIT)
    there, again = against(whole), against(back)
    assert whole.estimate(0, 1).score > 0.55
    assert back.pairs(0, 1) == whole.pairs(1, 0), "who is named first makes no difference"
    assert (again.wins, again.draws, again.losses) == (there.losses, there.draws, there.wins)


def _win_or_first(view: Any) -> Any:
    for move in view.moves():
        if view.play(move).outcome() is not None:
            return move
    return view.moves()[0]


def test_each_thinks_as_long_as_it_usually_does_unless_told() -> None:
    made: dict[str, list[Told]] = {"slow": [], "fast": []}

    def maker(name: str, usual: Limit) -> Player:
        def make(seed: int) -> Told:
            made[name].append(Told())
            return made[name][-1]

        return Player(name, make, usual=usual)

    slow, fast = maker("slow", Limit(depth=9)), maker("fast", Limit(depth=1))
    match(TICTACTOE, slow, fast, games=2)
    assert [engine.limits for engine in made["slow"]] == [{Limit(depth=9)}] * 2
    assert [engine.limits for engine in made["fast"]] == [{Limit(depth=1)}] * 2
    match(TICTACTOE, slow, fast, games=2, limit=LIMIT)
    assert made["slow"][-1].limits == made["fast"][-1].limits == {LIMIT}


def test_the_same_seed_gives_the_same_match() -> None:
    one, two, other = (
        match(TICTACTOE, "easy", "easy", games=40, seed=seed, limit=LIMIT) for seed in (5, 5, 6)
    )
    assert one == two != other


def test_a_levels_name_in_any_language_or_a_file_is_a_player(tmp_path: Path) -> None:
    path = tmp_path / "My Bot.PY"
    path.write_text("def move(view): return view.moves()[0]")
    assert player(TICTACTOE, "Facile").name == player(TICTACTOE, "EASY").name == "easy"
    assert player(TICTACTOE, f" {path} ").name == "My Bot.PY"
    engine = player(TICTACTOE, str(path), thinking=3.0).make(1)
    assert isinstance(engine, Bot) and engine.thinking == 3.0
    assert not isinstance(player(TICTACTOE, "easy").make(1), Bot)


@pytest.mark.parametrize(
    "words", ["", "nobody", "no/such/file.py", ".py", "\0.py", "mybot", "\x1b[2J", "x" * 5000]
)
def test_nobody_is_refused_with_a_sentence(words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        player(TICTACTOE, words)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 400


def test_impossible_matches_are_refused() -> None:
    for games in (0, -1, 10**9):
        with pytest.raises(Unreadable, match="choose from 1 to"):
            match(TICTACTOE, "easy", "easy", games=games)
    picky = replace(player(TICTACTOE, "easy"), fits=lambda view: False)
    with pytest.raises(Refusal, match="does not play on this board"):
        match(TICTACTOE, picky, "easy")

    class Crowd:
        seats, turn = 4, 0

    crowded = replace(TICTACTOE, deal=lambda options, seed: Crowd())
    with pytest.raises(Refusal, match="for one or two"):
        match(crowded, player(TICTACTOE, "easy"), player(TICTACTOE, "easy"))


def test_a_bot_that_fails_loses_and_the_match_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def move(view):\n    print('before')\n    return view.nothing\n")
    whole = match(TICTACTOE, str(path), "easy", games=4)
    cell = against(whole)
    assert (cell.wins, cell.losses, whole.pairs(0, 1)) == (0, 4, (2, 0, 0, 0, 0))
    (forfeit,) = whole.forfeits.values()
    assert forfeit.number == 4 and forfeit.entry == 0
    assert "line 3" in str(forfeit.reason) and "'nothing'" in str(forfeit.reason)
    assert forfeit.printed[0] == "before"
    sentences = "\n".join(str(line) for line in match_result(whole))
    assert "broken.py against easy: 0 won, 0 drawn, 4 lost" in sentences
    assert "broken.py forfeited 4 games: broken.py failed" in sentences
    assert "Elo below" in sentences


def fail(view: Any) -> Any:
    raise KeyError("nothing there")


def test_what_an_engine_raises_in_a_match_reaches_whoever_called() -> None:
    mine = Player("mine", lambda seed: Told(fail))
    for first, second in ((mine, "easy"), ("easy", mine)):
        with pytest.raises(KeyError, match="nothing there") as caught:
            match(TICTACTOE, first, second, games=2, limit=LIMIT)
        assert caught.traceback[-1].name == "fail", "where it was raised"
    heard: list[int] = []

    def make(seed: int) -> Told:
        raise ZeroDivisionError("not today")

    with pytest.raises(ZeroDivisionError, match="not today"):
        match(TICTACTOE, Player("unmade", make), "easy", on_game=lambda standings: heard.append(1))
    assert not heard


def test_an_engine_of_ours_that_breaks_down_loses_its_game_and_says_why_and_where() -> None:
    ours = guarded(Player("ours", lambda seed: Told(fail)), "ours")
    whole = match(TICTACTOE, ours, "easy", games=2, limit=LIMIT)
    assert against(whole).losses == 2
    assert "ours forfeited 2 games: ours failed: KeyError" in "\n".join(map(str, match_result(whole)))
    (forfeit,) = whole.forfeits.values()
    assert 'raise KeyError("nothing there")' in "\n".join(forfeit.printed) and "in fail" in str(
        forfeit.printed
    )


def test_forfeits_are_counted_for_the_one_who_forfeits() -> None:
    wrong = Player("wrong", lambda seed: Told(lambda view: None))
    right = Player("right", lambda seed: Told())
    for whole in (
        match(TICTACTOE, wrong, right, games=4, limit=LIMIT),
        match(TICTACTOE, right, wrong, games=4, limit=LIMIT),
    ):
        (forfeit,) = whole.forfeits.values()
        assert forfeit.number == 4 and whole.plan.entrants[forfeit.entry].name == "wrong"
        assert whole.estimate(0, 1).score == (0.0 if forfeit.entry == 0 else 1.0)


def test_a_game_for_one_is_played_on_the_same_boards() -> None:
    mines = find_game("minesweeper")
    boards: dict[str, list[Any]] = {"A": [], "B": []}

    def maker(name: str) -> Player:
        def make(seed: int) -> Told:
            engine = Told()
            boards[name].append(engine)
            return engine

        return Player(name, make)

    whole = match(mines, maker("A"), maker("B"), games=6, given={"size": "4x4", "mines": 2}, limit=LIMIT)
    assert whole.evidence.different == 6 and whole.games == 12
    one, two = whole.table()
    assert one.points == two.points and whole.pairs(0, 1) == (0, 6, 0), "twins do alike on the same boards"
    for a, b in zip(boards["A"], boards["B"], strict=True):
        assert a.seen == b.seen
    assert len({tuple(engine.seen) for engine in boards["A"]}) > 1, "boards differ from each other"
    assert "of 6 boards" in str(match_result(whole)[0])


def test_a_race_is_won_by_who_solves_more() -> None:
    mines = find_game("minesweeper")
    who = named([("A", "A", None), ("B", "B", None)])
    plan = Plan(game="minesweeper", options=mines.settle(), seed=1, entrants=who, alone=True, games=19)
    race = Standings(plan)
    for board, pair in enumerate([(1.0, 0.0)] * 12 + [(1.0, 1.0)] * 5 + [(0.0, 1.0)] * 2):
        for entry, points in enumerate(pair):
            more = {"arena": {"game": 2 * board + entry, "points": [points]}}
            race.add(Record(game="minesweeper", options={}, seed=board, more=more))
    first, second = race.table()
    assert (first.points, second.points) == (17.0, 7.0)
    assert race.pairs(0, 1) == (2, 5, 12) and first.different == 19
    assert first.score == 17 / 19 and (first.low, first.high) == wilson(17 / 19, 19)
    assert 0.97 < race.estimate(0, 1).los < 1
    assert "A won 89.5% of 19 boards" in str(match_result(race)[0])
    assert "A did better on 12 boards, B on 2" in str(match_result(race)[2])


def test_a_sequential_test_ends_a_match_early() -> None:
    strong = Player("strong", lambda seed: Told(_win_or_first))
    wrong = Player("wrong", lambda seed: Told(lambda view: None))
    whole = match(TICTACTOE, strong, wrong, games=2000, limit=LIMIT, sprt=Sprt(elo0=0, elo1=50))
    assert whole.games < 200


def test_a_match_can_be_watched_and_left() -> None:
    heard: list[int] = []
    match(TICTACTOE, "easy", "easy", games=6, limit=LIMIT, on_game=lambda so_far: heard.append(so_far.games))
    assert heard == [1, 2, 3, 4, 5, 6]

    def leave(so_far: Standings) -> None:
        heard.append(so_far.games)
        if so_far.games == 4:
            raise KeyboardInterrupt

    heard.clear()
    with pytest.raises(KeyboardInterrupt):
        match(TICTACTOE, "easy", "easy", games=100, limit=LIMIT, on_game=leave)
    assert heard == [1, 2, 3, 4]


def test_records_of_a_match_replay() -> None:
    seen: list[Record] = []
    original = play_game

    def note(*args: Any, **more: Any) -> Any:
        result = original(*args, **more)
        seen.append(result.record)
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play_batch_module, "play_game", note)
        match(TICTACTOE, "easy", Player("told", lambda seed: Told()), games=4, limit=LIMIT)
    assert [record.players for record in seen] == [("easy", "told"), ("told", "easy")] * 2
    for record in seen:
        again = Record.load(record.dump())
        assert list(replay_record(TICTACTOE, again))[-1].outcome() is not None


MATCHES = {
    "tictactoe easy hard --games 41 --seed 5 --limit 50nodes": "2 won, 1 drawn, 39 lost 18 1 2 0 0",
    "tictactoe easy easy --games 20 --seed 1": "10 won, 1 drawn, 9 lost 1 1 6 0 2",
    "connect4 child evaluator --games 12 --seed 3 --limit 60nodes": "4 won, 1 drawn, 7 lost 2 1 2 0 1",
    "dots easy random --games 60 --seed 1 --size 1x1": "30 won, 0 drawn, 30 lost 0 0 13 0 0",
    "minesweeper random document --games 15 --seed 2 --size 5x5 --mines 3": "6.7% 100.0% 0 14",
}
"""What ``damier match`` said before it was played by the arena."""


@pytest.mark.parametrize("words", MATCHES)
def test_a_seed_gives_the_games_that_it_always_gave(words: str) -> None:
    done = CliRunner().invoke(cli, ["match", *words.split(), "--lang", "en"], catch_exceptions=False)
    duel = re.search(r"(\d+ won, .* lost)(?s:.*)3/2, 2\): ([\d ]+)", done.output)
    race = re.search(r"won (\S+) of(?s:.*)won (\S+) of(?s:.*) on (\d+) boards, \w+ on (\d+)", done.output)
    found = duel or race
    assert found is not None and " ".join(found.groups()).strip() == MATCHES[words]


def test_a_match_is_kept_only_if_asked_and_goes_on_as_a_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["match", "tictactoe", "easy", "hard", "--games", "6", "--seed", "2", "--limit", "50nodes"]
    monkeypatch.chdir(tmp_path)
    plain = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert not list(tmp_path.iterdir())
    kept = CliRunner().invoke(cli, [*words, "--out", "run"], catch_exceptions=False)
    assert kept.output == plain.output
    twice = CliRunner().invoke(cli, [*words, "--out", "run"])
    assert isinstance(twice.exception, Refusal)
    assert "run holds a tournament already: go on with damier arena --resume run, or" in str(twice.exception)
    games = tmp_path / "run" / "games.jsonl"
    whole = games.read_bytes()
    games.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
    again = CliRunner().invoke(cli, ["arena", "--resume", "run", "--processes", "1"])
    assert again.exit_code == 0 and games.read_bytes() == whole
    plan = Run.open(tmp_path / "run").plan
    assert plan.is_match and command(plan, TICTACTOE) == (
        "damier match tictactoe easy hard --games 6 --limit 50nodes --seed 2"
    )


def test_a_forfeit_names_its_game_only_where_games_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.py").write_text("def move(view):\n    return view.nothing\n")
    words = ["match", "tictactoe", "broken.py", "easy", "--games", "2"]
    plain = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert "broken.py forfeited 2 games: broken.py failed" in plain.output and "in game" not in plain.output
    kept = CliRunner().invoke(cli, [*words, "--out", "run"], catch_exceptions=False)
    assert "(first in game 0)" in kept.output.replace("\n", " "), "as the page and the file call it"


def test_summaries_are_sentences_in_every_language() -> None:
    assert str(elo_sentence(Estimate(1.0, 0.9, 1.0, 0.99))) == "score 100.0%, Elo above +382 (95%)"
    assert str(elo_sentence(Estimate(0.0, 0.0, 0.1, 0.01))) == "score 0.0%, Elo below -382 (95%)"
    shown = str(elo_sentence(estimate((1, 2, 10, 4, 3))))
    assert shown.startswith("score 57.5%, Elo +53 +/- ") and " to +" in shown
    whole = match(TICTACTOE, "easy", "easy", games=2, limit=LIMIT)
    told = match_result(whole)
    for line in told:
        assert all(line.show(language) for language in ("en", "fr", "es"))
    assert str(told[0]).startswith("easy against easy#2: "), "of two with one name it is clear who won"
    french = match_result(whole, whole.plan.display_names(TICTACTOE, "fr"))
    assert french[0].show("fr").startswith("Facile contre Facile#2\u00a0: ")
    assert re.search(r"score \d+,\d\u202f%", told[1].show("fr")), "a comma, and a space"


def test_seeds_are_derived_alike_everywhere() -> None:
    assert derive_seed(1, "board") == derive_seed(1, "board") != derive_seed(2, "board")
    assert derive_seed(7, "engine 3 0 1") == 85211732826301300393273854062086424726
