"""Whether every word of what an engine says while it thinks is right: ``info`` and ``bestmove``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from damier.core.game import AnyGame
from damier.core.text import Refusal, Text
from damier.protocol.compliance.findings import Finding, doubtful, wrong
from damier.protocol.info_lines import (
    KEYS,
    LONGEST_INFO,
    LONGEST_LABEL,
    LONGEST_WHY,
    MOST_WHYS,
    InfoField,
    last_place,
    read_info,
    read_place,
    read_verdict,
    real,
    whole,
)
from damier.protocol.lines import after_first, read_answer
from damier.protocol.process import clean

SHOWN = 8
"""Legal moves that a sentence names."""

ABOUT_A_LINE = ("rank", "score", "chance", "proven", "verdict", "label")
"""What means nothing without the move that it is about."""


def check_signs(line: str) -> Iterator[Finding]:
    """Whether a line is text that can be shown."""
    if "\ufffd" in line or not all(sign.isprintable() or sign == "\t" for sign in line):
        yield wrong(
            Text(
                "'{line}' has signs that cannot be shown: write UTF-8, without control characters",
                line=clean(line, 80),
            )
        )


def legal(game: AnyGame, view: Any) -> str:
    """Some legal moves, for people: ``1 2 3``."""
    moves = view.moves()
    return " ".join(map(game.write, moves[:SHOWN])) + (" ..." if len(moves) > SHOWN else "")


def check_answer(game: AnyGame, view: Any, line: str) -> Iterator[Finding]:
    """What is odd about a ``bestmove`` that names a legal move."""
    words = after_first(line).split()
    move = game.write(read_answer(game, view, words[0]))
    if len(words) > 1:
        yield doubtful(
            Text(
                "'{line}' says more than the move: what stands after it is ignored",
                line=clean(line, 80),
            )
        )
    if words[0] != move:
        yield doubtful(
            Text("it answers '{word}' for the move {move}: write {move}", word=clean(words[0], 40), move=move)
        )


_Check: TypeAlias = Callable[[AnyGame, Any, InfoField], Iterator[Finding]]
"""What looks at one word of an info line."""


def check_info(game: AnyGame, view: Any, line: str) -> Iterator[Finding]:
    """What is wrong with one line ``info …`` about *view*."""
    words = after_first(line)
    if len(words) > LONGEST_INFO:
        yield doubtful(Text("of '{line}' only {n} characters are read", line=clean(line, 80), n=LONGEST_INFO))
        return
    fields = read_info(words)
    if any('"' in value for said in fields for value in said.values):
        yield wrong(Text("a quotation mark is not closed in '{line}'", line=clean(line, 80)))
        return
    if not words:
        yield doubtful(Text("a line 'info' says nothing: use {keys}", keys=", ".join(KEYS)))
    for said in fields:
        for finding in _CHECKS.get(said.key, _strangers)(game, view, said):
            text = Text("{problem}, in '{line}'", problem=finding.text, line=clean(line, 80))
            yield replace(finding, text=text)
    yield from _together([said.key for said in fields], clean(line, 80))


def _together(keys: Sequence[str], line: str) -> Iterator[Finding]:
    """What several words of one line say."""
    for key in dict.fromkeys(keys):
        if key != "why" and keys.count(key) > 1:
            yield doubtful(Text("'{key}' stands more than once in '{line}'", key=key, line=line))
    owned = ("label",) if "at" in keys else ()
    lost = [key for key in ABOUT_A_LINE if key in keys and key not in owned]
    if "line" not in keys and lost:
        yield doubtful(Text("'{line}' says '{key}' of no move: say line MOVE too", line=line, key=lost[0]))
    if keys.count("why") > MOST_WHYS:
        yield doubtful(Text("'{line}' gives more than {n} reasons", line=line, n=MOST_WHYS))


def _strangers(game: AnyGame, view: Any, said: InfoField, first: int = 0) -> Iterator[Finding]:
    """Words that are not known."""
    for word in said.values[first : first + 1]:
        yield doubtful(Text("'{word}' is not known: use {keys}", word=clean(word, 40), keys=", ".join(KEYS)))


def _one_word(check: Callable[[AnyGame, Any, str], Text | None]) -> _Check:
    """The check of a word that is followed by exactly one other."""

    def problems(game: AnyGame, view: Any, said: InfoField) -> Iterator[Finding]:
        if not said.values:
            yield wrong(Text("nothing stands after '{key}'", key=said.key))
            return
        problem = check(game, view, said.values[0])
        if problem is not None:
            yield wrong(problem)
        yield from _strangers(game, view, said, 1)

    return problems


def _number(read: Callable[[str], float | None], problem: Callable[[str], Text]) -> _Check:
    """The check of a number: the *problem* with a word of which *read* makes none."""
    return _one_word(lambda game, view, value: problem(clean(value, 40)) if read(value) is None else None)


def _rank(game: AnyGame, view: Any, value: str) -> Text | None:
    moves = len(view.moves())
    problem = Text(
        "the rank '{value}' is not a whole number from 1 to {n}, as many as there are moves",
        value=clean(value, 40),
        n=moves,
    )
    return None if 1 <= (whole(value) or 0) <= moves else problem


def _chance(game: AnyGame, view: Any, value: str) -> Text | None:
    number = real(value)
    problem = Text("the chance '{value}' is not a number from 0 (lost) to 1 (won)", value=clean(value, 40))
    return None if number is not None and 0 <= number <= 1 else problem


def _move(game: AnyGame, view: Any, value: str) -> Text | None:
    try:
        read_answer(game, view, value)
    except Refusal as problem:
        return Text(
            "the move '{value}' is not legal: {problem}; legal would be {moves}",
            value=clean(value, 40),
            problem=problem.text,
            moves=legal(game, view),
        )
    return None


def _line(game: AnyGame, view: Any, said: InfoField) -> Iterator[Finding]:
    """Every move of a line is legal after those before it, as far as the view can be played on."""
    if not said.values:
        yield wrong(Text("nothing stands after '{key}'", key=said.key))
    after = view
    for number, word in enumerate(said.values, 1):
        try:
            if after.outcome() is not None:
                raise Refusal(Text("the game is over"))
            move = read_answer(game, after, word)
            if not hasattr(after, "play"):
                return  # what is hidden decides how it goes on
            after = after.play(move)
        except Refusal as problem:
            yield wrong(
                Text(
                    "move {number} of the line, '{value}', is not legal: {problem}",
                    number=number,
                    value=clean(word, 40),
                    problem=problem.text,
                )
            )
            return


def _at(game: AnyGame, view: Any, said: InfoField) -> Iterator[Finding]:
    """A place of the board."""
    last = last_place(game, view)
    if read_place(said.value, last) is None:
        yield wrong(
            Text(
                "'{value}' is no place of the board: write two numbers, at most {x} and {y}",
                value=clean(said.value, 40),
                x=last[0],
                y=last[1],
            )
        )


def _verdict(game: AnyGame, view: Any, said: InfoField) -> Iterator[Finding]:
    """What a move comes to, in words that damier knows."""
    if read_verdict(said.value) is None:
        yield wrong(
            Text(
                "the verdict '{value}' is not known: write win N, loss N, draw, margin X or risk X",
                value=clean(said.value, 40),
            )
        )


def _quoted(most: int) -> _Check:
    """The check of a text in quotation marks of at most *most* characters."""

    def problems(game: AnyGame, view: Any, said: InfoField) -> Iterator[Finding]:
        if not said.values:
            yield wrong(Text("nothing stands after '{key}'", key=said.key))
        elif not said.quoted[0]:
            yield wrong(Text("what stands after '{key}' is not in quotation marks", key=said.key))
        elif len(said.values[0]) > most:
            yield doubtful(
                Text("what stands after '{key}' is longer than {n} characters", key=said.key, n=most)
            )
        else:
            yield from _strangers(game, view, said, 1)

    return problems


_CHECKS: dict[str, _Check] = {
    "depth": _number(
        whole,
        lambda value: Text("the depth '{value}' is not a whole number from 0 on", value=value),
    ),
    "nodes": _number(
        whole,
        lambda value: Text("the nodes '{value}' are not a whole number from 0 on", value=value),
    ),
    "rank": _one_word(_rank),
    "score": _number(
        real,
        lambda value: Text("the score '{value}' is not a finite number, as 0.31 or -5", value=value),
    ),
    "chance": _one_word(_chance),
    "move": _one_word(_move),
    "at": _at,
    "verdict": _verdict,
    "line": _line,
    "label": _quoted(LONGEST_LABEL),
    "why": _quoted(LONGEST_WHY),
}
"""By the word: what looks at what follows it; nothing may follow any other."""
