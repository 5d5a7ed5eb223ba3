"""What goes over the wire between people who play from different places."""

from __future__ import annotations

from damier.web.wire.models import Wire


class PhraseOut(Wire):
    """What somebody at a table has just said."""

    seat: int
    phrase: str
    """Its key: ``hello``; the page has its words in the language of whoever reads it."""


class LinkOut(Wire):
    """A page of ours as others reach it."""

    link: str
    qr: str
    """The link as a QR code: an SVG document as a ``data:`` address, dark on white."""
    local: bool
    """Whether only this machine reaches it."""
    command: str | None = None
    """How the server would be started so that others in the same network reach it."""
    address: str | None = None
    """Where they would find it then, if this machine is in a network: ``http://192.168.1.5:8000/``."""
