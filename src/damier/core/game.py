"""What a game is: a truth, the view of it that a seat may have, and moves."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeAlias, TypeVar, cast

from damier.core.former_keys import ByAnyKey
from damier.core.options import Choice, Option, Options, Switch, settle
from damier.core.text import Refusal, Text, key_meant, said
from damier.core.verdict import Chance, Verdict

if TYPE_CHECKING:
    from damier.core.editor import Editor
    from damier.core.engine import Level, Line
    from damier.core.inquiry import Inquiry
    from damier.core.scene import At, Gesture, Scene

Seat: TypeAlias = int
"""A place at the table, from 0 in the order of the first move."""

SIGNS = "".join(map(chr, range(33, 127)))
"""Every character that ASCII can show but the space."""

BETWEEN = str.maketrans(",;", "  ")
"""What people put between moves besides spaces."""

LONGEST = 4096
"""How many moves a game is taken to have at most where it does not say."""

DEMO_SEED = 1
"""The seed of the short game that shows a game off."""

M = TypeVar("M")
"""A move; S and V are a state and a view of it. Engines say so too."""
M_co = TypeVar("M_co", covariant=True)
S = TypeVar("S", bound="State[Any]")
V = TypeVar("V", bound="View[Any]")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended by its rules."""

    points: tuple[float, ...]
    """Per seat: 1 for a win, 0.5 for a draw, 0 for a loss."""
    score: tuple[int, ...] | None
    """What was counted, where something was: boxes ``(13, 12)``."""
    reason: Text
    """Why, in words for people: ``four in a row``, ``13 boxes to 12``."""

    @property
    def winner(self) -> Seat | None:
        """The seat with the full point, if one has it."""
        return self.points.index(1.0) if 1.0 in self.points else None


class View(Protocol[M_co]):
    """What one seat may know; for open games the state itself."""

    @property
    def seats(self) -> int: ...
    @property
    def turn(self) -> Seat: ...
    def moves(self) -> Sequence[M_co]: ...
    def outcome(self) -> Outcome | None: ...


class State(Protocol[M]):
    """The whole truth of a game at one moment: immutable and hashable."""

    @property
    def seats(self) -> int:
        """How many play: 1 in Minesweeper, 2 elsewhere; nothing may forbid 4."""

    @property
    def turn(self) -> Seat:
        """Who moves; may be the seat that has just moved (Dots and Boxes)."""

    def moves(self) -> Sequence[M]:
        """The legal moves in a fixed order; empty exactly when the game is over."""

    def play(self, move: M) -> Self:
        """The state after *move*; raises IllegalMove and never changes self."""

    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""


@dataclass(frozen=True, slots=True)
class Tool:
    """Something a game offers beyond play: solve, book, generate, train."""

    about: Text
    """One line for ``damier tools``: ``plays every game that hard can play``."""
    run: Callable[[Sequence[str], Callable[[Text], None]], None]
    """Takes the words after its name and a way to say something; refuses nonsense with a Refusal."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A rule that is shown: a position, what to see in it, and where."""

    words: Text
    """One or two short sentences: ``Two pawns face to face: jump over the other.``"""
    position: str
    """The position, as text."""
    pointed: tuple[At, ...] = ()
    """Where to look, on the lattice of the position's scene."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, V, M]):
    """A game is a value that is found, not a case that is added."""

    key: str
    """The name in commands and files, and of the folder: ``connect4``."""
    title: Text
    """The name for people: ``Connect Four``."""
    about: Text
    """One line for menus: ``four in a row before the other``."""
    rules: tuple[Text, ...]
    """The rules in a few short paragraphs."""
    example: str
    """A position, as text, that shows the rules: drawn below them."""
    seat_names: tuple[Text, ...]
    """Who sits there, for people: ``X`` and ``O``, ``yellow`` and ``red``."""
    options: Mapping[str, Option]
    """What can be chosen before the first move, by name: ``size``, ``walls``, ``mines``, ``no_guess``."""
    presets: Mapping[str, Options]
    """Named ways to begin; the first is the usual one."""
    deal: Callable[[Options, int], S]
    """Settled options and a seed make the first state; refuses what does not go together."""
    view: Callable[[S, Seat], V]
    """What a seat may know. Engines get this, never the state."""
    write: Callable[[M], str]
    """A move as one word without spaces, the only spelling that we write."""
    read: Callable[[str, V], M]
    """A move from what a person typed; Unreadable or IllegalMove says what would be right."""
    text: Callable[[V], str]
    """A position as one line of text."""
    parse: Callable[[str], V]
    """A position from its line of text: ``parse(text(view)) == view``."""
    scene: Callable[[V], Scene[M]]
    """The board as marks on a lattice."""
    engines: Mapping[str, Level[V, M]]
    """The opponents by key (``very-easy``), weakest first; found by former keys too."""
    tools: Mapping[str, Tool] = field(default_factory=dict)
    """What else it can do, by name, so that no command names a game."""
    preset_titles: Mapping[str, Text] = field(default_factory=dict)
    """What people call a preset, where its key is not the same in every language: ``Beginner``."""
    gestures: Mapping[str, Gesture] = field(default_factory=dict)
    """How moves are made by hand, by the names in ``Mark.moves``; a name not here is a plain click."""
    defaults: Callable[[Options], Options] = lambda options: {}
    """Values for options that were not given, from those that were: how many walls a size has."""
    prepare: Callable[[Options], Callable[[], None] | None] = lambda options: None
    """What must be compiled before a board with complete options is played on, to be called, or None."""
    pictures: tuple[Picture, ...] = ()
    """The rules in pictures, three to five of them; a game without any is shown by its example."""
    demo: tuple[str, ...] = ()
    """A short, pretty game from the usual start with DEMO_SEED, as written; empty: any moves will do."""
    remark: Callable[[V, Line[M], Line[M]], Text | None] = lambda view, played, best: None
    """What the game says of a move that was made, in the review of a finished game: ``a guess: 21% mine``.

    It is given the view before the move and an engine's opinions on the move made and on the best one, and
    says nothing rather than something that may be wrong.
    """
    how_lost: Callable[[V, M], Text | None] = lambda view, move: None
    """What is said at the end of the move that lost a game for one: ``There was a safe cell: b3.``

    It is given the view before that move, and says nothing rather than something that may be wrong.
    """
    inquiry: Inquiry[V, M] | None = None
    """What can be asked about a place of the board during a game for one: ``Safe?``"""
    risk: Callable[[float], Verdict] | None = None
    """A chance of losing as a verdict, where players count that and not what they win: ``12% mine``."""
    note: Callable[[M], bool] = lambda move: False
    """Whether a move only writes something down, as a flag does: a review does not judge it."""
    clicks: Callable[[S], int] | None = None
    """How many moves the board needs at least (3BV in Minesweeper); 0 while chance has not laid it yet."""
    actions: Callable[[V], Sequence[M]] = lambda first: first.moves()
    """Every move that a game from this view on can ever offer, in a fixed order: what a learner may choose.

    Where no position offers a move that the one before it did not, the first moves are all of them.
    """
    longest: Callable[[V], int] = lambda first: LONGEST
    """How many moves a game from this view on can have at most, without those that only note: ``42``."""
    split: Callable[[str, V], Sequence[str]] = lambda words, first: words.translate(BETWEEN).split()
    """Moves that were written down one after the other, apart: ``4453`` are four of them in Connect Four."""
    deal_from: Callable[[V, int], S] | None = None
    """A state that a seat may see as this view; the seed chooses among them: where the mines are.

    Only a game that hides something needs it: elsewhere the view is the state.
    """
    options_of: Callable[[V], Options] = lambda view: {}
    """The options that a position tells: ``{"size": "7x6"}``."""
    translate: Callable[[str, Options], str | None] = lambda pasted, told: None
    """A position as others write it, in our notation: a drawing, an array; None for what is none of them.

    It is given the options that somebody has told beside it: how many mines there are.
    """
    read_bytes: Callable[[bytes], tuple[S, M] | None] = lambda content: None
    """A first state from a file of others that is no text, and the move to begin with where none is named.

    None for what may be text: a board with its mines, and a first dig.
    """
    editor: Editor[Any] | None = None
    """How positions are set up by hand; None: only by moves and text."""
    move_name: Callable[[str], Text] = Text.literal
    """What people are shown for a move as written, where they do not read what files hold: ``d`` for ``4``.

    What it says in any language can be typed, and names places as the board's axes do.
    """
    signs: str = SIGNS
    """What its scene can draw in plain characters where nobody owns the mark: ``.=#``; a plane for each."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "engines", ByAnyKey(self.engines))

    def settle(self, setup: str | None = None, given: Options | None = None) -> Options:
        """Complete and checked options: the preset *setup*, changed by what was *given*.

        A size without a preset's name starts from that size alone: 6x6 does not inherit the walls of 9x9.
        """
        given = given or {}
        setup = self._preset(setup) if setup is not None else None
        usual = next(iter(self.presets))
        preset = {} if setup is None and "size" in given else self.presets[setup or usual]
        return settle(self.options, {**preset, **given}, self.defaults, self.presets[usual], self.title)

    def _preset(self, name: str) -> str:
        """The key of the preset that *name* means: its key, or its title in any language."""
        return key_meant(
            name,
            ((key, said(self.preset_titles.get(key, Text.literal(key)))) for key in self.presets),
            Text(
                "'{word}' is not a setup of {game}: choose one of {choices}",
                word=name[:40],
                game=self.title,
                choices=", ".join(self.presets),
            ),
        )

    def preset_of(self, options: Options) -> str | None:
        """The key of the preset with these complete options, if one has them."""
        return next((key for key in self.presets if self.settle(key) == options), None)

    def board_key(self, options: Options) -> str:
        """By what the results on a board are remembered: ``expert no_guess=1``, ``size=20x12 mines=40``."""
        preset, rest, apart = self.named(options)
        given = apart if preset else {**rest, **apart}
        return " ".join(
            [*([preset] if preset else []), *(f"{name}={value}" for name, value in given.items())]
        )

    def board_title(self, options: Options) -> Text:
        """What people call a board: ``Expert, without guessing``, ``size 20x12, mines 40``."""
        preset, rest, apart = self.named(options)
        if preset is not None:
            title = self.preset_titles.get(preset, Text.literal(preset))
        else:
            title = Text.literal(", ".join(f"{name} {value}" for name, value in rest.items()))
        for name, value in apart.items():
            option = self.options[name]
            assert isinstance(option, Choice | Switch), "no other may be left unsaid"
            title = Text("{board}, {more}", board=title, more=option.title_of(value))
        return title

    def named(self, options: Options) -> tuple[str | None, Options, Options]:
        """The preset, if there is one but for what goes with every board; what else there is, and that."""
        apart = {name: value for name, value in options.items() if self.options[name].unsaid is not None}
        rest = {name: value for name, value in options.items() if name not in apart}
        return self.preset_of(rest), rest, apart

    def begin(self, setup: str | None = None, /, *, seed: int | None = None, **given: int | str) -> S:
        """The first state: ``begin()``, ``begin("expert")``, ``begin(size="6x6", walls=6)``.

        Without a seed it takes 128 random bits.
        """
        return self.deal(self.settle(setup, given), new_seed() if seed is None else seed)

    def first_view(self, options: Options) -> V:
        """What whoever begins sees of a board with these complete options."""
        state = self.deal(options, 0)
        return self.view(state, state.turn)

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden: a view is the state itself."""
        state = self.begin(seed=0)
        return self.view(state, state.turn) is state

    def state_of(self, view: V, seed: int) -> S:
        """A state from which a game can go on that is seen as *view*."""
        if self.deal_from is not None:
            return self.deal_from(view, seed)
        if not self.is_open:
            raise Refusal(Text("no move can be made here: this board does not tell what it hides"))
        return cast(S, view)

    def level(self, name: str) -> str:
        """The key of the level that *name* means: its key, or its title in any language."""
        return key_meant(
            name,
            ((key, level.names()) for key, level in self.engines.items()),
            Text(
                "'{word}' is not a level of {game}: choose one of {choices}",
                word=name[:40],
                game=self.title,
                choices=", ".join(self.engines),
            ),
        )

    def name(self, move: M) -> Text:
        """A move for people, where a program would get what ``write`` gives."""
        return self.move_name(self.write(move))

    def odds(self, chance: float) -> Verdict:
        """A chance of winning as the players of this game count: ``63%``, or the risk that is left."""
        return Chance(chance) if self.risk is None else self.risk(1 - chance)

    def called(self, player: str) -> Text:
        """A player for people: a level by its title, anybody else by the name."""
        return self.engines[player].title if player in self.engines else Text.literal(player)

    def fitting(self, view: V) -> list[str]:
        """The keys of the levels that can play this board, weakest first; there is at least one."""
        fitting = [key for key, level in self.engines.items() if level.fits(view)]
        if not fitting:
            raise Refusal(Text("no level of {game} fits this board", game=self.title))
        return fitting

    def strongest(self, view: V) -> str:
        """The key of the strongest level that fits *view*."""
        return self.fitting(view)[-1]

    def fair(self, view: V) -> str:
        """The key of a fair opponent: the middle of those that fit *view*."""
        fitting = self.fitting(view)
        return fitting[len(fitting) // 2]


AnyGame: TypeAlias = Game[Any, Any, Any]
"""Any game, for code that treats all alike."""


def new_seed() -> int:
    """128 random bits: nobody guesses them, so nobody guesses the mines."""
    return secrets.randbits(128)
