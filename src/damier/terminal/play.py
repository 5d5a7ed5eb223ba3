"""A game at the prompt: one person, or two at one screen."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from damier.core.engine import Analysis
from damier.core.record_files import open_record, save, spare
from damier.core.text import Number, Refusal, Text
from damier.core.whose_moves import moves_of
from damier.engine_at_table import Ai
from damier.games import game as find_game
from damier.store.user_files import discard, keep_best_time, keep_file, save_place
from damier.table import Ended, Moved, Table, ending_sentence, how_lost
from damier.terminal.gesture_menus import ask_gesture, gesture_menu
from damier.terminal.prompt_commands import (
    AFTERWARDS,
    HELP,
    LOAD,
    OFFERED,
    SAVE,
    Back,
    Leave,
    ask_until,
    command_names,
    commands_of,
    typed_command,
)
from damier.terminal.same_board import tell_same_board
from damier.terminal.screen import Screen
from damier.terminal.show import place_moved, said_move
from damier.terminal.warm import prepare_cold

MOST_HEAT_LINES = 12
"""How many moves are listed under a board that has all their numbers on it."""

LEAST_NAME = 6
"""Characters that a move has there at least, so that numbers stand under each other on every board."""

SHOWN_AGAIN = frozenset({"again", "undo", "redo", "load", "flip", "resign"})
"""The commands after which the board is another one, or is seen from another side."""


class Session:
    """Draws the table, asks whoever's turn it is, and obeys."""

    def __init__(
        self,
        screen: Screen,
        table: Table,
        ais: dict[int, Ai],
        seat_ai: Callable[[Table, int, str], Ai],
        loaded: Path | None = None,
    ) -> None:
        self.screen = screen
        self.seat_ai = seat_ai
        self.sit(table, ais, loaded)

    def sit(self, table: Table, ais: dict[int, Ai], loaded: Path | None = None) -> None:
        """Take a table, with the engines that sit there, where a game begins or one is *loaded*."""
        self.table = table
        self.game = table.game
        self.ais = ais
        self.save_path = save_place(table.game.key, loaded)
        self.last: Moved | None = None
        self.thought: tuple[Any, Analysis[Any]] | None = None
        """The position in which an engine moved last, and what it thought of it."""
        self.helped = False
        """Whether somebody was told what an engine thinks."""
        table.moved.subscribe(self._on_moved)
        table.over.subscribe(self._on_over)

    # The loop.

    def run(self) -> None:
        """Play until the person leaves; Ctrl-C and the end of input leave too."""
        try:
            self._welcome()
            self.table.start()
            while True:
                if self.table.ended is None:
                    self._turn()
                else:
                    self._after()
        except (Leave, KeyboardInterrupt):
            self._farewell()
        finally:
            for ai in self.ais.values():
                ai.disconnect()

    def _welcome(self) -> None:
        moves = self.table.view().moves()
        self.screen.say(
            Text(
                "{game}: type a move such as {move}, or '{help}'",
                game=self.game.title,
                move=self.game.name(moves[len(moves) // 2]) if moves else "?",
                help=HELP,
            ),
            "dim",
        )

    def _turn(self) -> None:
        """Show the board and do what one line says."""
        self._show()
        view = self.table.view()
        menu = gesture_menu(self.game, view)
        if menu:
            self.screen.line(
                " ".join(f"{i}.{self.screen.words(name)}" for i, (_, name) in enumerate(menu, 1)), "dim"
            )
        ask_until(self.screen, self._prompt, lambda typed: self.table.tick() or self._obey(typed, view, menu))

    def _obey(self, typed: str, view: Any, menu: list[tuple[str, Text]]) -> bool:
        """Do what was typed; whether the board has to be shown again."""
        if not typed.strip():
            return False
        known = typed_command(typed, command_names(commands_of(self.game)))
        if known is not None:
            return self._do(*known)
        try:
            move = ask_gesture(self.screen, self.game, view, menu, typed)
        except Back:
            return False
        self.table.play(self.game.read(typed, view) if move is None else move)
        return True

    def _prompt(self) -> str:
        seat, clock = self.table.turn, self.table.clock()
        name = self.screen.words(self.game.seat_names[seat])
        if clock is None:
            return f"{name} > "
        minutes, seconds = divmod(int(clock.left[seat]), 60)
        return f"{name} {minutes}:{seconds:02d} > "

    # What the table tells.

    def _on_moved(self, moved: Moved) -> None:
        self.last = moved
        player = self.table.player(moved.seat)
        if player in self.ais:
            analysis = self.ais[player].last
            if analysis is not None:
                self.thought = moved.before, analysis
            self.screen.say(said_move(self.table, moved))
        else:
            keep_file(self.save_path, self.table.record())

    def _on_over(self, ended: Ended) -> None:
        self._show()
        self.screen.say(ending_sentence(self.table, ended), "bold")
        if (mistake := how_lost(self.table)) is not None:
            self.screen.say(mistake)
        discard(self.save_path)
        self._best_time(ended)
        if ended.ending == "rules":
            tell_same_board(self.screen, self.table)

    def _best_time(self, ended: Ended) -> None:
        """A best time for a board played alone, without help and without taking anything back."""
        table = self.table
        if table.state.seats != 1 or ended.points[0] < 1 or self.ais:
            return
        seconds = table.elapsed()
        if table.practice:
            self.screen.say(Text("a practice game, because a move was taken back: no best time"))
        elif self.helped:
            self.screen.say(Text("you had help: no best time"))
        elif keep_best_time(self.game.key, table.options, seconds):
            self.screen.say(
                Text("a new best time: {seconds} seconds", seconds=Number(seconds, ".1f")), "bold"
            )
        else:
            self.screen.say(Text("your time: {seconds} seconds", seconds=Number(seconds, ".1f")))

    def _after(self) -> None:
        """After a round: the next one, or what the person wants."""
        table = self.table
        if table.decided():
            ask_until(self.screen, lambda: f"{self.screen.words(OFFERED)} > ", self._obey_afterwards)
        else:
            tally = " : ".join(Number(points, "g").show(self.screen.language) for points in table.tally)
            self.screen.say(
                Text(
                    "round {n} of {rounds}, score {score}",
                    n=table.played + 1,
                    rounds=table.best_of,
                    score=tally,
                )
            )
            table.next_round()
            table.start()

    def _obey_afterwards(self, typed: str) -> bool:
        """Do what was typed when all is over, where Enter leaves; whether the game goes on."""
        if not typed.strip():
            raise Leave
        known = typed_command(typed, command_names({**AFTERWARDS, **commands_of(self.game)}))
        if known is None or known[0] in ("hint", "heat", "ask", "resign"):
            raise Refusal(Text("the game is over"))
        return self._do(*known)

    # Commands.

    def _do(self, key: str, rest: str) -> bool:
        """Do what a command says; whether the board has to be shown again."""
        getattr(self, f"_do_{key}")(rest)
        return key in SHOWN_AGAIN

    def _do_again(self, rest: str) -> None:
        """A new match between the same players, who swap seats."""
        self.table.rematch()
        self.thought = self.last = None
        self.helped = False
        self.table.start()

    def _do_hint(self, rest: str) -> None:
        view, self.helped = self.table.view(), True
        key = self.game.strongest(view)
        limit = replace(self.game.engines[key].usual, lines=1)
        analysis = self.screen.think(self.game.engines[key].make(0), view, limit)
        move, level = self.game.name(analysis.move), self.game.called(key)
        title = Text("try {move} (says the level '{level}')", move=move, level=level)
        self.screen.explain(self.game, view, analysis.move, analysis.why, title, None)

    def _do_ask(self, rest: str) -> None:
        """Answer the game's question about a place."""
        inquiry, view = self.game.inquiry, self.table.view()
        assert inquiry is not None, "only a game with a question has the command"
        move = inquiry.read(rest, view)
        self.helped = True
        prepare_cold(self.screen, self.game, [inquiry.level], view)
        level = self.game.engines[inquiry.level]
        line = self.screen.think(level.make(0), view, level.usual).line(move)
        if line is None:
            raise Refusal(Text("nothing is known of {move}", move=self.game.name(move)))
        self.screen.explain(self.game, view, move, line.why, inquiry.answer(view, line), None)

    def _do_why(self, rest: str) -> None:
        if self.thought is None:
            raise Refusal(Text("no opponent has moved yet"))
        before, analysis = self.thought
        view = self.game.view(before, before.turn)
        title = Text("why {move}:", move=self.game.name(analysis.move))
        seat = self.game.seat_names[before.turn]
        self.screen.explain(self.game, view, analysis.move, analysis.why, title, seat)

    def _do_heat(self, rest: str) -> None:
        view, self.helped = self.table.view(), True
        names = [self.table.players[player] for player in self.ais]
        key = self.game.level(rest) if rest else next((n for n in names if n in self.game.engines), None)
        if key is None or not self.game.engines[key].fits(view):
            key = self.game.strongest(view)
        analysis = self.screen.think(self.game.engines[key].make(0), view, self.game.engines[key].usual)
        self.screen.board(self.game, view, heat=analysis.lines, labelled=analysis.labels)
        self.screen.say(
            Text("what the level '{level}' thinks of each move:", level=self.game.called(key)), "bold"
        )
        listed, seat = analysis.lines[:MOST_HEAT_LINES], self.game.seat_names[view.turn]
        names = [self.screen.words(self.game.name(line.move)) for line in listed]
        width = max(LEAST_NAME, *map(len, names))
        self.screen.columns(
            f"  {name:>{width}}  {self.screen.words(moves_of(seat, line.label))}"
            for name, line in zip(names, listed, strict=True)
        )
        if len(analysis.lines) > MOST_HEAT_LINES:
            self.screen.say(Text("  and {n} more", n=len(analysis.lines) - MOST_HEAT_LINES), "dim")
        self.screen.legend(self.game, key, analysis.lines)

    def _do_undo(self, rest: str) -> None:
        table = self.table
        people = [seat for seat in range(table.state.seats) if table.player(seat) not in self.ais]
        alone = len(people) == 1 and table.state.seats > 1
        table.undo(until=people[0] if alone else None)
        self.last = None
        if table.ended is None and table.player(table.turn) in self.ais:
            table.start()  # the opponent opened the game: it moves again

    def _do_redo(self, rest: str) -> None:
        self.table.redo()

    def _do_save(self, rest: str) -> None:
        if not rest:
            raise Refusal(Text("say where: {save} FILE", save=SAVE))
        path = Path(os.path.expanduser(rest))
        spare(path)
        save(path, self.table.record())
        self.screen.say(Text("saved in {path}", path=str(path)))

    def _do_load(self, rest: str) -> None:
        if not rest:
            raise Refusal(Text("say which: {load} FILE", load=LOAD))
        path = Path(os.path.expanduser(rest))
        record = open_record(path)
        table = Table.resume(find_game(record.game), record)
        ais = {  # levels alone: no file that a record names is run
            number: self.seat_ai(table, number, name)
            for number, name in enumerate(table.players[: table.state.seats])
            if name in table.game.engines
        }
        for ai in self.ais.values():
            ai.disconnect()
        self.sit(table, ais, path)
        self.screen.say(Text("{game} goes on after move {n}", game=self.game.title, n=len(table.moves)))
        table.start()

    def _do_flip(self, rest: str) -> None:
        self.screen.look = replace(self.screen.look, flip=not self.screen.look.flip)

    def _do_resign(self, rest: str) -> None:
        self.table.resign(self.table.turn)

    def _do_help(self, rest: str) -> None:
        self.screen.rules(self.game)
        moves = ", ".join(self.screen.words(self.game.name(move)) for move in self.table.view().moves()[:6])
        if moves:
            self.screen.say(Text("moves are written like this: {moves}", moves=moves))
        commands = commands_of(self.game) if self.table.ended is None else AFTERWARDS
        self.screen.commands(commands.values())

    def _do_quit(self, rest: str) -> None:
        raise Leave

    # Showing.

    def _show(self) -> None:
        place = None if self.last is None else place_moved(self.game, self.last)
        self.screen.board(self.game, self.table.view(), chosen=place)

    def _farewell(self) -> None:
        self.screen.line()
        if self.table.ended is None and self.table.moves:
            if keep_file(self.save_path, self.table.record()):
                self.screen.say(Text("your game is saved in {path}", path=str(self.save_path)))
                self.screen.say(
                    Text(
                        "go on with it: {command}",
                        command=f'damier play {self.game.key} --load "{self.save_path}"',
                    )
                )
            else:
                self.screen.say(Text("your game could not be saved in {path}", path=str(self.save_path)))
        self.screen.say(Text("goodbye!"))
