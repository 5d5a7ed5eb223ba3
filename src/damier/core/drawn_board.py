"""A board that somebody drew with characters, or printed as a list of lists: its rows."""

from __future__ import annotations

import re
from collections.abc import Mapping

MOST_ROWS = 100
BARS = "|│┃"
COLUMNS = ("abcdefghijklmnopqrst", "0123456789101112131415")
"""Names of columns, as one word."""

_RULE = re.compile(r"[-+=|\s─│┌┐└┘├┤┬┴┼━┃╋═]*[+=─┼═━][-+=|\s─│┌┐└┘├┤┬┴┼━┃╋═]*")
"""A line between two rows: ``---+---+---``."""
_AROUND = re.compile(r"[\s|,;'\"\[\](){}│┃]+")
"""What stands around the signs of a row."""
_INVISIBLE = re.compile("[\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}]")
"""What makes an emoji of a sign."""


def drawn_rows(drawing: str, signs: Mapping[str, str]) -> list[str] | None:
    """The rows of the drawing from the top, every sign as *signs* has it; None where it is no board.

    Rows stand on lines of their own, or have a slash or a bracket between; rules and labels are left out.
    """
    drawing = _INVISIBLE.sub("", drawing)
    if "[" in drawing:
        drawing = re.sub(r"-1(?![0-9])", "2", drawing)  # the other side in an array of numbers
        drawing = drawing.replace("]", "\n")
    lines = [line for line in re.split(r"[/\r\n]", drawing) if _AROUND.sub("", line)]
    lines = _without_labels([line for line in lines if not _RULE.fullmatch(line)], signs)
    if not 0 < len(lines) <= MOST_ROWS:
        return None
    framed = all(line.strip()[0] in BARS and line.strip()[-1] in BARS for line in lines)
    rows = ["".join(signs.get(sign, "\0") for sign in _signs(line, framed)) for line in lines]
    same = all(len(row) == len(rows[0]) for row in rows)
    return rows if same and not any("\0" in row for row in rows) else None


def _signs(line: str, framed: bool) -> list[str]:
    """The signs of a row; between bars an empty cell may be blank. A framed row has bars at its ends too."""
    cells = [cell.strip() for cell in re.split(f"[{BARS}]", line.strip()[1:-1] if framed else line)]
    if len(cells) > 1 and all(len(cell) <= 1 for cell in cells):
        return [cell or " " for cell in cells]
    return list(_AROUND.sub("", line))


def _without_labels(lines: list[str], signs: Mapping[str, str]) -> list[str]:
    """The rows without the names of columns and the numbers of rows around them, where those are no signs."""
    lines = [line for line in lines if not _names_columns(_AROUND.sub("", line).lower(), signs)]
    if "3" in signs:
        return lines
    numbers = [re.match(r"\s*([0-9]{1,2})[\s|│]+(?=\S)", line) for line in lines]
    found = [int(match[1]) for match in numbers if match]
    if len(lines) > 2 and len(found) == len(lines):
        up = list(range(found[0], found[0] + len(found)))
        down = list(range(found[0], found[0] - len(found), -1))
        if found in (up, down):
            return [line[match.end() :] for line, match in zip(lines, numbers, strict=True) if match]
    return lines


def _names_columns(line: str, signs: Mapping[str, str]) -> bool:
    return any(sign not in signs for sign in line) and any(line in names for names in COLUMNS)
