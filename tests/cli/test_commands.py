"""The commands, as a person runs them."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from damier.cli import main
from damier.cli.language import CLICK_WORDS, detect
from damier.core.record import Record
from damier.core.record_files import open_record, save
from damier.core.text import catalogue
from damier.games import games


class Run:
    """Runs damier in this process: exit code, what it printed, what it complained about."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch
        monkeypatch.setenv("COLUMNS", "120")

    def __call__(self, *words: str, typed: str = "") -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as stop:
            main(words)
        out, err = self.capsys.readouterr()
        assert "Traceback" not in out + err
        return int(stop.value.code or 0), out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["serve", "--help"],
        ["play", "--help"],
        ["games"],
        ["levels", "quoridor"],
        ["rules", "minesweeper"],
    ],
)
def test_a_small_start(words: list[str]) -> None:
    program = f"""
import sys
from damier.cli import main
try:
    main({words!r})
except SystemExit:
    pass
heavy = {{"numba", "numpy", "llvmlite", "fastapi", "jinja2", "pydantic", "sqlalchemy"}}
heavy |= {{"uvicorn", "prometheus_client"}}
heavy &= set(sys.modules)
assert not heavy, heavy
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_only_the_game_that_is_asked_for_is_imported() -> None:
    program = """
import sys
import damier
damier.game("connect4").begin()
others = [name for name in sys.modules if name.startswith("damier.games.") and "connect4" not in name]
assert not others, others
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_only_the_game_that_is_named_offers_its_options() -> None:
    program = """
import sys
from damier.cli import main
try:
    main(["perft", "dots", "--size", "2x2", "--start", "swedish", "--depth", "1"])
except SystemExit as end:
    assert not end.code
others = [name for name in sys.modules if name.startswith("damier.games.") and "dots" not in name]
assert not others, others
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", ["play", "watch", "perft", "match", "analyse", "arena"])
@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_the_help_lists_the_options_of_every_game(run: Run, command: str, language: str) -> None:
    code, out, _ = run(command, "--help", "--lang", language)
    help = " ".join(out.split())
    assert code == 0
    for key, game in games().items():
        for name, option in game.options.items():
            assert f"--{name.replace('_', '-')} " in help
            assert option.about.show(language) in help and key in help
    code, out, _ = run(command, "quoridor", "--help", "--lang", language)
    assert code == 0 and "--walls " in out and "--mines" not in out
    assert games()["quoridor"].options["walls"].about.show(language) in " ".join(out.split())


def test_games_and_levels_are_listed_with_one_line_each(run: Run) -> None:
    code, out, _ = run("games")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(games())
    for key, game in games().items():
        code, out, _ = run("levels", key)
        *lines, last = out.splitlines()  # which says how the ratings were measured
        assert [line.split()[0] for line in lines if line[0] != " "] == list(game.engines)
        assert f"damier rate {key} " in last


@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_rules_are_drawn(run: Run, key: str, language: str) -> None:
    code, out, _ = run("rules", key, "--lang", language)
    assert code == 0
    assert games()[key].rules[0].show(language) in out
    code, out, _ = run("rules", key, "--ascii")
    board = out.split("\n\n")[1]
    assert board.isascii()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["levels", "chess"], "'chess' is not a game: choose one of connect4"),
        (["play", "connect4", "--size", "99x2"], "99x2 is not a possible size: choose from 4x4 to 12x12"),
        (["play", "connect4", "--size", "big"], "'big' is not a size"),
        (["play", "connect4", "--walls", "3"], "no option 'walls'"),
        (
            ["play", "connect4", "--level", "god"],
            "'god' is not a level of Connect Four: choose one of opponent",
        ),
        (["play", "connect4", "--bot", "nowhere.py"], "there is no file nowhere.py"),
        (["play", "connect4", "--level", "child", "--two"], "choose one opponent"),
        (["play", "connect4", "--clock", "soon"], "'soon' is not a clock"),
        (["play", "connect4", "--limit", "soon"], "'soon' is not a limit"),
        (["play", "connect4", "--option", "x"], "write name=value"),
        (["play", "connect4", "--seed", "-1"], "not in the range"),
        (["play", "connect4", "--seed", "9" * 60], "at most 128 bits"),
        (["play", "connect4", "--setup", "huge"], "'huge' is not a setup of Connect Four"),
        (["play", "connect4", "--load", "nowhere.json"], "cannot read nowhere.json"),
        (["play", "tictactoe", "--size", "5x5", "--level", "hard"], "does not play on this board"),
        (["play", "tictactoe", "--size", "3x3", "--line", "4"], "a line of 4 is not possible on 3x3"),
        (["play", "minesweeper", "--size", "4x4", "--mines", "16"], "mines"),
        (["play", "quoridor", "--size", "9x9", "--walls", "-1"], "walls"),
        (["watch", "minesweeper", "--second", "document"], "is played alone"),
        (["play", "connect4", "--load", "x.json", "--size", "7x6"], "a saved game brings its board"),
        (["watch", "connect4", "--save", "no/such/folder.json"], "cannot write"),
        (["replay", "nowhere.json"], "cannot read nowhere.json"),
        (["perft", "tictactoe", "--moves", "z9"], "'z9' is not a cell"),
        (["perft", "tictactoe", "--depth", "0"], "not in the range"),
        (["fly"], "No such command 'fly'"),
        (["play"], "Missing argument"),
    ],
)
def test_nonsense_gets_one_clear_sentence(run: Run, words: list[str], said: str) -> None:
    code, _, err = run(*words)
    assert code != 0
    assert said in err


def test_the_complaint_is_in_the_language_of_the_person(run: Run) -> None:
    assert "n'est pas un jeu" in run("levels", "chess", "--lang", "fr")[2]
    assert "n'existe pas" in run("play", "--fly", "--lang=fr")[2]
    assert "no es un juego" in run("levels", "chess", "--lang", "es")[2]
    code, out, _ = run("--help", "--lang", "es")
    assert code == 0 and "Opciones" in out and "Muestra" in out
    assert "Options:" in run("--help")[1]


def test_the_language_comes_from_the_environment() -> None:
    assert detect([], {"LANG": "fr_FR.UTF-8"}) == "fr"
    assert detect([], {"LANG": "fr_FR.UTF-8", "LC_ALL": "es_ES"}) == "es"
    assert detect([], {"LANG": "de_DE"}) == "en"
    assert detect([], {}) == "en"
    assert detect(["--lang", "en"], {"LANG": "fr"}) == "en"
    assert detect(["--lang=es"], {"LANG": "fr"}) == "es"
    assert detect(["play", "--", "--lang", "es"], {"LANG": "fr"}) == "fr"


def test_what_click_may_say_is_translated() -> None:
    """The words we translate are click's own, to the letter: an update that changes them is noticed."""
    asked = set()
    for path in Path(click.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("_", "ngettext")
            ):
                asked |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    assert {text.message for text in CLICK_WORDS} <= asked
    for language in ("fr", "es"):
        assert {text.message for text in CLICK_WORDS} <= set(catalogue(language))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "how the log is written"),
        ("fr", "comment le journal est écrit"),
        ("es", "cómo se escribe el registro"),
    ],
)
def test_what_can_be_told_to_the_server_is_explained(run: Run, language: str, said: str) -> None:
    code, out, _ = run("serve", "--help", "--lang", language)
    assert code == 0 and said in out
    for option in ("--port", "--host", "--no-browser", "--database", "--processes", "--root-path"):
        assert option in out


def test_perft_prints_depth_and_count(run: Run) -> None:
    code, out, _ = run("perft", "quoridor", "--size", "9x9", "--moves", "e2 e8", "--depth", "1")
    assert (code, out) == (0, "1 132\n")
    assert run("perft", "tictactoe", "--depth", "3")[1] == "1 9\n2 72\n3 504\n"


def test_a_game_at_the_prompt(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    words = "b2,hint,why,heat,heat perfect,nonsense,b2,undo,redo,flip,help,save FILE,,resign,quit,"
    typed = words.replace(",", "\n").replace("FILE", str(path))
    code, out, _ = run("play", "tictactoe", "--level", "hard", "--seed", "3", typed=typed)
    assert code == 0
    assert "O (Hard) plays" in out
    assert "says the level 'Perfect'" in out
    assert "'nonsense' is not a cell: write a1 to c3" in out
    assert "b2 is not an empty cell" in out
    assert f"saved in {path}" in out
    assert "O wins: X gave up" in out
    assert open_record(path).players == ("person", "hard")


def test_a_saved_game_goes_on(run: Run, tmp_path: Path, data_folder: Path) -> None:
    code, out, _ = run("play", "tictactoe", "--level", "easy", "--seed", "3", typed="b2\n")
    found = re.search(r"saved in (.*\.json)", out)
    assert code == 0 and found
    path = Path(found[1])
    assert path.parent.parent == data_folder
    before = open_record(path)
    assert len(before.moves) == 2
    code, out, _ = run("play", "connect4", typed=f"4\nload {path}\nquit\n")
    assert code == 0 and "Tic-tac-toe goes on after move 2" in out
    assert open_record(path).moves == before.moves
    code, _, err = run("play", "connect4", "--load", str(path))
    assert code == 1 and "a record of tictactoe" in err
    code, out, _ = run("replay", str(path))
    assert code == 0 and "the game was left here" in out
    mine = tmp_path / "mine.json"
    mine.write_bytes(path.read_bytes())
    code, out, _ = run("play", "tictactoe", "--load", str(path), typed="resign\nquit\n")
    assert code == 0 and "O wins" in out
    assert not path.exists(), "a game that is over needs no save"
    code, out, _ = run("play", "tictactoe", "--load", str(mine), typed="resign\nquit\n")
    assert mine.exists(), "a file that the person saved is left alone"


def test_a_broken_save_is_refused_and_left_untouched(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"format": "damier record 1", "game": "tictactoe"')
    code, _, err = run("play", "tictactoe", "--load", str(path))
    assert code == 1 and "it is not JSON" in err
    code, out, _ = run("play", "tictactoe", typed=f"load {path}\nsave {path}\nquit\n")
    assert code == 0 and "it is not JSON" in out and "choose another name" in out
    assert path.read_text() == '{"format": "damier record 1", "game": "tictactoe"'


def test_the_menu(run: Run) -> None:
    keys = list(games())
    number = str(keys.index("tictactoe") + 1)
    code, out, _ = run(typed=f"99\n{number}\n1\n1\n2\nquit\n")
    assert code == 0
    assert "'99' is not in the menu" in out and "X (Easy) plays" in out
    code, out, _ = run(typed="minesweeper\n1\n1\n1\n5\n5\nquit\n")
    assert code == 0
    assert "1.Beginner 2.Intermediate 3.Expert" in out and "1.Dig 2.Flag 3.Unflag" in out
    assert (
        "axis x between a and i:" in out and "axis y between 1 and 9:" in out and "your game is saved" in out
    )
    for typed in ("", "connect4\n", "connect4\n1\n", "quoridor\n7\n4x\n"):
        code, out, _ = run(typed=typed)
        assert code == 0 and "goodbye!" in out


def test_another_size_from_the_menu(run: Run) -> None:
    other = str(len(games()["quoridor"].presets) + 1)
    code, out, _ = run(typed=f"quoridor\n{other}\n99x99\n5x5\nmany\n2\ntwo\nc2\nquit\n")
    assert code == 0
    assert "99x99 is not a possible size" in out and "'many' is not possible for walls" in out
    assert "your game is saved" in out


def test_minesweeper_by_its_numbered_menus(run: Run) -> None:
    typed = "2\na\n1\n1\n1\n1\n3\nA\n1\n9\n1\nfive\n0\n9\n9\nquit\n"
    code, out, _ = run("play", "minesweeper", "--seed", "1", typed=typed)
    assert code == 0
    assert "Dig is not possible there" in out  # a flagged cell
    assert "9 is not in the menu" in out
    assert "'five' is not between a and i" in out and "'0' is not" in out


@pytest.mark.parametrize(
    "words",
    [
        ["watch", "connect4", "--first", "evaluator", "--second", "opponent"],
        ["watch", "minesweeper", "--level", "document"],
        ["watch", "dots", "--size", "2x2", "--first", "moyen", "--second", "très facile"],
        ["watch", "quoridor", "--size", "3x3", "--level", "easy"],
        ["watch", "tictactoe", "--level", "hard", "--rounds", "3"],
    ],
)
def test_watching(run: Run, words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "watched.json"
    code, out, _ = run(*words, "--delay", "0", "--seed", "5", "--save", str(path))
    assert code == 0
    assert re.search(r"wins|a draw|you win|you lose", out)
    record = open_record(path)
    assert record.ending == "rules"
    code, out, _ = run("replay", str(path))
    assert code == 0


def test_the_same_seed_is_the_same_game(run: Run, tmp_path: Path) -> None:
    records = []
    for name in ("one", "two"):
        run(
            "watch",
            "tictactoe",
            "--level",
            "normal",
            "--delay",
            "0",
            "--seed",
            "8",
            "--save",
            str(tmp_path / name),
        )
        records.append(open_record(tmp_path / name).moves)
    assert records[0] == records[1]


def test_best_times_and_practice(run: Run, tmp_path: Path) -> None:
    """A board without guesses, dug by its record; taking a move back makes it practice."""
    win = ["play", "minesweeper", "--size", "3x3", "--mines", "0", "--seed", "1"]
    code, out, _ = run(*win, typed="2,2\nquit\n")
    assert code == 0 and "a new best time" in out
    code, out, _ = run(*win, typed="f1,1\nundo\n2,2\nquit\n")
    assert code == 0 and "practice game" in out


def test_a_win_without_guessing_has_a_best_time_of_its_own(run: Run, data_folder: Path) -> None:
    plain = ["play", "minesweeper", "--size", "4x1", "--mines", "1", "--seed", "1"]
    for more in ((), ("--no-guess",), ("--start", "safe")):
        run(*plain, *more, typed="1,1\n2,1\n3,1\n4,1\nquit\n")
    best = json.loads((data_folder / "best.json").read_text())
    # Those from before there was a choice go on under the same name.
    assert "minesweeper size=4x1 mines=1" in best and "minesweeper size=4x1 mines=1 no_guess=1" in best


def test_the_same_board_can_be_had_again(run: Run) -> None:
    lines = "1,1\n2,1\n3,1\n4,1\nquit\n"
    asked = ["play", "minesweeper", "--size", "4x1", "--mines", "1", "--start", "safe", "--no-guess"]
    _, out, _ = run(*asked, typed=f"f1,1\nu1,1\n{lines}")
    flags = "--size 4x1 --mines 1 --no-guess --start safe --seed"
    said = re.search(
        rf"the same board again: damier (play minesweeper {flags} \d+), and first (\w+)",
        " ".join(out.split()),
    )
    assert said is not None and said[2] == "a1"
    assert f"--seed {said[1].split()[-1]}," in " ".join(run(*said[1].split(), typed=lines)[1].split())
    assert "the same board" not in run(*asked, typed="f1,1\nquit\n")[1], "it can be gone on with"


def test_a_foreign_record_is_replayed_with_care(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    record = Record(
        game="tictactoe", options={"size": "3x3", "line": 3}, seed=1, moves=("a1",), players=("x",) * 9
    )
    save(path, record)
    assert run("replay", str(path))[0] == 0
    assert run("play", "tictactoe", "--load", str(path), typed="b2\nquit\n")[0] == 0
    for change in ({"game": "../../etc"}, {"options": {"size": "1000x1000"}}, {"options": {"evil": 1}}):
        path.write_text(json.dumps({**json.loads(record.dump()), **change}))
        code, _, err = run("replay", str(path))
        assert code == 1 and err.startswith("Error: ")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_control_c_leaves_politely(data_folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "damier", "play", "tictactoe", "--level", "easy"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdin is not None
        child.stdin.write("b2\n")
        child.stdin.flush()
        saves = data_folder / "saves"
        until = time.monotonic() + 30
        while not list(saves.glob("*.json")) and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=30)
    assert child.returncode == 0, err
    assert "your game is saved in" in out and "goodbye!" in out and not err
    assert [open_record(path).moves[0] for path in saves.glob("*.json")] == ["b2"]
