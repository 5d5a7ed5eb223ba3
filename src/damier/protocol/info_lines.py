"""What an engine says of a position while it thinks: the ``info`` lines of docs/protocol.md."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from damier.core.analysis_json import verdict_to_json
from damier.core.engine import Analysis, Limit, Line, Reason
from damier.core.game import AnyGame
from damier.core.scene import At
from damier.core.text import Refusal, Text
from damier.core.verdict import Chance, Draw, Loss, Margin, Risk, Score, Verdict, Win
from damier.protocol.lines import read_answer
from damier.protocol.process import clean

KEYS = (
    "depth",
    "nodes",
    "rank",
    "score",
    "chance",
    "proven",
    "verdict",
    "move",
    "line",
    "at",
    "label",
    "why",
    "string",
)
"""The words of an info line that are followed by something."""

LONGEST_CONTINUATION = 12
"""Moves of a continuation that are read."""

LONGEST_INFO = 20_000
"""Characters of an info line that are read."""

LONGEST_LABEL = 60
"""Characters of a label that are shown."""

LONGEST_WHY = 300
"""Characters of a reason that are shown."""

MOST_WHYS = 8
"""Reasons for one move that are shown."""


@dataclass(frozen=True, slots=True)
class InfoField:
    """A word of an info line and what follows it."""

    key: str
    """``depth``; empty for what stands before the first word that is known."""
    values: list[str] = field(default_factory=list)
    """``["4", "4", "5"]``; what stands in quotation marks is one value."""
    quoted: list[bool] = field(default_factory=list)
    """Of each value whether it stood in quotation marks."""

    @property
    def value(self) -> str:
        """All that follows it: ``4 4 5``."""
        return " ".join(self.values).strip()


def write_info(game: AnyGame, analysis: Analysis[Any], lines: int, language: str) -> Iterator[str]:
    """What an engine thinks at this moment: one line for the whole, and one for each of the best *lines*.

    Who asks for more than one line wants to show them: it is also told what stands on other places.
    """
    whole = ["info", "depth", str(analysis.depth), "nodes", str(analysis.nodes)]
    reasons = [_quoted("why", reason.text.show(language)) for reason in analysis.why]
    yield " ".join([*whole, "move", game.write(analysis.move), *reasons])
    for rank, line in enumerate(analysis.lines, 1):
        if rank <= lines or line.move == analysis.move:
            yield write_line(game, line, rank, language)
    for (x, y), verdict in analysis.labels if lines > 1 else ():
        yield f"info at {x} {y} {_quoted('label', verdict.label.show(language))}"


def write_line(game: AnyGame, line: Line[Any], rank: int, language: str) -> str:
    """``info rank 1 score 0.3 chance 0.65 line 4 4 5 label "+0.3" why "takes the middle"``."""
    words = [
        "info",
        "rank",
        str(rank),
        "score",
        f"{round(line.value, 6) + 0.0}",
        "chance",
        f"{line.chance:.4f}",
    ]
    words += ["proven"] if line.proven else []
    words += write_verdict(line.verdict)
    words += ["line", *(game.write(move) for move in (line.move, *line.then))]
    words.append(_quoted("label", line.label.show(language)))
    words += [_quoted("why", reason.text.show(language)) for reason in line.why]
    return " ".join(words)


def _quoted(key: str, words: str) -> str:
    shown = " ".join(words.replace('"', "'").split())
    return f'{key} "{shown}"'


def read_info(words: str) -> list[InfoField]:
    """The words after ``info`` by the keys that they follow; what comes after ``string`` is for people."""
    found: list[InfoField] = []
    for match in re.finditer(r'"([^"]*)"|(\S+)', words[:LONGEST_INFO]):
        quoted, word = match.groups()
        if word == "string":
            break
        if word in KEYS:
            found.append(InfoField(word))
            continue
        if not found:
            found.append(InfoField(""))
        found[-1].values.append(quoted if word is None else word)
        found[-1].quoted.append(word is None)
    return found


def _by_key(fields: Sequence[InfoField]) -> dict[str, str]:
    return {each.key: each.value for each in fields}


class Opinions:
    """What an engine has said of one position."""

    def __init__(self, game: AnyGame, view: Any, name: str, limit: Limit) -> None:
        self.game = game
        self.view = view
        self.name = name
        self.limit = limit
        self._moves = {game.write(move): move for move in view.moves()}
        self._depth = self._nodes = 0
        self._move: Any = None
        self._why: tuple[Reason, ...] = ()
        self._said: dict[int, list[InfoField]] = {}
        self._lines: dict[int, Line[Any]] = {}
        """By rank, as far as they were asked for since they were said: reading continuations takes time."""
        self._labels: dict[At, Verdict] = {}

    def hear(self, words: str) -> None:
        """Take the words after ``info``; what cannot be understood is ignored."""
        said = read_info(words)
        values = _by_key(said)
        depth, nodes = whole(values.get("depth", "")), whole(values.get("nodes", ""))
        self._depth = self._depth if depth is None else depth
        self._nodes = self._nodes if nodes is None else nodes
        if "line" in values:
            rank = whole(values.get("rank", "1"))
            if rank is None or not 1 <= rank <= len(self._moves):
                return  # there are as many ranks as moves: an engine that counts on would fill our memory
            if self._said.get(rank) != said and self._read(values["line"].partition(" ")[0]) is not None:
                self._said[rank] = said
                self._lines.pop(rank, None)
        elif "at" in values:
            place = read_place(values["at"], self._corner)
            if place is not None:
                self._labels[place] = _verdict(values)
        elif "move" in values:
            move = self._read(values["move"])
            self._move = move if move is not None else self._move
            self._why = _reasons(said)

    def analysis(self, move: Any = None) -> Analysis[Any]:
        """All of it, with *move* as what it plays if it has said so."""
        lines: dict[Any, Line[Any]] = {}
        for rank in sorted(self._said):
            line = self._lines.get(rank) or self._line(self._said[rank])
            self._lines[rank] = line
            lines.setdefault(line.move, line)
        best = next(iter(lines), None)
        chosen = next(m for m in (move, self._move, best, *self.view.moves()) if m is not None)
        why = self._why if chosen == self._move else ()
        if not why and chosen in lines:
            why = lines[chosen].why
        return Analysis(
            move=chosen,
            lines=tuple(lines.values())[: self.limit.lines],
            why=why or (self._unexplained(chosen, move is not None),),
            depth=self._depth,
            nodes=self._nodes,
            labels=tuple(self._labels.items()),
        )

    @cached_property
    def _corner(self) -> At:
        return last_place(self.game, self.view)

    def _unexplained(self, move: Any, final: bool) -> Reason:
        if not final:
            return Reason(Text("{bot} has said nothing yet", bot=self.name), kind="unexplained")
        place = self.game.scene(self.view).where(move)
        words = Text("{bot} chose {move} and gives no reason", bot=self.name, move=self.game.name(move))
        return Reason(words, () if place is None else (place,), kind="unexplained")

    def _line(self, said: Sequence[InfoField]) -> Line[Any]:
        values = _by_key(said)
        move = self._read(values["line"].partition(" ")[0])
        chance = real(values.get("chance", ""))
        return Line(
            move=move,
            value=real(values.get("score", "")) or 0.0,
            chance=min(1.0, max(0.0, chance)) if chance is not None else 0.5,
            verdict=_verdict(values),
            then=self._then(move, values["line"].split()[1 : 1 + LONGEST_CONTINUATION]),
            why=_reasons(said),
        )

    def _then(self, move: Any, words: Sequence[str]) -> tuple[Any, ...]:
        """The continuation as far as it can be played; none where a view cannot be played on."""
        then: list[Any] = []
        try:
            after = self.view.play(move)
            for word in words:
                then.append(self.game.read(word, after))
                after = after.play(then[-1])
        except (Refusal, AttributeError):
            pass
        return tuple(then)

    def _read(self, word: str) -> Any:
        """A legal move in the spelling that we write, or in any other that is read; None for nonsense."""
        if word in self._moves:
            return self._moves[word]
        try:
            return read_answer(self.game, self.view, word[:100])
        except Refusal:
            return None


def write_verdict(verdict: Verdict) -> list[str]:
    """``verdict win 5``; nothing of a number that ``score``, ``chance`` and ``label`` tell."""
    content = verdict_to_json(replace(verdict, proven=False))
    is_whole = len(content) <= 2 and not isinstance(verdict, Score | Chance)
    return ["verdict", *(f"{value}" for value in content.values())] if is_whole else []


def read_verdict(words: str, proven: bool = False) -> Verdict | None:
    """A result or a number that damier puts into words itself: ``win 5``, ``draw``, ``risk 0.12``."""
    kind, _, value = words.partition(" ")
    n, number = whole(value), real(value)
    if kind == "draw":
        return None if value else Draw(proven=proven)
    if kind in ("win", "loss"):
        return (Win if kind == "win" else Loss)(n, proven=proven) if n else None
    if kind == "margin" and number is not None:
        return Margin(number, proven=proven)
    if kind == "risk" and number is not None and 0 <= number <= 1:
        return Risk(number, proven=proven)
    return None


def _verdict(values: Mapping[str, str]) -> Verdict:
    """What an engine says: what its move comes to, else its own words, else its number."""
    verdict = read_verdict(values.get("verdict", ""), "proven" in values)
    if verdict is not None:
        return verdict
    score = real(values.get("score", ""))
    words = None
    if "label" in values or score is None:
        words = Text.literal(clean(values.get("label", ""), LONGEST_LABEL).strip())
    return Score(score or 0.0, "+g", words, proven="proven" in values)


def _reasons(said: Sequence[InfoField]) -> tuple[Reason, ...]:
    reasons = [clean(each.value, LONGEST_WHY).strip() for each in said if each.key == "why" and each.value]
    return tuple(Reason(Text.literal(words), kind="said") for words in reasons[:MOST_WHYS])


def last_place(game: AnyGame, view: Any) -> At:
    """The last place of the lattice of a board."""
    scene = game.scene(view)
    return 2 * scene.width, 2 * scene.height


def read_place(words: str, last: At) -> At | None:
    """A place on the lattice of a board, ``3 1``, not beyond the *last*; None for nonsense."""
    found = re.fullmatch(r"([0-9]{1,3}) ([0-9]{1,3})", words, re.ASCII)
    if found is None:
        return None
    x, y = int(found[1]), int(found[2])
    return (x, y) if x <= last[0] and y <= last[1] else None


def whole(words: str) -> int | None:
    """A whole number as the protocol writes it, ``1234``; None for anything else."""
    return int(words) if re.fullmatch(r"[0-9]{1,15}", words, re.ASCII) else None


def real(words: str) -> float | None:
    """A number as the protocol writes it, ``-0.31`` or ``1e-3``; None for anything else, as nan and inf."""
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", words, re.ASCII | re.I):
        return None
    number = float(words)
    return number if math.isfinite(number) else None  # 1e999 is read as infinity, which JSON does not know
