"""What has become of a list of acts, as JSON."""

from __future__ import annotations

from damier.web.wire.models import TableOut, Wire


class ActsOut(Wire):
    table: TableOut
    """As it is now; its ``done_acts`` says how far the list is done."""
    refused: str | None
    """Why the first act that is not done was refused: send none that was made after it.

    None if all are done, or if the others wait: for a turn, or because the table has changed meanwhile. The
    list may be sent again for the version of *table*, if it still makes sense.
    """
