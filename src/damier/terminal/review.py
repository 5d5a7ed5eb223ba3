"""The review of a saved game: every move with what it cost, the mistakes on the board, accuracy, a graph."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.console import JustifyMethod
from rich.table import Column
from rich.table import Table as Grid

from damier import __version__
from damier.arena.players import player
from damier.core.engine import Analysis, Limit, think
from damier.core.game import AnyGame, Seat
from damier.core.record import Record
from damier.core.text import Number, Refusal, Text, printable
from damier.core.verdict import Score
from damier.core.whose_moves import moves_of
from damier.review.consultation import LevelQuery, consult
from damier.review.finished_game import FinishedGame
from damier.review.judging import JUDGEMENTS, JudgedMove
from damier.review.stored_review import StoredReview, graph, seat_accuracy, show_review
from damier.store.user_files import data_folder, discard, keep_file, read_kept
from damier.table import PERSON, Table, ending_sentence
from damier.terminal.chance_graph import ROWS, chance_graph
from damier.terminal.draw_board import is_cell
from damier.terminal.line_breaks import Words
from damier.terminal.screen import COLUMN_GAP, Screen
from damier.terminal.warm import prepare_cold

WORST = ("mistake", "blunder")
"""What is drawn on the board."""


class GameReview:
    """A saved game that is being judged; Ctrl-C ends it, and the next time it goes on.

    *level* is the key of the one that judges, by default the strongest; *limit* is how much it may think
    about each move, by default what the page gives it.
    """

    def __init__(
        self, game: AnyGame, record: Record, level: str | None = None, limit: Limit | None = None
    ) -> None:
        self.game = game
        self.record = record
        self.table = Table.resume(game, record)
        self.finished = FinishedGame.at(self.table, level)
        if not self.finished.moves:
            raise Refusal(Text("no move was made in this game: there is nothing to review"))
        self.limit = limit or Limit(time=self.finished.seconds)
        self.total = len(self.finished.moves)
        if level is not None:
            player(game, level).check_fits(game, self.finished.view(0))
        self._file = _file_for(record, level, limit)
        self.kept = StoredReview.unpack(read_kept(self._file), record, self.table)
        self.moments = self.kept.moments
        """The moves judged so far."""

    def run(self, screen: Screen) -> None:
        """Judge every move, as far as the person waits for it."""
        first = self.finished.view(0)
        prepare_cold(screen, self.game, [self.finished.level_for(first)], first)
        try:
            title, done = screen.words(Text("judging the moves")), len(self.moments)
            for ply in screen.track(title, range(done, self.total), self.total, done):
                self.moments.append(consult(self.finished.judge_move(ply), self._ask))
            discard(self._file)
        except KeyboardInterrupt:
            stopped = Text("stopped after {n} of {total} moves", n=len(self.moments), total=self.total)
            screen.say(stopped, "bold")
            if keep_file(self._file, self.kept.pack(self.game)):
                screen.say(Text("the same command goes on where it stopped"))

    def _ask(self, query: LevelQuery) -> Analysis[Any]:
        limit = self.limit if query.depth is None else replace(self.limit, depth=query.depth)
        return think(self.game.engines[query.level].make(0), query.view, limit)


def _file_for(record: Record, level: str | None, limit: Limit | None) -> Path:
    """Where a review that was stopped is kept; another level, limit or version judges anew."""
    name = f"{__version__} {record.dump()} {level} {limit}"
    return data_folder() / "reviews" / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.json"


def print_review(screen: Screen, review: GameReview) -> None:
    """The review as one object of JSON; progress is shown on standard error."""
    review.run(screen.aside())
    game, record = review.game, review.record
    content = {
        "game": game.key,
        "options": dict(record.options),
        "players": list(record.players),
        "ending": record.ending,
        "points": list(review.finished.points),
        **show_review(game, review.moments, review.finished.points, review.total, screen.language),
    }
    print(json.dumps(content, ensure_ascii=screen.ascii))


def show_game_review(screen: Screen, review: GameReview, mistakes: int) -> None:
    """Judge the game; show every move, so many of the worst mistakes, the graph and each seat's accuracy."""
    review.run(screen)
    if not review.moments:
        return
    assert review.table.ended is not None
    screen.say(review.game.title, "bold")
    screen.say(ending_sentence(review.table, review.table.ended, watched=True))
    for key in dict.fromkeys(moment.level for moment in review.moments):
        level = review.game.engines[key]
        screen.say(Text("judged by {level}: {about}", level=level.title, about=level.about), "dim")
    screen.line()
    _show_moves(screen, review)
    _show_mistakes(screen, review, mistakes)
    _show_graph(screen, review)
    _show_accuracy(screen, review)


def _show_moves(screen: Screen, review: GameReview) -> None:
    """A table of all moves; what has no room beside the move stands under it."""
    titles = [screen.words(text) for text in (Text("move"), Text("judgement"), Text("cost"), Text("worth"))]
    rows = [[printable(cell) for cell in _row(screen, review, moment)] for moment in review.moments]
    widths = [max(map(cell_len, column)) for column in zip(titles, *rows, strict=True)]
    if sum(widths) + COLUMN_GAP * (len(widths) - 1) > screen.console.width:
        widths.pop()
    _print_row(screen, titles, widths, "bold")
    for moment, cells in zip(review.moments, rows, strict=True):
        _print_row(screen, cells, widths)
        remark = "" if moment.remark is None else screen.words(moment.remark)
        for words in filter(None, (*cells[len(widths) :], remark)):
            screen.item(" " * COLUMN_GAP, words)


def _print_row(screen: Screen, cells: Sequence[str], widths: Sequence[int], style: str | None = None) -> None:
    """The first cells, as many as there are *widths*; what a move costs stands on the right."""
    sides: list[JustifyMethod] = ["left", "left", "right", "left"]
    columns = (Column(width=width, justify=side) for width, side in zip(widths, sides, strict=False))
    table = Grid.grid(*columns, padding=(0, COLUMN_GAP, 0, 0))
    table.add_row(*map(Words, cells[: len(widths)]), style=style)
    screen.console.print(table)


def _row(screen: Screen, review: GameReview, moment: JudgedMove) -> Iterator[str]:
    """``12. red d``, ``Mistake``, ``15%``, ``loses in 4 of red's moves; better: c, draws``."""
    seat = screen.words(review.game.seat_names[moment.seat]) if len(review.finished.points) > 1 else ""
    move = screen.words(review.game.move_name(moment.move))
    yield " ".join(filter(None, (f"{moment.ply + 1}.", seat, move)))
    yield screen.words(moment.title)
    yield Number(moment.cost, ".0%").show(screen.language) if moment.cost else ""
    if moment.judgement in ("best", "unclear") or not moment.judged:
        yield screen.words(_told(review, moment, moment.label))
    else:
        better = Text(
            "{label}; better: {move}, {best}",
            label=moment.label,
            move=review.game.move_name(moment.best),
            best=moment.best_label,
        )
        yield screen.words(_told(review, moment, better))


def _told(review: GameReview, moment: JudgedMove, text: Text) -> Text:
    """Words on a move with whose moves they count."""
    return moves_of(review.game.seat_names[moment.seat], text)


def _show_mistakes(screen: Screen, review: GameReview, most: int) -> None:
    """The worst mistakes on the board, in the order in which they were made."""
    bad = [moment for moment in review.moments if moment.judged and moment.judgement in WORST]
    worst = sorted(bad, key=lambda moment: -moment.cost)[:most]
    if worst:
        screen.line()
        screen.say(Text("the worst mistakes (? played, ! better):"), "bold")
    for moment in sorted(worst, key=lambda moment: moment.ply):
        screen.line()
        screen.line(f"{next(_row(screen, review, moment))}  {screen.words(moment.title)}", "bold")
        places = ((moment.at, "?"), (moment.best_at, "!"))
        screen.board(
            review.game,
            review.finished.view(moment.ply),
            # Plain characters would point between cells with a ?, as the move made has.
            pointed=[at for reason in moment.why for at in reason.cells if not screen.ascii or is_cell(at)],
            labelled=[(at, Score(0.0, words=Text.literal(sign))) for at, sign in places if at is not None],
        )
        for sign, move, label in (("?", moment.move, moment.label), ("!", moment.best, moment.best_label)):
            worth = screen.words(_told(review, moment, label))
            screen.line(f"  {sign} {screen.words(review.game.move_name(move))}  {worth}")
        screen.reasons(moment.why, review.game.seat_names[moment.seat])


def _show_graph(screen: Screen, review: GameReview) -> None:
    """What the first seat could expect, move by move."""
    points = graph(review.moments, review.finished.points, review.total)
    marks = {place: Number(1 - place / ROWS, ".0%").show(screen.language) for place in (0, ROWS // 2, ROWS)}
    margin = max(map(cell_len, marks.values()))
    bars = chance_graph(points, screen.console.width - margin - 2, ascii=screen.ascii)
    side, corner, floor = "|+-" if screen.ascii else "│└─"
    width = len(bars[0])
    screen.line()
    first = Text("what {seat} could expect, move by move", seat=review.game.seat_names[0])
    alone = len(review.finished.points) == 1
    screen.say(Text("the chance of each move") if alone else first, "bold")
    for place, line in enumerate([*(side + bar for bar in bars), corner + floor * width]):
        mark = marks.get(place, "")
        screen.line(f"{' ' * (margin - cell_len(mark))}{mark} {line}".rstrip())
    last = len(review.moments)
    ends_at = width * last // len(points)  # what came in the end has no number
    screen.line(" " * (margin + 2) + (f"1{last:>{ends_at - 1}}" if last > 1 else "1"))


def _show_accuracy(screen: Screen, review: GameReview) -> None:
    """In percent, and how often each judgement was passed: ``Best move: 10``."""
    screen.line()
    for seat in range(len(review.finished.points)):
        percent = seat_accuracy(review.moments, seat)
        if percent is not None:
            accuracy = Text("accuracy {percent}", percent=Number(percent / 100, ".1%"))
            screen.say(Text("{seat}: {words}", seat=_called(review, seat), words=accuracy), "bold")
            judged = (moment for moment in review.moments if moment.seat == seat and moment.judged)
            counts = Counter(moment.judgement for moment in judged)
            told = (
                screen.words(Text("{title}: {count}", title=title, count=counts[key]))
                for key, title in JUDGEMENTS.items()
                if counts[key]
            )
            screen.item(" " * COLUMN_GAP, ", ".join(told))


def _called(review: GameReview, seat: Seat) -> Text:
    """``yellow (Easy)``; a person is called by the seat."""
    name, players = review.game.seat_names[seat], review.record.players
    if len(players) != len(review.finished.points) or players[seat] == PERSON:
        return name
    return Text("{seat} ({player})", seat=name, player=review.game.called(players[seat]))
