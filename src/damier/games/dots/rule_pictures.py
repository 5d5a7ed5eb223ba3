"""The rules in pictures, and a short game to show off with."""

from damier.core.game import Picture
from damier.core.scene import named
from damier.core.text import Text

PICTURES = (
    # Edges lie between the cells: (3, 4) is the level one below the box in the middle.
    Picture(
        Text("In turn, draw one line between two neighbouring dots."),
        "3x3 20101 .../.../... 1",
        ((3, 2), (3, 4)),
    ),
    Picture(
        Text("Draw the fourth side of a box: it is yours, and you draw again."),
        "3x3 40191 .../.../... 1",
        ((2, 3), *named("b2", 3)),
    ),
    Picture(
        Text("So take care with the third side: the other then takes the box."),
        "3x3 40111 .../.../... 1",
        ((3, 4), *named("b2", 3)),
    ),
    Picture(
        Text("A chain: whoever draws a line in it gives away all of its boxes, one after the other."),
        "3x3 40003f .../.../... 2",
        named("a3 b3 c3", 3),
    ),
    Picture(
        Text("When every line is drawn, who has more boxes wins: here 5 to 4."),
        "3x3 ffffff 112/122/112 1",
        named("a3 b3 a2 a1 b1", 3),
    ),
)

DEMO = "d3r d4t c2r b5t d4r d2t a1l c4t a4r e3t e4r e4t b3t a5r e3r e2t c3r d3t c4r b5r b4t b4r c3t b2t"
"""Both sides take what they can get; it stays open."""
