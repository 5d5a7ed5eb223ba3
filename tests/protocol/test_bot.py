"""What a bot may do; and where it fails, damier says whose fault it was, and at which line."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from tests.protocol.bots import Write, ask, failure, write
from tests.protocol.programs import GAME, START

from damier.core.engine import Limit, think
from damier.core.text import printable
from damier.games import game as find_game
from damier.protocol.bot import Bot
from damier.protocol.supervise import BotFailed

__all__ = ["write"]

# Good bots


def test_a_bot_returns_a_move_or_its_text(write: Write) -> None:
    assert ask(write("def move(view):\n    return view.moves()[4]")) == "b2"
    assert ask(write("def move(view):\n    return ' B2 '")) == "b2"


def test_it_can_look_ahead(write: Write) -> None:
    path = write("""
        def move(view):
            for move in view.moves():
                outcome = view.play(move).outcome()
                if outcome and outcome.points[view.turn] == 1:
                    return move
            return view.moves()[0]
        """)
    assert ask(path, GAME.parse("xx./oo./... 3")) == "c3"


def test_it_explains_that_it_does_not_explain(write: Write) -> None:
    with Bot(write("def move(view): return 'c1'"), "tictactoe", 1) as bot:
        analyses = list(bot.think(START, Limit()))
    (analysis,) = analyses
    assert analysis.lines == ()
    assert "c1" in str(analysis.why[0].text) and "mybot.py" in str(analysis.why[0].text)
    assert analysis.why[0].cells == ((5, 5),)


def test_it_may_remember_during_a_game_and_not_beyond(write: Write) -> None:
    path = write("""
        asked = 0
        def move(view):
            global asked
            asked += 1
            return view.moves()[asked]
        """)
    with Bot(path, "tictactoe", 1) as bot:
        assert [GAME.write(think(bot, START, Limit()).move) for _ in range(3)] == ["b1", "c1", "a2"]
        bot.close()
        assert GAME.write(think(bot, START, Limit()).move) == "b1"
    assert ask(path) == "b1"


def test_chance_depends_on_the_seed_and_the_position_alone(write: Write) -> None:
    path = write("""
        import random
        def move(view):
            return random.choice(sorted(view.moves(), key=lambda move: hash(str(move))))
        """)

    def plays(seed: int) -> list[Any]:
        with Bot(path, "tictactoe", seed) as bot:
            return [
                think(bot, view, Limit()).move for view in (START, START, START, START.play((0, 0)), START)
            ]

    again = plays(1)
    assert again == plays(1)
    assert again[0] == again[1] == again[2] == again[4]
    assert len({tuple(plays(seed)) for seed in range(4)}) > 1


def test_what_it_prints_is_heard_and_stays_out_of_the_way(write: Write) -> None:
    path = write("""
        import os, sys
        print('{"id": 1, "words": "a1"}')
        sys.__stdout__.write('{"id": 2}\\n')
        os.write(1, b'\\xff\\x1b[2J raw\\n')
        os.system('echo from a shell')
        def move(view):
            print('   I think', file=sys.stderr)
            return 'b2'
        """)
    heard: list[str] = []
    assert ask(path, hear=heard.append) == "b2"
    assert '{"id": 1, "words": "a1"}' in heard
    assert "from a shell" in heard
    assert heard[-1] == "   I think"
    assert all(line.isprintable() for line in heard), "no escape sequences reach the terminal"


def test_it_has_its_folder_and_the_games_at_hand(write: Write) -> None:
    write("BEST = 'c3'", "helper.py")
    path = write("""
        from __future__ import annotations
        from dataclasses import dataclass
        import damier
        import helper
        @dataclass
        class Idea:
            words: str
        def move(view):
            assert damier.game('tictactoe').text(view) == '.../.../... 3'
            return Idea(helper.BEST).words
        """)
    assert ask(path) == "c3"


def test_a_file_called_like_a_module_of_ours_disturbs_nothing(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("damier.py", "json.py", "click.py"):
        path = write("def move(view): return 'c3'", name)
    monkeypatch.chdir(path.parent)
    assert ask(path) == "c3"


def test_only_the_view_reaches_the_bot(write: Write) -> None:
    """The mines are not in the bot's process: it is told the same of two boards that look alike."""
    from damier.games.minesweeper.rules import Field

    mines = find_game("minesweeper")
    path = write("""
        import gc
        from damier.games.minesweeper.rules import Field
        def move(view):
            print(type(view).__name__, [thing for thing in gc.get_objects() if isinstance(thing, Field)])
            return view.moves()[0]
        """)
    heard: list[str] = []
    state = mines.begin(seed=3)
    with Bot(path, "minesweeper", 1, hear=heard.append) as bot:
        think(bot, mines.view(state, 0), Limit())
    assert isinstance(state, Field) and heard == ["Board []"]


# Bots that fail: each names the reason and, where there is one, the line


@pytest.mark.parametrize(
    ("source", "reason", "line"),
    [
        ("def move(view):\n    return 1 / 0", "ZeroDivisionError: division by zero", 2),
        ("def move(view):\n    x = [\n        1,\n        nothing,\n    ]", "NameError", 4),
        ("def move(view)\n    return 1", "expected ':'", 1),
        ("x = 1\nimport no_such_module\n", "No module named 'no_such_module'", 2),
        ("x = 1\n", "has no function 'def move(view)'", None),
        ("move = 5\n", "has no function 'def move(view)'", None),
        ("def move():\n    return 1", "takes 0 positional arguments", None),
        ("import sys\ndef move(view):\n    sys.exit(3)", "SystemExit: 3", 3),
        ("import sys\nsys.exit()", "SystemExit", 2),
        ("def move(view):\n    return move(view)", "RecursionError", 2),
        ("def move(view):\n    raise KeyboardInterrupt", "KeyboardInterrupt", 2),
        ("def move(view):\n    input()", "EOFError", 2),
        ("def move(view):\n    if view:\n        return 'z9'\n    return 'a1'", "'z9' is not a cell", 3),
        ("def move(view):\n    return (7, 7)", "'h8'", 2),
        ("def move(view):\n    view.moves()", "answered None, which is not a move", 2),
        ("def move(view):\n    return 3.5", "answered 3.5, which is not a move", 2),
        ("def move(view):\n    return b'b2'", "answered b'b2', which is not a move", 2),
        ("def move(view):\n    yield 'b2'", "is not a move", None),
        ("def move(view):\n    return 'b' * 10**7", "is not a move", 2),
        ("def move(view):\n    return '\\ud800\\x1b[2J'", "is not a cell", 2),
        ("\0", "null bytes", None),
        ("# -*- coding: nonsense -*-\n", "nonsense", None),
    ],
)
def test_mistakes_are_reported_with_their_line(
    write: Write, source: str, reason: str, line: int | None
) -> None:
    problem = failure(write(source))
    for language in ("en", "fr", "es"):
        shown = problem.text.show(language)
        assert reason.split(": ")[0] in shown or language != "en"
        assert printable(shown) == shown and "\n" not in shown and len(shown) < 600
    assert reason in str(problem.text)
    assert problem.line == line
    if line is not None:
        assert f"line {line})" in str(problem.text)


def test_a_cell_that_is_taken_is_the_bots_fault(write: Write) -> None:
    with pytest.raises(BotFailed, match=r"'b2': b2 is not an empty cell \(line 2\)"):
        ask(write("def move(view):\n    return (1, 1)"), START.play((1, 1)))


def test_asking_twice_for_the_line_is_not_heard(write: Write) -> None:
    assert failure(write("def move(view):\n    print('once')\n    return 'z9'")).printed == ("once",)


def test_an_error_in_a_helper_names_its_file(write: Write) -> None:
    write("def best(view):\n    return view.nothing", "helper.py")
    problem = failure(write("import helper\ndef move(view):\n    return helper.best(view)"))
    assert problem.line == 2 and "line 2 of helper.py" in str(problem.text)


def test_an_error_in_a_library_names_the_bots_line(write: Write) -> None:
    problem = failure(write("import json\ndef move(view):\n    return json.loads('{')"))
    assert problem.line == 3 and "JSONDecodeError" in str(problem.text)


def test_the_traceback_is_kept_for_debugging(write: Write) -> None:
    problem = failure(write("def move(view):\n    print('so far')\n    return deeper()\ndef deeper(): 1 / 0"))
    assert problem.printed[0] == "so far"
    assert "ZeroDivisionError: division by zero" in problem.printed[-1]
    assert any("return deeper()" in line for line in problem.printed)
    assert not any("child.py" in line for line in problem.printed), "our own frames do not help"
    again = pickle.loads(pickle.dumps(problem))
    assert (again.text, again.bot, again.line, again.printed) == (
        problem.text,
        problem.bot,
        problem.line,
        problem.printed,
    )


def test_a_missing_file_fails_the_bot(tmp_path: Path) -> None:
    assert "FileNotFoundError" in str(failure(tmp_path / "nobody.py").text)


def test_a_bot_that_deletes_its_file_plays_on_and_then_fails(write: Write) -> None:
    path = write("import os\ndef move(view):\n    os.remove(__file__)\n    return 'b2'")
    assert ask(path) == "b2"
    assert "cannot be loaded" in str(failure(path).text)
