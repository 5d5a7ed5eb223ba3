"""What goes over the wire, in both directions."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Place: TypeAlias = tuple[int, int]
"""A place on the scene's lattice, x and y."""

Word: TypeAlias = Annotated[str, Field(max_length=60)]
"""A short word from outside."""


class Given(BaseModel):
    """What a browser sends; anything that is not asked for is refused."""

    model_config = ConfigDict(extra="forbid")


class NewTable(Given):
    game: Word
    setup: Word | None = None
    options: Annotated[dict[Word, int | Word], Field(max_length=10)] = {}
    players: Annotated[list[Word], Field(min_length=1, max_length=4)] = []
    """``person`` or a level, by seat; nobody named means a person against a fair level."""
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None


class Change(Given):
    version: Annotated[int, Field(ge=0, lt=2**31)]
    """The version that the browser sees: an older one is refused, so nothing is done twice."""


class NewMove(Change):
    move: Word


class Question(Given):
    level: Word | None = None


class MarkOut(BaseModel):
    at: Place
    kind: str
    glyph: str
    name: str
    seat: int | None
    moves: dict[str, str]
    """Which gesture makes which move, written as the game writes it."""
    tags: list[str]


class Count(BaseModel):
    seat: int
    text: str


class SceneOut(BaseModel):
    width: int
    height: int
    grid: str
    columns: list[str]
    rows: list[str]
    marks: list[MarkOut]
    status: list[Count]


class Named(BaseModel):
    key: str
    title: str


class LevelOut(Named):
    about: str
    fits: list[str]
    """The presets that it plays."""


class OptionOut(BaseModel):
    name: str
    about: str
    kind: str
    """``size``, ``whole`` or ``choice``."""
    low: str | int | None = None
    high: str | int | None = None
    values: list[str] = []
    usual: str | int


class GameOut(Named):
    about: str
    rules: list[str]
    seats: int
    seat_names: list[str]
    presets: list[Named]
    options: list[OptionOut]
    levels: list[LevelOut]
    gestures: dict[str, str]
    example: SceneOut


class GamesOut(BaseModel):
    games: list[GameOut]


class PlayerOut(BaseModel):
    seat: int
    name: str
    """``person`` or a level's key."""
    kind: str
    """``person`` or ``level``."""
    title: str


class EndedOut(BaseModel):
    ending: str
    points: list[float]
    reason: str
    words: str
    """The whole sentence: ``yellow wins: four in a row``."""


class TableOut(BaseModel):
    id: str
    game: str
    title: str
    options: dict[str, int | str]
    players: list[PlayerOut]
    you: list[int]
    """The seats that this browser may move."""
    version: int
    turn: int
    to_move: str | None
    """``person`` or ``level``; nobody when it is over."""
    scene: SceneOut
    moves: list[str]
    last: Place | None
    ended: EndedOut | None
    practice: bool
    thinking: bool
    problem: str | None


class TableLine(BaseModel):
    id: str
    game: str
    title: str
    players: list[PlayerOut]
    turn: int
    moves: int
    ended: bool
    scene: SceneOut


class TablesOut(BaseModel):
    tables: list[TableLine]


class ReasonOut(BaseModel):
    text: str
    cells: list[Place]


class LineOut(BaseModel):
    move: str
    at: Place | None
    label: str
    chance: float
    value: float
    proven: bool
    why: list[ReasonOut]


class AnalysisOut(BaseModel):
    level: str
    move: str
    at: Place | None
    why: list[ReasonOut]
    lines: list[LineOut]
    depth: int
    nodes: int


class Problem(BaseModel):
    detail: str
    """One sentence: what was wrong, and what would be right."""
