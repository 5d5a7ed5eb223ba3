"""The rules in pictures, and a short game to show off with."""

from damier.core.game import Picture
from damier.core.scene import named
from damier.core.text import Text

PICTURES = (
    Picture(Text("In turn, put your sign on an empty cell; X begins."), ".../.x./..o 3", named("b2 c1", 3)),
    Picture(
        Text("Three in a row win: across, down or along a diagonal."),
        "x.o/.xo/..x 3",
        named("a3 b2 c1", 3),
    ),
    Picture(
        Text("Two lines to complete at once: the other can block only one of them."),
        "x.x/.o./x.o 3",
        named("b3 a2", 3),
    ),
    Picture(
        Text("Bigger boards ask for a longer line: here four in a row."),
        "...../.o.x./..xo./.x.o./x.... 4",
        named("a1 b2 c3 d4", 5),
    ),
)

DEMO = "a1 b1 b2 c3 a3 a2 c1"
"""X makes two lines at once."""
