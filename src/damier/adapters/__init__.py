"""damier's games for what people already use: PettingZoo, Gymnasium and OpenSpiel.

Each module imports its package when it is imported, and nothing else of damier imports them: who does not
learn or search with them needs none of them.
"""

from __future__ import annotations

from damier.core.text import Refusal, Text


def missing(package: str) -> Refusal:
    """What is said where *package* is not installed."""
    return Refusal(Text("this needs the package {package}: pip install 'damier[rl]'", package=package))
