"""What goes over the wire to a browser."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from damier.core.scene import Arm, Click

Place: TypeAlias = tuple[int, int]
"""A place on the scene's lattice, x and y."""


class Wire(BaseModel):
    """What stands under a field describes it in /openapi.json too."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class MarkOut(Wire):
    at: Place
    kind: str
    glyph: str
    name: str
    seat: int | None
    moves: dict[str, str]
    """Which gesture makes which move, written as the game writes it."""
    tags: list[str]


class Count(Wire):
    seat: int
    text: str


class BoardOut(Wire):
    """A board without what lies on it."""

    width: int
    height: int
    grid: str
    columns: list[str]
    rows: list[str]
    status: list[Count]


class SceneOut(BoardOut):
    marks: list[MarkOut]


def _is_empty(value: object) -> bool:
    return value is None or value is False or value in ("", [], {})


class StillMark(Wire):
    """A mark of a picture that is only looked at; what is empty is left out."""

    at: Place
    kind: str
    glyph: Annotated[str, Field(exclude_if=_is_empty)] = ""
    seat: Annotated[int | None, Field(exclude_if=_is_empty)] = None
    tags: Annotated[list[str], Field(exclude_if=_is_empty)] = []


class StillOut(BoardOut):
    """A small picture of a board."""

    marks: list[StillMark]


class Named(Wire):
    key: str
    title: str


class LevelOut(Named):
    about: str
    flaw: str = ""
    """What it does wrong: ``sees no threat``."""
    extra: Annotated[bool, Field(exclude_if=_is_empty)] = False
    """Whether it is offered under *More*."""
    fits: list[str]
    """The presets that it plays."""
    ratings: dict[str, str] = {}
    """How strong it was found to be, by preset: ``Elo 1240 (1180 to 1300)``, ``wins 37% (34% to 40%)``."""


class OptionOut(Wire):
    name: str
    about: str
    kind: str
    """``size``, ``whole``, ``choice`` or ``switch``."""
    low: Annotated[str | int | None, Field(exclude_if=_is_empty)] = None
    high: Annotated[str | int | None, Field(exclude_if=_is_empty)] = None
    values: Annotated[list[str], Field(exclude_if=_is_empty)] = []
    titles: Annotated[dict[str, str], Field(exclude_if=_is_empty)] = {}
    """What people read for values, where that is not the value itself: ``{"1": "without guessing"}``."""
    apart: Annotated[bool, Field(exclude_if=_is_empty)] = False
    """Whether it goes with every board, one that has a name too."""
    usual: str | int


class GestureOut(Wire):
    """How a move of that name is made by hand; what a mark offers by other names is a plain click."""

    title: str
    """Its name, for sentences that also name the place: ``Dig``; empty: the move as written."""
    click: Click
    """``second`` is the right button or a long press."""
    key: str
    """The letter that makes it; Enter and Space make the first move that a mark offers."""
    about: str
    """What its key does, where it has no title."""
    ghost: str
    """The kind of mark that the pointer shows beforehand; empty: a frame."""
    arm: Arm
    """At a corner, the line that a pointer must be on."""
    digits: Annotated[bool, Field(exclude_if=_is_empty)] = False
    """Whether a digit makes it in the column of that number, counted from the left."""
    written: str = "{name}"
    """The move as it is written at a place by its ``{name}`` or ``{column}``, offered there or not."""


class InquiryOut(Wire):
    """What can be asked about a place of the board."""

    title: str
    """``Safe?``"""
    key: str
    """The letter that asks it."""


class GameOut(Named):
    about: str
    rules: list[str]
    seats: int
    seat_names: list[str]
    presets: list[Named]
    options: list[OptionOut]
    levels: list[LevelOut]
    gestures: dict[str, GestureOut]
    example: StillOut
    clocks: bool
    """Whether a clock makes sense: with two seats or more."""
    hidden: bool
    """Whether a seat may not know everything, as in Minesweeper."""
    risk: bool = False
    """Whether its players count the chance of losing, as in Minesweeper that of a mine."""
    puzzles: bool = False
    """Whether it has puzzles."""
    editable: bool = False
    """Whether positions can be set up by hand."""
    inquiry: InquiryOut | None = None
    """What can be asked about a place of the board, if anything."""


class GamesOut(Wire):
    games: list[GameOut]


class PlayerOut(Wire):
    seat: int
    name: str
    """``person`` or a level's key."""
    kind: str
    """``person`` or ``level``."""
    title: str
    nickname: str | None = None
    """What a person who plays by link calls themselves, if anything; anybody may choose any."""


class EndedOut(Wire):
    ending: str
    points: list[float]
    reason: str
    words: str
    """The whole sentence: ``yellow wins: four in a row``."""
    mistake: str = ""
    """What the game says of the move that lost it: ``There was a safe cell: b3.``"""


class ClockOut(Wire):
    left: list[float]
    """Seconds by seat at the moment of sending."""
    main: float
    """Seconds that each had at the beginning."""
    increment: float
    running: bool
    """Whether the time of the seat to move runs: not before everybody has come, nor after the end."""


class OffersOut(Wire):
    """Which seat has offered it, if one has."""

    draw: int | None = None
    undo: int | None = None
    draw_declined: int | None = None
    """Whose offer of a draw the other has declined since the last move."""
    undo_declined: int | None = None
    """Likewise for a move back."""


class OfGame(Wire):
    """What belongs to a game says to which."""

    game: str
    """The game's key: ``connect4``."""
    title: str


class BoardNow(Wire):
    """A board as it is seen at one moment."""

    turn: int
    last: Place | None
    """Where the last move was made."""
    scene: SceneOut
    position: str
    """What can be seen, as one line of text."""


class TableHead(OfGame):
    """What is told of every table."""

    id: str
    players: list[PlayerOut]
    you: list[int]
    """The seats that this browser may move."""
    turn: int
    shared: bool
    """Whether people play from different places: then nobody gets advice before the end."""
    created: float
    """Seconds since 1970."""
    updated: float


class BoardAgain(Wire):
    """What lays a board once more, with the options that it had."""

    seed: str
    first: str
    """The first move that was no mere note: ``d4,4``."""


class SoloOut(Wire):
    """What somebody who plays alone is told of the own play."""

    board: str
    """By what results on this board are remembered: ``expert``, ``expert no_guess=1``."""
    seconds: float | None
    """From the first move that is no mere note to the moment of sending or the end; null where untimed."""
    running: bool
    needed: int | None
    """How many moves the board needs at least (3BV), once the game has ended by its rules."""
    again: BoardAgain | None = None
    """From then on; not before, as it would tell what is hidden."""


class TableOut(TableHead, BoardNow):
    options: dict[str, int | str]
    version: int
    to_move: str | None
    """``person`` or ``level``; nobody when it is over."""
    moves: list[str]
    names: list[str]
    ended: EndedOut | None
    practice: bool
    solo: SoloOut | None = None
    """In a game for one."""
    thinking: bool
    problem: str | None
    preparing: str | None = None
    """What is said while somebody waits for a hint whose engine must be compiled first."""
    redo: int
    """How many moves can be made again."""
    owner: bool
    """Whether this browser made the table."""
    waiting: list[int]
    """Seats of people who have not come yet."""
    start: str | None = None
    """The position that it began with, as text, where the options do not give it and nothing is hidden."""
    invitations: dict[int, str]
    """By waiting seat, for the owner of the table only: what the link for the other person holds."""
    clock: ClockOut | None
    offers: OffersOut
    done_acts: dict[str, int]
    """By page of this browser that sends lists of acts: the number of its last act that is done."""
    away: dict[int, float] = {}
    """By seat, of people who play by link and are not there now: for how many seconds."""
    claim_in: float | None = None
    """In how many seconds this browser may claim the win against whoever is to move and has left."""
    next: str | None
    """The table of the rematch, if somebody has asked for one."""
    pace: float
    paused: bool


class TableLine(TableHead):
    moves: int
    ended: bool
    words: str | None
    """How it ended: ``yellow wins: four in a row``."""
    result: str
    """``open``, ``won``, ``lost``, ``drawn``, or ``over`` where this browser has no seat or all of them."""
    scene: StillOut | None
    """None of a very large board."""


class TablesOut(Wire):
    tables: list[TableLine]
    more: str | None
    """Give this as ``after`` to get what follows; nothing follows if it is null."""


class PlyOut(BoardNow):
    """A moment of a game: after so many moves."""

    ply: int
    move: str | None
    """The move that led here."""


class ReasonOut(Wire):
    text: str
    cells: list[Place]


class MoveOut(Wire):
    """A move, and where it is made on the board."""

    move: str
    name: str
    """The move as people read it: ``d`` where files and addresses have ``4``."""
    at: Place | None


class GestureMove(MoveOut):
    """A move, with how it is made: to a browser that only looks on, the scene offers no moves."""

    gesture: str | None = None
    """As the scene says it: a dig, a wall at a corner that lies flat or upright."""


class StepOut(GestureMove):
    """A move of an expected continuation."""

    seat: int


class MomentOut(GestureMove):
    """One move of a finished game, judged."""

    ply: int
    """How many moves were made before it."""
    seat: int
    label: str
    short: str = ""
    """The same in fewer words, for a cell of the board."""
    chance: float
    """Expected points of the seat that moved, after this move."""
    best: str
    """The better move, or the same."""
    best_name: str
    best_at: Place | None
    best_gesture: str | None = None
    """How the better move is made there: a wall lies flat or upright."""
    best_label: str
    best_short: str = ""
    best_chance: float
    cost: float
    """How much it lost, from 0 to 1."""
    verdict: str
    """``best``, ``good``, ``inaccuracy``, ``mistake`` or ``blunder``, for its style."""
    title: str
    """The verdict in words."""
    judged: bool = True
    """Whether anybody has an opinion on it: not on a flag."""
    remark: str | None
    """What the game itself says of it: a guess with its true odds, a safe cell that was missed."""
    why: list[ReasonOut]
    """Why the better move is better."""
    then: list[StepOut]
    proven: bool


class ReviewOut(Wire):
    state: str
    """``none``, ``running``, ``done`` or ``failed``."""
    problem: str | None
    done: int
    """How many moves have been looked at."""
    total: int
    level: str | None
    title: str | None
    about: str | None
    """Which level judges, and what it is."""
    accuracy: list[float | None]
    """Percent by seat; null for a seat that has not moved."""
    graph: list[float | None]
    """Expected points of the first seat before each move and after the last."""
    moments: list[MomentOut]


class Problem(Wire):
    detail: str
    """One sentence: what was wrong, and what would be right."""
