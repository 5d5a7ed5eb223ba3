"""What is looked at rather than played: two engines, a record, the rules, the lists."""

from __future__ import annotations

import time
from collections.abc import Iterator

from rich.table import Column
from rich.table import Table as Grid

from damier.core.game import AnyGame
from damier.core.record import Record
from damier.core.scene import At
from damier.core.text import Text
from damier.engine_at_table import Ai
from damier.store.level_ratings import Ratings, known_ratings
from damier.table import Moved, Table, ending_sentence
from damier.terminal.line_breaks import Words
from damier.terminal.screen import COLUMN_GAP, Screen


def watch_engines(screen: Screen, table: Table, ais: list[Ai], delay: float) -> None:
    """Engines at the table, each move shown and explained."""

    def on_moved(moved: Moved) -> None:
        game = table.game
        screen.board(game, table.view(moved.seat), chosen=place_moved(game, moved))
        screen.say(said_move(table, moved), "bold")
        thought = ais[table.player(moved.seat)].last
        if thought is not None:
            screen.reasons(thought.why[:2], game.seat_names[moved.seat])
        time.sleep(delay)

    table.moved.subscribe(on_moved)
    table.over.subscribe(lambda ended: screen.say(ending_sentence(table, ended), "bold"))
    screen.board(table.game, table.view())
    try:
        table.start()
        while not table.decided():
            table.next_round()
            table.start()
    finally:
        for ai in ais:
            ai.disconnect()


def place_moved(game: AnyGame, moved: Moved) -> At | None:
    """Where on the board a move was made."""
    return game.scene(game.view(moved.before, moved.seat)).where(moved.move)


def said_move(table: Table, moved: Moved) -> Text:
    """``yellow (Easy) plays d``: an engine is called by its title, a bot by its name."""
    game = table.game
    return Text(
        "{seat} ({player}) plays {move}",
        seat=game.seat_names[moved.seat],
        player=game.called(table.players[table.player(moved.seat)]),
        move=game.name(moved.move),
    )


def show_replay(screen: Screen, game: AnyGame, record: Record, delay: float) -> None:
    """A recorded game, board by board."""
    table = Table.resume(game, record)  # a broken record is refused before anything is shown
    states = table.states
    for number, state in enumerate(states):
        place = None
        if number:
            before = states[number - 1]
            view = game.view(before, before.turn)
            move = game.read(record.moves[number - 1], view)
            place = game.scene(view).where(move)
            said = Text("{seat}: {words}", seat=game.seat_names[before.turn], words=game.name(move))
            screen.line(f"{number}. {screen.words(said)}", "bold")
        screen.board(game, game.view(state, state.turn), chosen=place)
        time.sleep(delay)
    if table.ended is None:
        screen.say(Text("the game was left here"), "bold")
    else:
        screen.say(ending_sentence(table, table.ended, watched=True), "bold")


def show_rules(screen: Screen, game: AnyGame) -> None:
    """The rules, short, with a drawn example and how moves are written."""
    screen.say(game.title, "bold")
    screen.rules(game)
    view = game.parse(game.example)
    screen.board(game, view)
    moves = view.moves() or game.view(game.begin(seed=0), 0).moves()
    words = ", ".join(screen.words(game.name(move)) for move in moves[:: max(1, len(moves) // 5)][:6])
    screen.say(Text("moves are written like this: {moves}", moves=words))


def show_games(screen: Screen, games: dict[str, AnyGame]) -> None:
    """One line a game."""
    grid = _grid(4)
    for key, game in games.items():
        grid.add_row(
            Words(key, "bold"),
            Words(screen.words(game.title)),
            Words(screen.words(game.about)),
            Words(", ".join(game.presets)),
        )
    screen.console.print(grid)


def show_levels(screen: Screen, game: AnyGame) -> None:
    """One line a level, weakest first, and under it its rating on each board where it was measured."""
    known = known_ratings(game)
    grid = _grid(3)
    keys = known.weakest_first(game.engines, next(iter(game.presets))) if known else game.engines
    for key in keys:
        level = game.engines[key]
        grid.add_row(
            Words(key, "bold"),
            Words(screen.words(level.title)),
            Words(screen.words(level.about)),
        )
        if level.flaw is not None:
            grid.add_row("", "", Words(screen.words(Text("weak point: {flaw}", flaw=level.flaw))))
        if known is not None:
            for line in _ratings_of(screen, game, key, known):
                grid.add_row("", "", Words(line, style="dim"))
    screen.console.print(grid)
    if known is not None:
        told = Text(
            "measured on {date} ({boards}) with: {command}",
            date=known.date,
            boards=", ".join(screen.words(_title(game, board)) for board in known.boards),
            command=known.command,
        )
        screen.say(told, "dim")


def _title(game: AnyGame, board: str) -> Text:
    return game.preset_titles.get(board, Text.literal(board))


def _ratings_of(screen: Screen, game: AnyGame, level: str, known: Ratings) -> Iterator[str]:
    """What is known of a level, a line for each board that was measured: its rating and its lead."""
    for board, levels in known.boards.items():
        if level in levels:
            rated = levels[level]
            said = [rated.words()]
            if len(known.boards) > 1:
                said = [Text("{board}: {rating}", board=_title(game, board), rating=rated.words())]
            if rated.lead is not None:
                said.append(rated.lead.words(game))
            yield ", ".join(screen.words(text) for text in said)


def _grid(columns: int) -> Grid:
    """Columns whose words go on in the next line where there is no room: nothing is cut off."""
    return Grid.grid(*(Column(overflow="fold") for _ in range(columns)), padding=(0, COLUMN_GAP, 0, 0))
