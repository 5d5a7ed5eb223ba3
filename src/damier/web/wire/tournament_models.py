"""What goes over the wire to a browser about tournaments."""

from __future__ import annotations

from damier.web.wire.models import OfGame, PlyOut, Wire


class TournamentLine(OfGame):
    """A tournament among others."""

    id: str
    """The name of its folder."""
    players: list[str]
    played: int
    total: int
    """How many games there are to be; a sequential test may end it before."""
    state: str
    """``running``, ``finished`` or ``stopped``: games are missing and nothing was written for two minutes."""
    updated: float
    """When something was written last, in seconds since 1970."""


class DamagedOut(Wire):
    """A tournament that cannot be read."""

    id: str
    problem: str


class TournamentsOut(Wire):
    tournaments: list[TournamentLine]
    """Newest first."""
    damaged: list[DamagedOut]
    left_off: int
    """How many older ones are not listed."""


class ScoreOut(Wire):
    """Games that count, and what they came to: of a player, or against another one."""

    points: float
    games: int
    """Those of whole pairs, or of boards that all have played."""
    wins: int
    draws: int
    losses: int


class RowOut(ScoreOut):
    """One player in the table."""

    entry: int
    """Its place in the plan, from 0, by which games can be asked for."""
    name: str
    rating: str
    """Elo and its error, or the share of boards won: ``+120 +/- 35``, ``62.0% (54.1% to 69.2%)``."""
    value: float
    """The likeliest rating as a number: Elo, or a share from 0 to 1."""
    low: float | None
    """The interval's lower end (95 %); null where nothing bounds it."""
    high: float | None
    different: int
    """How many games are left when a repeated pair counts once: ratings and tests are made of these."""
    score: float
    """The share of its points in different games, from 0 to 1."""
    forfeits: int
    """How many losses were its own doing: an error, an illegal move, too much time."""
    speed: float | None
    """In a game for one: moves that a board needs at least (3BV) for each second, in won games."""


class TestOut(Wire):
    """A sequential test."""

    llr: float
    lower: float
    """At this log-likelihood ratio or below it, H0 is accepted."""
    upper: float
    """At this one or above it, H1 is."""
    elo0: float
    elo1: float
    verdict: str | None
    """``H0`` or ``H1``; null while it goes on."""


class TournamentOut(TournamentLine):
    """A tournament with its table."""

    alone: bool
    """Whether it is a game for one: all play the same boards, and are rated by how many they win."""
    counted: int
    """How many games the table knows of: a long tournament is read bit by bit, so ask again."""
    limit: str | None
    """How much all may think, as it was typed: ``50ms``."""
    rows: list[RowOut]
    """Best first."""
    cross: list[list[ScoreOut | None]]
    """Each row against each, in the order of the rows; null where they have not met."""
    test: TestOut | None
    remarks: list[str]
    """What the test has proven, whether games repeat, a duel in numbers, forfeits with their reasons."""
    command: str
    """What plays such a tournament again; programs are named without their folders."""


class SideOut(Wire):
    """Who sat at one side."""

    entry: int
    name: str
    seat: str
    """What the game calls the side: ``yellow``."""


class GameLine(Wire):
    """A game of a tournament."""

    number: int
    """From 0, in the order of the plan."""
    sides: list[SideOut]
    """By seat."""
    points: list[float]
    words: str
    """Who won: ``Child wins``; with the reason where it was not by the rules."""
    ending: str
    """``rules``, ``time``, ``forfeited``, or ``open`` where it was stopped because it went on too long."""
    moves: int
    opening: int
    """How many moves were made before the engines began."""


class GamesPage(Wire):
    games: list[GameLine]
    """Newest first."""
    more: int | None
    """Give this as ``after`` to get what follows; nothing follows if it is null."""
    count: int
    """How many there are in all, of this player if one was named."""


class ViewOut(Wire):
    """What an engine thought of the move that it made."""

    label: str | None
    """Short: ``wins in 5``."""
    chance: float | None
    """Expected points of the seat that moved, from 0 to 1."""
    proven: bool
    depth: int
    nodes: int


class PlayedOut(GameLine, OfGame):
    """A game to be replayed."""

    options: dict[str, int | str]
    played: int
    """How many games there are, so that there is a next one."""
    notation: list[str]
    """The moves."""
    names: list[str]
    """The moves as people read them."""
    turns: list[int]
    """Which seat made each."""
    views: list[ViewOut | None]
    """What was thought of each; null for those of the opening."""
    graph: list[float | None]
    """Expected points of the first seat before the first move and after each, as that seat saw it."""
    end: PlyOut
    """The last position."""
