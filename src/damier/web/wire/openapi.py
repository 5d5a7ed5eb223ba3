"""What /openapi.json says before and between the operations; paragraphs are separated by empty lines."""

from __future__ import annotations

DESCRIPTION = """\
Everything that the page does, a program can do too: HTTP reads and changes games, and one WebSocket for \
each open game tells of what changes.

A browser is known by one secret in the cookie `damier`, which comes with the first table and which scripts \
cannot read. Whoever holds it may move the seats that it was given. A table's id cannot be guessed, and \
whoever knows it may look at the table.

A change names the `version` that it was made for. If the table has changed meanwhile it is refused with \
409, so that nothing is done twice.

`POST /api/v1/tables/{table_id}/acts` takes several acts at once, each with a number that counts the acts of \
its sender. What the table's `done_acts` counts already is not done again, so a list may be sent again after \
a lost answer. One for an older version is not refused: nothing of it is done, and the answer has the newer \
table.

Refusals are one sentence in `detail`, in the language of `lang`, else of the header Accept-Language.

The WebSocket `/api/v1/tables/{table_id}/events?analysis=true&ply=N&review=true` pushes \
`{"table": TableOut}` at once and after every change, `{"analysis": AnalysisPush}` while the strongest \
engine thinks and `{"review": ReviewOut}` as it grows, both if asked for. \
`/api/v1/positions/events?game=KEY&position=TEXT` pushes opinions on a position. What is sent to them is \
ignored. A refusal closes them with 1008 and a sentence, a server that ends with 1012, one that is too busy \
with 1013."""

TAGS = [
    {"name": "games", "description": "What can be played."},
    {"name": "tables", "description": "Games under way and over: begin, join, move, look back."},
    {"name": "opinions", "description": "A hint, and why an opponent moved as it did."},
    {"name": "review", "description": "A finished game, judged move by move."},
    {"name": "position", "description": "Any position, without a table."},
    {"name": "puzzles", "description": "Positions in which exactly one move wins."},
    {"name": "archive", "description": "Games as files, out and in."},
    {"name": "tournaments", "description": "Engines against engines: tables, and games to replay."},
    {"name": "host", "description": "For whoever runs the server."},
]
