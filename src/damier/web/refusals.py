"""Refusals that are answered with a status of their own."""

from __future__ import annotations

from damier.core.text import Refusal


class NotFound(Refusal):
    """There is no such thing, or nothing to tell of it: 404."""


class NotYours(Refusal):
    """Somebody else may do that, this browser may not: 403."""
