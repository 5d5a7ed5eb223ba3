"""Minesweeper: the table of contents."""

from __future__ import annotations

from damier.core.engine import UNTIL_DONE, Level
from damier.core.game import Game, Tool
from damier.core.options import Choice, Options, Size, Switch, Whole, read_size
from damier.core.text import Text, Unreadable
from damier.core.verdict import Risk
from damier.games.minesweeper.board_files import read_bytes
from damier.games.minesweeper.clicks_needed import clicks
from damier.games.minesweeper.drawn_boards import translate
from damier.games.minesweeper.editor import EDITOR
from damier.games.minesweeper.levels.document import Document
from damier.games.minesweeper.levels.odds import Champion, Odds
from damier.games.minesweeper.levels.people import LOGIC, PEOPLE
from damier.games.minesweeper.mines_that_fit import field_of
from damier.games.minesweeper.no_guess import preparation
from damier.games.minesweeper.no_guess_starts import is_possible, nearest
from damier.games.minesweeper.notation import move_name, parse, read, text, too_many, write
from damier.games.minesweeper.presets import ACTIONS, LEVELS, TITLES, usual_mines
from damier.games.minesweeper.review_remarks import how_lost, remark
from damier.games.minesweeper.rule_pictures import DEMO, PICTURES
from damier.games.minesweeper.rules import Field, begin
from damier.games.minesweeper.safe_cell import IS_IT_SAFE
from damier.games.minesweeper.scene import LOOKS, scene
from damier.games.minesweeper.starts import OPENING, SAFE, STARTS
from damier.games.minesweeper.tools import mistakes
from damier.games.minesweeper.tools.exam import EXAM
from damier.games.minesweeper.tools.generate import GENERATE
from damier.games.minesweeper.tools.puzzles import PUZZLES
from damier.games.minesweeper.tools.simulate import SIMULATE
from damier.games.minesweeper.visible_board import LARGEST, NUMBERS, Board, Move

PRESETS: dict[str, Options] = {
    name.lower(): {"size": f"{level['width']}x{level['height']}", "mines": level["mines"]}
    for name, level in LEVELS.items()
}


def deal(options: Options, seed: int) -> Field:
    """A covered board; one cell at least must be free for the first dig."""
    width, height = read_size(str(options["size"]))
    mines = int(options["mines"])
    if mines >= width * height:
        raise Unreadable(too_many(mines, width, height))
    start, no_guess = str(options.get("start", OPENING)), bool(options.get("no_guess"))
    if no_guess and not is_possible(width, height, mines, start):
        raise Unreadable(
            Text(
                "{n} mines on {size} always need a guess: choose {fewer}",
                n=mines,
                size=f"{width}x{height}",
                fewer=nearest(width, height, mines, start),
            )
        )
    return begin(width, height, mines, seed, start, no_guess)


def defaults(options: Options) -> Options:
    """How many mines a size has."""
    return {"mines": usual_mines(*read_size(str(options["size"])))} if "size" in options else {}


def actions(first: Board) -> list[Move]:
    """Every act on every cell, act by act; a chord only where there is something to dig beside a flag."""
    acts, around = first.grid.acts, first.grid.around
    chords = [chord for chord, cells in zip(acts["chord"], around, strict=True) if len(cells) > 1]
    safe = len(around) - first.mines
    return [*acts["dig"], *acts["flag"], *acts["unflag"], *(chords if first.mines and safe > 1 else ())]


GAME: Game[Field, Board, Move] = Game(
    key="minesweeper",
    title=Text("Minesweeper"),
    about=Text("open every cell that hides no mine"),
    rules=(
        Text("Dig to open a cell. It shows how many of the up to eight cells around it hide a mine."),
        Text("A cell with no mine around it opens everything around it, flags there too, and so on."),
        Text("Put flags where you suspect mines, as many as you like; a flagged cell cannot be dug."),
        Text("A number with as many flags around it as it says can be dug around: a chord."),
        Text("The first dig is never a mine, nor are its neighbours where the board has room."),
        Text("If you like, every board can be won without a guess, or only the first cell is safe."),
        Text("You win when every cell without a mine is open, and lose when you dig a mine."),
    ),
    example="000111../0001F2../00011211/00000000 3",
    seat_names=(Text("player"),),
    options={
        "size": Size(Text("width and height of the board"), (1, 1), (LARGEST, LARGEST)),
        "mines": Whole(Text("how many mines are hidden"), 0, LARGEST * LARGEST - 1),
        "no_guess": Switch(Text("a board that can be won without a guess"), Text("without guessing")),
        "start": Choice(
            Text("what is safe at the first dig"),
            STARTS,
            unsaid=OPENING,
            titles={OPENING: Text("first cell and neighbours safe"), SAFE: Text("first cell safe")},
        ),
    },
    presets=PRESETS,
    preset_titles={name.lower(): title for name, title in TITLES.items()},
    gestures=ACTIONS,
    defaults=defaults,
    deal=deal,
    prepare=preparation,
    view=lambda state, seat: state.board,
    write=write,
    read=read,
    text=text,
    parse=parse,
    scene=scene,
    engines={
        **PEOPLE,
        "document": Level(
            title=Text("Document"),
            about=Text("equations by the pseudo-inverse; guesses when it must"),
            flaw=Text("guesses where a safe cell could be found"),
            make=Document,
            extra=True,
        ),
        "logic": LOGIC,
        "odds": Level(
            title=Text("Statistician"),
            about=Text("counts where the mines can be, digs the safest cell"),
            flaw=Text("does not ask what the next number will tell"),
            make=Odds,
            usual=UNTIL_DONE,
            compiled=True,
            former=("counter",),
        ),
        "champion": Level(
            title=Text("Champion"),
            about=Text("weighs what the next numbers will tell; plays ends out"),
            flaw=Text("none that is known: where it guesses, it has to"),
            make=Champion,
            compiled=True,
        ),
    },
    tools={
        "errors": Tool(
            Text("counts how often a level errs: --games 10000 --setup expert --level document"), mistakes.run
        ),
        "exam": EXAM,
        "puzzles": PUZZLES,
        "simulate": SIMULATE,
        "generate": GENERATE,
    },
    pictures=PICTURES,
    demo=tuple(DEMO.split()),
    remark=remark,
    how_lost=how_lost,
    inquiry=IS_IT_SAFE,
    risk=Risk,
    note=lambda move: move.act in ("flag", "unflag"),
    clicks=clicks,
    split=lambda words, first: [word.strip(",") for word in words.replace(";", " ").split()],
    translate=translate,
    read_bytes=read_bytes,
    editor=EDITOR,
    deal_from=field_of,
    options_of=lambda view: {
        "size": f"{view.width}x{view.height}",
        "mines": view.mines,
        "start": view.start,
        "no_guess": int(view.no_guess),
    },
    move_name=move_name,
    actions=actions,
    longest=lambda first: 0 if first.over else first.covered - first.mines,  # each opens a cell
    signs="".join(plain for _, _, plain in LOOKS.values()) + NUMBERS[1:],
)
