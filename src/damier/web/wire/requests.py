"""What a browser may ask for."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import ConfigDict, Field

from damier.web.wire.models import Wire

ShortText: TypeAlias = Annotated[str, Field(max_length=60)]
"""A name, a key or a move, as a browser sends it."""

Version: TypeAlias = Annotated[int, Field(ge=0, lt=2**31)]
"""Counts the changes of a table."""

Pace: TypeAlias = Annotated[float, Field(ge=0, le=10)]
"""Seconds between two moves."""

PhraseKey: TypeAlias = Literal["hello", "luck", "nice", "oops", "thanks", "again", "moment", "bye"]
"""What players by link can say to each other; the page has the words."""
PHRASES: tuple[str, ...] = get_args(PhraseKey)

MOST_MOVES = 5_000
"""No game that is begun from a list has more."""
MOST_ACTS = 50
"""Acts that are sent together: at 100 ms from click to click, those of five seconds."""
MOST_POSITION = 6_000
"""No position is longer as text: Minesweeper of 60x60 has 3,700 characters."""

MOST_PASTED = 10_000


class RequestBody(Wire):
    """What a browser sends; anything that is not asked for is refused."""

    model_config = ConfigDict(extra="forbid")


class NewClock(RequestBody):
    main: Annotated[float, Field(ge=5, le=24 * 3600)]
    """Seconds for the whole game."""
    increment: Annotated[float, Field(ge=0, le=600)] = 0.0
    """Seconds added after each move."""


class GameStart(RequestBody):
    """A game and a way to begin it, with moves that have been made already."""

    game: ShortText
    setup: ShortText | None = None
    options: Annotated[dict[ShortText, int | ShortText], Field(max_length=10)] = Field(default_factory=dict)
    moves: Annotated[list[ShortText], Field(max_length=MOST_MOVES)] = Field(default_factory=list)

    position: Annotated[str, Field(max_length=MOST_POSITION)] | None = None
    """A position as its line of text to begin with; then *setup* and *options* do not count."""


class NewTable(GameStart):
    players: Annotated[list[ShortText], Field(min_length=1, max_length=4)] = Field(default_factory=list)
    """``person`` or a level, by seat; nobody named means a person against a fair level."""
    yours: Annotated[list[Annotated[int, Field(ge=0, le=3)]], Field(max_length=4)] | None = None
    """Which people's seats this browser takes; all if nothing is said. The others get an invitation."""
    clock: NewClock | None = None
    pace: Pace = 0.6
    """Seconds between the moves of engines that play alone."""
    seed: Annotated[int, Field(ge=0, lt=2**128)] | None = None
    """What decides all chance; a browser, which would round so large a number, sends its digits as text."""
    nickname: ShortText = ""
    """What whoever begins calls themselves, where others are invited."""


class NewPosition(GameStart):
    """A position to look at: from moves, or from its line of text."""

    pasted: Annotated[str, Field(max_length=MOST_PASTED)] | None = None
    """Moves, a line of text or a notation of others; then *moves* and *position* do not count."""
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0


class EditRequest(RequestBody):
    """A change to a board under construction; without *piece* and *setting* it is only looked at."""

    game: ShortText
    draft: Annotated[str, Field(max_length=MOST_POSITION)] | None = None
    """The board as text; without it, the first position by *setup* and *options*."""
    setup: ShortText | None = None
    options: Annotated[dict[ShortText, int | ShortText], Field(max_length=10)] = Field(default_factory=dict)
    piece: ShortText | None = None
    place: ShortText = ""
    """Where the piece goes, as the scene's moves name it."""
    setting: ShortText | None = None
    value: Annotated[int, Field(ge=-(2**31), lt=2**31)] = 0


class PuzzleMoves(RequestBody):
    """The moves of a puzzle so far: yours and the answers, in turn."""

    made: Annotated[list[ShortText], Field(max_length=500)] = Field(default_factory=list)


class PuzzleTry(RequestBody):
    """The same, the last one new."""

    made: Annotated[list[ShortText], Field(min_length=1, max_length=500)]


class JoinRequest(RequestBody):
    invitation: Annotated[str, Field(max_length=60)]
    nickname: ShortText = ""
    """What whoever takes the seat calls themselves."""


class NewPace(RequestBody):
    pace: Pace
    paused: bool = False


class Change(RequestBody):
    version: Version
    """The version that the browser sees: an older one is refused, so nothing is done twice."""


class Claim(Change):
    """The end of a game that the other player has left."""

    draw: bool = False
    """Whether a draw will do."""


class NewPhrase(RequestBody):
    """One of the set phrases, by its key."""

    phrase: PhraseKey


class LinkRequest(RequestBody):
    link: Annotated[str, Field(max_length=300, pattern=r"^https?://[!-~]+$")]
    """To a page of this server, as the browser has it: ``http://127.0.0.1:8000/#/table/Jx3…``."""


class NewMove(Change):
    move: ShortText


class NumberedAct(RequestBody):
    number: Annotated[int, Field(ge=1, lt=2**31)]
    """A page counts its acts: what has the number of its last one that is done, or a lower one, is done."""


class MoveAct(NumberedAct):
    what: Literal["move"]
    move: ShortText


class OtherAct(NumberedAct):
    what: Literal["undo", "redo", "resign", "draw", "decline"]


Act: TypeAlias = Annotated[MoveAct | OtherAct, Field(discriminator="what")]
"""One thing that a person does at a table."""


class ActList(Change):
    """What a person has done quickly, in order."""

    page: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,40}$")]
    """A name by chance that the page keeps as long as it is open."""
    acts: Annotated[list[Act], Field(min_length=1, max_length=MOST_ACTS)]


class HintRequest(RequestBody):
    level: ShortText | None = None


class PlaceQuestion(RequestBody):
    place: ShortText
    """A place by its name: ``c4``."""
