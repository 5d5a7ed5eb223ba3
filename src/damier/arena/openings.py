"""Where the pairs of a tournament begin: after moves at random that leave it open, or as a file says."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Container, Generator, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count as count_up
from pathlib import Path
from typing import Any, TypeAlias

from damier.arena.executors import Executors
from damier.arena.plan import Opening, Plan, derive_seed
from damier.core.engine import Limit, think
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.record_files import read_bytes
from damier.core.text import Refusal, Text, Unreadable
from damier.games import game as find_game

TRIES = 20
"""Positions that are looked at for each opening that is wanted."""

MOST_LOOKS = 2500
"""Positions that are looked at in all: a look takes up to 30 ms, and somebody waits for the first game."""

IN_VAIN = 100
"""Attempts in a row that give nothing new; then openings get a move longer, for those so long are used up."""

ATTEMPTS_AHEAD = 8
"""Attempts that are given out before the first of them is back."""

OPENNESS_LIMIT = Limit(nodes=200)
"""How far the strongest level looks to tell whether a position is still open."""

BALANCED = (0.2, 0.8)
"""A position is still open if the expected points of the side to move lie between these."""

TRIES_OF_A_MATCH = 20
"""Attempts to find a new opening for a match before those of its length are held to be used up."""

DEATHS = 3
"""How often workers may die while openings are prepared."""

MOST_MOVES = 100
MOST_BYTES = 10_000_000

Candidate: TypeAlias = tuple[str, str, bool]
"""Moves, the position they lead to, and whether it is still open as far as somebody has looked."""


def candidate(key: str, options: Options, seed: int, number: int, plies: int, look: bool) -> Candidate:
    """Attempt *number*: fewer moves where the game would be over."""
    game = find_game(key)
    rng = random.Random(derive_seed(seed, f"opening {number}"))
    moves, state = _random_moves(
        game, game.deal(options, derive_seed(seed, f"opening board {number}")), rng, plies
    )
    view = game.view(state, state.turn)
    return " ".join(moves), game.text(view), look and len(moves) == plies and is_open(key, view)


def _random_moves(game: AnyGame, state: Any, rng: random.Random, plies: int) -> tuple[Opening, Any]:
    """So many random moves, fewer where the game would be over, and the state they lead to."""
    moves = []
    for _ in range(plies):
        move = rng.choice(state.moves())
        after = state.play(move)
        if after.outcome() is not None:
            break
        moves.append(game.write(move))
        state = after
    return tuple(moves), state


def usual_plies(game: AnyGame, options: Options) -> int:
    """How many random moves begin a pair: one for every four cells, at most four."""
    scene = game.scene(game.first_view(options))
    return max(1, min(4, scene.width * scene.height // 4))


@lru_cache(maxsize=10_000)  # short openings come again and again
def is_open(key: str, view: Any) -> bool:
    """Whether either side may still win or hold it, as far as the strongest level sees."""
    game = find_game(key)
    level = game.engines[game.strongest(view)]
    try:
        line = next(iter(think(level.make(0), view, OPENNESS_LIMIT).lines), None)
    except Exception:  # whatever is wrong with the level, the opening is as good as any
        return True
    return line is None or BALANCED[0] <= line.chance <= BALANCED[1]


@dataclass(slots=True)
class _Search:
    """Openings that were found so far."""

    count: int
    """How many are wanted."""
    plies: int
    """How many moves they have now."""
    may_deepen: bool
    """Whether they may have more moves when those with so many are used up."""
    open_ones: dict[str, str] = field(default_factory=dict)
    """Moves by the position they lead to."""
    others: dict[str, str] = field(default_factory=dict)
    """The same for positions that are not open, or that nobody has looked at."""
    in_vain: int = 0
    is_long_enough: bool = False
    """Whether some game went on for so many moves."""

    @property
    def known(self) -> int:
        return len(self.open_ones) + len(self.others)

    @property
    def looks(self) -> bool:
        """Whether the next position is looked at."""
        return self.known < MOST_LOOKS

    def take(self, found: Candidate) -> bool:
        """Keep what was found, if it is new; whether that is enough."""
        moves, position, is_good = found
        self.is_long_enough |= len(moves.split()) == self.plies
        if position in self.open_ones or position in self.others:
            self.in_vain += 1
        else:
            self.in_vain = 0
            (self.open_ones if is_good else self.others)[position] = moves
        if self.in_vain >= IN_VAIN:
            if not (self.may_deepen and self.is_long_enough):
                return True
            self.plies, self.in_vain, self.is_long_enough = self.plies + 1, 0, False
        return len(self.open_ones) == self.count or self.known >= max(
            self.count, min(self.count * TRIES, MOST_LOOKS)
        )


def prepare_openings(
    plan: Plan, executors: Executors, hear: Callable[[int, int], None] = lambda done, count: None
) -> tuple[str, ...]:
    """Where the pairs of a plan begin; *hear* is told how many of how many are found."""
    for _ in range(DEATHS):
        try:
            return prepare(
                plan.game, plan.options, plan.seed, plan.pairs, plan.plies, executors.current, hear
            )
        except BrokenExecutor:
            executors.renew()  # a worker has died: the next attempt finds the same openings
    raise Refusal(Text("workers end again and again while openings are prepared: name some with --openings"))


def prepare(
    key: str,
    options: Options,
    seed: int,
    count: int,
    plies: int | None,
    executor: Executor,
    hear: Callable[[int, int], None] = lambda done, count: None,
) -> tuple[str, ...]:
    """Different openings, *count* of them where the game has so many; the same for any executor.

    Open ones come first. Where few are found, those that are not open help out: a pair has each side once.
    Without a number of *plies* the usual one is taken, and more when openings of that length are used up.
    """
    usual = usual_plies(find_game(key), options) if plies is None else plies
    search = _Search(count if usual else 1, usual, plies is None)
    waiting = _ahead(executor, lambda n: (candidate, key, options, seed, n, search.plies, search.looks))
    for found in waiting:
        is_enough = search.take(found)
        hear(len(search.open_ones), search.count)
        if is_enough:
            break
    waiting.close()
    return tuple([*search.open_ones.values(), *search.others.values()][: search.count])


def opening_of_pair(plan: Plan) -> Callable[[int], Opening]:
    """Where each pair of a plan begins; those of a match are made when they are asked for."""
    if plan.alone or not plan.is_match:
        return plan.opening
    making, made = match_openings(plan), list[Opening]()

    def opening(pair: int) -> Opening:
        while len(made) <= pair:
            made.append(next(making))
        return made[pair]

    return opening


def match_openings(plan: Plan) -> Iterator[Opening]:
    """Where pairs of a match begin: a few random moves, never the same position twice while others are found.

    A repeated opening between players that leave nothing to chance repeats the game and proves nothing, so
    they get a move longer when those with so many moves are used up. One that comes again comes move for
    move: the same position by other moves would look like a new one.
    """
    game = find_game(plan.game)
    seen: dict[str, Opening] = {}
    plies = usual_plies(game, plan.options)
    for pair in count_up():
        while True:
            position, moves = _new_opening(game, plan, pair, plies, seen)
            if position not in seen or len(moves) < plies:  # the game is over before: no others
                break
            plies += 1
        yield seen.setdefault(position, moves)


def _new_opening(
    game: AnyGame, plan: Plan, pair: int, plies: int, seen: Container[str]
) -> tuple[str, Opening]:
    """A new position and the moves to it; where none is found, of those that were tried the longest."""
    tried = []
    for attempt in range(TRIES_OF_A_MATCH):
        rng = random.Random(derive_seed(plan.seed, f"opening {pair} {attempt}"))
        rng.getrandbits(
            128
        )  # was the deal once: without it a seed would give other openings than it ever did
        start = game.deal(plan.options, plan.deal_seed(pair))
        moves, state = _random_moves(game, start, rng, plies)
        tried.append((game.text(game.view(state, state.turn)), moves))
        if tried[-1][0] not in seen:
            return tried[-1]
    return max(tried, key=lambda one: len(one[1]))


def _ahead(executor: Executor, task: Callable[[int], tuple[Any, ...]]) -> Generator[Any, None, None]:
    """The results of tasks in their order, some of them asked for ahead, always at the same moment.

    What a task is may depend on the results before it: it is the same then whatever the executor.
    """
    futures: deque[Future[Any]] = deque()
    try:
        for number in count_up():
            futures.append(executor.submit(*task(number)))
            if len(futures) == ATTEMPTS_AHEAD:
                yield futures.popleft().result()
    finally:
        for future in futures:
            future.cancel()


def read_openings(path: Path, game: AnyGame, options: Options) -> tuple[str, ...]:
    """The openings in a file: the moves of one a line, ``#`` begins a remark.

    A line that leads where an earlier one does is passed over: by other moves or not, it is no other opening.
    """
    raw = read_bytes(path, MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise _cannot_read(path, Text("it is too long"))
    try:
        content = raw.decode("utf-8-sig")  # some editors begin every file with a mark
    except UnicodeDecodeError:
        raise _cannot_read(path, Text("it is not text in UTF-8")) from None
    found: dict[str, str] = {}
    for moves, position in _lines(content, path, game, options):
        found.setdefault(position, moves)
    if not found:
        raise Unreadable(Text("there is no opening in {path}: write the moves of one a line", path=str(path)))
    return tuple(found.values())


def _cannot_read(path: Path, problem: Text) -> Unreadable:
    return Unreadable(Text("cannot read {path}: {error}", path=str(path), error=problem))


def _lines(content: str, path: Path, game: AnyGame, options: Options) -> Iterator[tuple[str, str]]:
    """The moves of each line, and the position they lead to."""
    for number, line in enumerate(content.splitlines(), 1):
        moves = line.partition("#")[0].split()
        if not moves:
            continue
        try:
            if len(moves) > MOST_MOVES:
                raise Unreadable(Text("an opening has at most {n} moves", n=MOST_MOVES))
            yield _replayed(game, options, moves)
        except Refusal as problem:
            raise Unreadable(
                Text(
                    "line {n} of {path} is broken: {problem}", n=number, path=str(path), problem=problem.text
                )
            ) from None


def _replayed(game: AnyGame, options: Options, moves: list[str]) -> tuple[str, str]:
    state, written = game.deal(options, 0), []
    for word in moves:
        move = game.read(word, game.view(state, state.turn))
        state = state.play(move)
        if state.outcome() is not None:
            raise Unreadable(Text("the game is over after these moves"))
        written.append(game.write(move))
    return " ".join(written), game.text(game.view(state, state.turn))
