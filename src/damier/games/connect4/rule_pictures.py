"""The rules in pictures, and a short game to show off with."""

from damier.core.game import Picture
from damier.core.scene import named
from damier.core.text import Text

PICTURES = (
    Picture(
        Text("A disc falls to the lowest free cell of its column."),
        "......./......./......./......./...o.../..xx...",
        named("c2", 6),
    ),
    Picture(
        Text("Four in a row win: across, up or along a diagonal."),
        "......./......./...x.../..xo.../.xxo.../xooxo..",
        named("a1 b2 c3 d4", 6),
    ),
    Picture(
        Text("Three in a row and the next cell is free: block it now."),
        "......./......./......./......./....o../.oxxx..",
        named("f1", 6),
    ),
    Picture(
        Text("Two open ends at once: the other can block only one of them."),
        "......./......./......./......./..oo.../..xxx..",
        named("b1 f1", 6),
    ),
    Picture(
        Text("Yellow must not play below the marked cell: red would land on it and win."),
        "......./......./......./......./xooo.../xxxo...",
        named("e2", 6),
    ),
)

DEMO = "5 6 3 3 3 4 4 5 4 5 4 4 3 5 5 3 3 4 1 2 2"
"""One disc completes two fours on the same diagonal."""
