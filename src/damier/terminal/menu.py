"""The menu: which game, which board, against whom, who begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from damier.core.game import AnyGame
from damier.core.options import Options, Size
from damier.core.text import Refusal, Text, plain, said
from damier.store.level_ratings import known_ratings
from damier.table import PERSON, Table
from damier.terminal.make_table import open_table, play_at, seats_for, watch_at
from damier.terminal.prompt_commands import ASIDE, CANCEL, HELP, QUIT, Back, Leave, ask_line, typed_command
from damier.terminal.screen import Screen

WATCHED = 0.5
"""Seconds between the moves of an engine that plays alone."""


def play_from_menu(screen: Screen, games: dict[str, AnyGame]) -> None:
    """Ask what shall be played, and play it, or watch where no person sits."""
    try:
        table = ask_game(screen, games)
    except Leave:
        screen.say(Text("goodbye!"))
        return
    if PERSON in table.players:
        play_at(screen, table)
    else:
        watch_at(screen, table, WATCHED)


def choose(
    screen: Screen,
    title: Text,
    choices: Sequence[tuple[str, Text]],
    default: int = 0,
    beside: Mapping[str, Text] | None = None,
) -> str:
    """The key of a choice, asked for by its number or its name; Enter takes the default.

    *beside* is what is said beside a choice, by its key: how strong a level is. Raises Back where the person
    takes the question back.
    """
    screen.say(title, "bold")
    _show(screen, choices, beside or {})
    helped = Text(
        "type a number from 1 to {high} or a name, Enter for {usual}; "
        "'{cancel}' begins again, '{quit}' leaves",
        high=len(choices),
        usual=default + 1,
        cancel=CANCEL,
        quit=QUIT,
    )
    while True:
        word = plain(_ask(screen, f"[{default + 1}] > ", helped))
        if not word:
            return choices[default][0]
        for number, (key, name) in enumerate(choices, 1):
            if word in {str(number), key, *said(name)}:
                return key
        screen.problem(
            Text(
                "'{word}' is not in the menu: type a number from 1 to {high}, or '{help}'",
                word=word[:40],
                high=len(choices),
                help=HELP,
            )
        )


def _show(screen: Screen, choices: Sequence[tuple[str, Text]], beside: Mapping[str, Text]) -> None:
    """The choices with their numbers: on one line where there is room, else one a line."""
    shown = [
        f"{screen.words(name)} ({screen.words(beside[key])})" if key in beside else screen.words(name)
        for key, name in choices
    ]
    line = " ".join(f"{i}.{words}" for i, words in enumerate(shown, 1))
    if len(line) <= min(screen.console.width, 80):
        screen.line(line)
    else:
        for i, words in enumerate(shown, 1):
            screen.line(f"{i:>3}.{words}")


def _ask(screen: Screen, prompt: str, helped: Text) -> str:
    """What is answered; whoever asks for help gets *helped*."""
    while True:
        typed = ask_line(screen, prompt)
        known = typed_command(typed, ASIDE)
        if known == ("cancel", ""):
            raise Back
        if known != ("help", ""):
            return typed
        screen.say(helped)


def ask_game(screen: Screen, games: dict[str, AnyGame]) -> Table:
    """The table that somebody wants: Enter answers each question, one taken back begins from the first."""
    while True:
        with suppress(Back):
            return _ask_once(screen, games)


def _ask_once(screen: Screen, games: dict[str, AnyGame]) -> Table:
    titles = [(key, game.title) for key, game in games.items()]
    game = games[choose(screen, Text("Which game?"), titles)]
    options = _ask_board(screen, game)
    state = game.deal(options, 0)
    named = [(key, game.engines[key].title) for key in game.fitting(game.view(state, state.turn))]
    known = known_ratings(game)
    rated = known.on(game.preset_of(options)) if known is not None else {}
    beside = {key: level.words() for key, level in rated.items()}
    if state.seats == 1:
        yourself = [
            ("play", Text("I play")),
            *((key, Text("watch {level}", level=title)) for key, title in named),
        ]
        player = choose(screen, Text("Who plays?"), yourself, beside=beside)
        return open_table(game, options, [PERSON if player == "play" else player])
    people = ("two", Text("two people at this screen"))
    opponent = choose(screen, Text("Against whom?"), [*named, people], len(named) // 2, beside)
    if opponent == "two":
        return open_table(game, options, [PERSON, PERSON])
    sides = [
        ("first", Text("I do")),
        ("second", Text("the opponent does")),
        ("random", Text("chance decides")),
    ]
    side = choose(screen, Text("Who begins?"), sides)
    return open_table(game, options, seats_for(game, options, opponent, side))


def _ask_board(screen: Screen, game: AnyGame) -> Options:
    """A preset, or a size and what goes with it."""
    presets = [(key, game.preset_titles.get(key, Text.literal(key))) for key in game.presets]
    other = ("other", Text("another size"))
    picked = choose(screen, Text("Which board?"), [*presets, other])
    if picked != "other":
        return game.settle(picked)
    given: dict[str, int | str] = {}
    for name, option in game.options.items():
        usual = str(game.settle(None, given).get(name, option.unsaid))
        screen.say(option.about)
        helped = Text(
            "{about}: Enter for {usual}; '{cancel}' begins again, '{quit}' leaves",
            about=option.about,
            usual=usual,
            cancel=CANCEL,
            quit=QUIT,
        )
        while True:
            typed = _ask(screen, f"{name} [{usual}] > ", helped)
            try:
                given = {**given, name: typed.strip() or usual}
                game.deal(game.settle(None, given), 0)
                break
            except Refusal as problem:
                screen.problem(problem.text)
                given.pop(name)
                if isinstance(option, Size):
                    given.clear()
    return game.settle(None, given)
