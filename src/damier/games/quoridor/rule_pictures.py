"""The rules in pictures, and a short game to show off with."""

from damier.core.game import Picture
from damier.core.scene import named
from damier.core.text import Text

PICTURES = (
    Picture(
        Text("In turn, your pawn goes one cell up, down, left or right; who first crosses the board wins."),
        "5x5 c2,c5 5,5 2 - -",
        named("c1 b2 d2 c3", 5),
    ),
    Picture(
        Text("Or put up a wall. It is two cells long, and everyone has to go around it."),
        "5x5 c2,c4 4,5 3 c3h -",
        ((6, 4), (5, 4), (7, 4)),
    ),
    Picture(
        Text("Face to face, jump over the other pawn."),
        "5x5 c2,c3 5,5 4 - -",
        named("c4", 5),
    ),
    Picture(
        Text("Where a wall is behind the other pawn, go to its left or its right instead."),
        "5x5 c2,c3 4,5 4 c3h -",
        named("b3 d3", 5),
    ),
    Picture(
        Text("A wall must leave each pawn a way: nobody may close this gap, the last one."),
        "6x6 c2,d5 5,5 4 a3h,c3h -",
        ((10, 6), (9, 6), (11, 6)),
    ),
)

DEMO = "e2 e8 e3 e7 e4 e6 d5h e4h b5h g4h f5h c4h f4 d6 g4 c6 a5v h4v g3 c7 h3 b7 i3 a7"
"""Each side builds what the other builds, turned round; it stays open."""
