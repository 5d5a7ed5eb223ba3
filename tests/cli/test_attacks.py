"""What nobody would do on purpose: rubbish in arguments, typed lines, files, streams and bots."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from damier.cli import main
from damier.core.engine import Analysis, Limit
from damier.core.record import Record
from damier.core.record_files import check_writable, open_record, save
from damier.core.text import Refusal, printable
from damier.engine_at_table import Ai
from damier.games import game
from damier.protocol.bot import Bot
from damier.protocol.supervise import BotFailed
from damier.store.user_files import best_time, keep_best_time
from damier.table import Table
from damier.terminal.make_table import open_table, watch_at
from damier.terminal.screen import Screen

TICTACTOE = game("tictactoe")
OPEN = Record(
    game="tictactoe",
    options=TICTACTOE.settle(),
    seed=1,
    moves=("b2", "a1"),
    players=("person", "easy"),
)

Run = Callable[..., tuple[int, str, str]]
posix = pytest.mark.skipif(os.name != "posix", reason="POSIX")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs damier in this process, with streams as strict as those of a terminal."""

    def go(*words: str, typed: str = "", raw: bytes | None = None) -> tuple[int, str, str]:
        data = typed.encode("utf-8", "surrogatepass") if raw is None else raw
        streams = [io.TextIOWrapper(io.BytesIO(start), encoding="utf-8") for start in (data, b"", b"")]
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            monkeypatch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as stop:
            main(words)
        said = []
        for stream in streams[1:]:
            stream.flush()
            said.append(stream.buffer.getvalue().decode())
        return int(stop.value.code or 0), said[0], said[1]

    monkeypatch.setenv("COLUMNS", "120")
    return go


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs *line* with ``damier`` for this damier."""
    command = f'damier() {{ "{sys.executable}" -m damier "$@"; }}; {line}'
    return subprocess.run(
        ["sh", "-c", command], capture_output=True, timeout=60, env={**os.environ, **environment}
    )


# What is typed.


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("load \0x", "there can be no file of this name"),
        ("save \0x", "there can be no file of this name"),
        ("save ~nobody-of-this-name/x", "cannot write ~nobody-of-this-name/x: there is no such file"),
        ("load ~nobody-of-this-name/x", "cannot read ~nobody-of-this-name/x: there is no such file"),
        ("save " + "a" * 5000, "its name is too long"),
        ("load .", "cannot read .: it is not a file"),
        ("save /dev/null", "is not a saved game: choose another name"),
        ("load /dev/zero", "it is not a file"),
        ("\x1b[31mred\a\u202e", "'?[31mred??' is not a cell"),
        ("[/bold] \\", "'[/bold] \\' is not a cell"),
    ],
)
def test_typed_rubbish_gets_a_sentence_and_the_prompt(run: Run, line: str, said: str) -> None:
    code, out, _ = run("play", "tictactoe", "--two", "--ascii", typed=f"b2\n{line}\na1\nquit\n")
    assert code == 0
    assert said in out
    assert "[O]" in out, "the move after it is made"
    assert out.isascii() and "\x1b" not in out


@pytest.mark.parametrize("typed", ["quit\n", "tictactoe\nquitter\n", "tictactoe\n5\n/salir\n"])
def test_quit_leaves_the_menu_too(run: Run, typed: str) -> None:
    code, out, _ = run("--ascii", typed=typed + "3x3\n")
    assert code == 0 and out.endswith("goodbye!\n") and "is not" not in out


def test_quit_leaves_in_the_middle_of_a_numbered_menu(run: Run) -> None:
    code, out, _ = run("play", "minesweeper", "--ascii", typed="2\n1\n1\n1\nquit\n")
    assert code == 0 and "'quit' is not" not in out and "your game is saved" in out


def test_bytes_that_are_no_text_cost_no_other_line(run: Run) -> None:
    code, out, _ = run("play", "tictactoe", "--two", "--ascii", raw=b"b2\n\xff\xfe\na1\nquit\n")
    assert code == 0
    assert "'??' is not a cell" in out and "[O]" in out


def test_a_name_that_is_no_text_is_no_obstacle(run: Run, tmp_path: Path) -> None:
    typed = os.fsencode(tmp_path) + b"/\xff.json"
    code, out, _ = run("play", "tictactoe", "--two", raw=b"b2\nsave " + typed + b"\nquit\n")
    assert code == 0 and "?.json" in out
    assert open_record(Path(os.fsdecode(typed))).moves == ("b2",)


# What is given.


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--level", ""], "'' is not a level"),
        (["--clock", ""], "'' is not a clock"),
        (["--limit", ""], "'' is not a limit"),
        (["--load", ""], "it is not a file"),
        (["--bot", "~nobody-of-this-name/x.py"], "there is no file ~nobody"),
        (["--bot", "a" * 5000 + ".py"], "there is no file a"),
        (["--setup", "\x1b[31m\udcff"], "'?[31m?' is not a setup"),
        (["--seed", "x"], "'x' is not a valid whole number"),
    ],
)
def test_given_rubbish_gets_a_sentence(run: Run, words: list[str], said: str) -> None:
    code, _, err = run("play", "tictactoe", *words)
    assert code != 0 and said in err and "\x1b" not in err


def test_no_number_is_no_delay(run: Run, tmp_path: Path) -> None:
    save(tmp_path / "game.json", OPEN)
    for words in (["watch", "tictactoe"], ["replay", str(tmp_path / "game.json")]):
        code, _, err = run(*words, "--delay", "nan")
        assert code == 1 and "'nan' is not a number of seconds" in err


def test_watching_spares_what_is_not_a_saved_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("years of work")
    code, out, err = run("watch", "tictactoe", "--delay", "0", "--save", str(path))
    assert code == 1 and "is not a saved game" in err and not out
    assert path.read_text() == "years of work"


@pytest.mark.parametrize("language", ["fr", "es"])
def test_no_english_is_left_in_a_complaint(run: Run, language: str, tmp_path: Path) -> None:
    for words in (
        ["replay", "nowhere.json"],
        ["replay", str(tmp_path)],
        ["play", "tictactoe", "--seed", "x"],
        ["watch", "tictactoe", "--delay", "x"],
        ["play"],
    ):
        err = run(*words, "--lang", language)[2]
        assert not {"No such", "File", "range", "GAME"} & set(err.replace("'", " ").split()), err
        assert "No such file" not in err


def test_printable_words() -> None:
    assert printable("a\x1b[2J\a\r\ud800\u202e\x9b") == "a?[2J?????"
    assert printable("deux\nlignes « à\u202fla ligne » 🚩️\t") == "deux\nlignes « à\u202fla ligne » 🚩️\t"


# Files.


def forged(**change: object) -> str:
    return json.dumps({**json.loads(OPEN.dump()), **change})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "\ud800\x1b[31m"}, "'??[31m' is not a game"),
        ({"moves": "\ud800"}, "'?' is not a cell"),
        ({"ending": "rules"}, "its 'ending' is missing or not what it should be"),
        ({"moves": "a1 a2 b1 b2 c1"}, "its 'ending'"),
        ({"moves": "a1 a2 b1 b2 c1", "ending": "time", "loser": 0}, "its 'ending'"),
        ({"ending": "time", "loser": 2}, "its 'loser'"),
    ],
)
def test_a_forged_record_is_refused_and_left(
    run: Run, tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    path = tmp_path / "game.json"
    path.write_text(forged(**change))
    before = path.read_bytes()
    code, out, err = run("replay", str(path))
    assert code == 1 and said in err and not out
    code, out, _ = run("play", "tictactoe", "--two", typed=f"load {path}\nb2\nquit\n")
    assert code == 0 and said in out
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["\ud800\x1b[31m", "[/red]"]},
        {"more": {"seconds": 10**400}},
        {"more": {"seconds": float("inf")}},
    ],
)
def test_odd_but_harmless_records_go_on(run: Run, tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "game.json"
    path.write_text(forged(**change))
    code, out, _ = run("play", "tictactoe", "--two", "--ascii", typed=f"load {path}\nc3\nquit\n")
    assert code == 0 and "your game is saved in" in out and "\x1b" not in out


def test_a_level_that_does_not_fit_is_not_seated_from_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(forged(options={"size": "5x5", "line": 4}, players=["person", "hard"]))
    code, _, err = run("play", "tictactoe", "--load", str(path))
    assert code == 1 and "'Hard' does not play on this board" in err
    code, out, _ = run("play", "tictactoe", "--two", typed=f"load {path}\nb2\nquit\n")
    assert code == 0 and "'Hard' does not play on this board" in out
    path.write_text(forged())
    code, _, err = run("play", "tictactoe", "--load", str(path), "--bot", "nowhere.py")
    assert code == 1 and "there is no file nowhere.py" in err


@posix
def test_pipes_and_devices_are_not_files(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(Refusal, match=r"cannot read .*: it is not a file"):
        open_record(pipe)
    with pytest.raises(Refusal, match=r"cannot write .*: it is not a file"):
        save(pipe, OPEN)
    assert pipe.is_fifo()
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(Refusal, match="cannot write"):
        save(loop, OPEN)


@pytest.mark.parametrize(
    "words",
    ["tool connect4 puzzles", "tool connect4 book", "tool connect4 exam", "book connect4 --ply 8 --out"],
)
def test_what_takes_long_asks_first_whether_its_file_can_be_written(
    run: Run, words: str, tmp_path: Path
) -> None:
    target = tmp_path / "no" / "such.file"
    code, out, err = run(*words.split(), str(target))
    assert code == 1 and f"cannot write {target}" in err and "positions" not in out
    if words.startswith("tool"):  # a folder is refused by the option itself elsewhere
        code, out, err = run(*words.split(), str(tmp_path))
        assert code == 1 and f"cannot write {tmp_path}" in err and "positions" not in out
    assert list(tmp_path.iterdir()) == []


def test_a_look_whether_a_file_can_be_written_leaves_it_alone(tmp_path: Path) -> None:
    target = tmp_path / "kept"
    check_writable(target)
    assert list(tmp_path.iterdir()) == []
    target.write_text("words")
    check_writable(target)
    assert list(tmp_path.iterdir()) == [target] and target.read_text() == "words"


@pytest.mark.parametrize("content", ['{"KEY": 1' + "0" * 400 + "}", "[" * 5000, '{"KEY": NaN}', "[1]", "\0"])
def test_a_broken_file_of_best_times_stops_no_game(data_folder: Path, content: str) -> None:
    options = game("minesweeper").settle()
    keep_best_time("minesweeper", options, 9.0)
    path = data_folder / "best.json"
    key = next(iter(json.loads(path.read_text())))
    path.write_text(content.replace("KEY", key))
    assert best_time("minesweeper", options) is None
    assert keep_best_time("minesweeper", options, 5.0)
    assert best_time("minesweeper", options) == 5.0


# Streams.


@posix
@pytest.mark.parametrize(
    "line", ["damier games >&-", "damier games <&- >&- 2>&-", "echo b2 | damier 2>&- >&-"]
)
def test_closed_streams_are_no_mistake(line: str) -> None:
    done = shell(line)
    assert (done.returncode, done.stderr) == (0, b"")


@posix
def test_a_closed_input_is_the_end_of_input() -> None:
    done = shell("damier play tictactoe <&-")
    assert done.returncode == 0 and b"goodbye!" in done.stdout and not done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full")
def test_a_full_disk_is_told(data_folder: Path) -> None:
    done = shell("damier rules tictactoe > /dev/full", LANG="fr_FR.UTF-8")
    assert done.returncode == 1
    assert (
        done.stderr.decode()
        == "Erreur\u00a0: impossible de continuer\u00a0: il n'y a plus de place sur le disque\n"
    )


def test_a_stream_that_knows_only_ascii_gets_the_rest_as_question_marks() -> None:
    done = shell("damier rules connect4 --lang fr", PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and b"les coups s'?crivent" in done.stdout and not done.stderr


@posix
def test_plain_characters_only_also_while_something_moves() -> None:
    """The signs that turn and grow are drawn in a terminal alone."""
    import pty

    for words in (["match", "tictactoe", "easy", "easy", "--games", "2"], ["warm"]):
        leader, follower = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-m", "damier", *words, "--ascii"],
            stdin=follower,
            stdout=follower,
            stderr=follower,
        ) as child:
            os.close(follower)
            out = b""
            while chunk := _read(leader):
                out += chunk
        os.close(leader)
        assert child.returncode == 0 and out.isascii() and b"\x1b[" in out, out


def _read(number: int) -> bytes:
    try:
        return os.read(number, 65536)
    except OSError:  # Linux says so when the other end is closed
        return b""


def test_nothing_is_cut_off_where_there_is_little_room(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    for words in (["games"], ["levels", "tictactoe"]):
        code, out, _ = run(*words, "--ascii")
        assert code == 0 and out.isascii()


# Bots and engines.


def test_an_answer_nested_too_deep_is_not_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "deep.py"
    path.write_text(
        "import os, time\n"
        "def move(view):\n"
        "    for number in range(3, 20):\n"
        "        try:\n"
        '            report = b\'info string {"failed": "go", "words": \'\n'
        "            os.write(number, report + b'[' * 975 + b']' * 975 + b'}\\n')\n"
        "        except OSError:\n"
        "            pass\n"
        "    time.sleep(30)\n"
    )
    state = TICTACTOE.begin()
    bot: Bot = Bot(path, "tictactoe", 1)
    with bot, pytest.raises(BotFailed, match="not an answer"):
        list(bot.think(state, Limit()))


def test_what_a_bot_is_called_and_prints_is_shown_as_it_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "[bold]" / "[red].py"
    path.parent.mkdir()
    path.write_text("def move(view):\n    print('\\x1b[2J [/x] \\\\')\n    return view.moves()[0]\n")
    code, out, _ = run("watch", "tictactoe", "--first", str(path), "--delay", "0", "--seed", "1", "--ascii")
    assert code == 0
    assert "[red].py" in out and "[2J [/x] \\\n" in out and "\x1b" not in out


def test_control_c_ends_watching_in_the_middle_of_a_thought() -> None:
    """At the prompt it hurries an engine; who only watches wants to go."""

    class Interrupted:
        def think(self, view: Any, limit: Limit) -> Any:
            yield Analysis(move=view.moves()[0], lines=())
            raise KeyboardInterrupt

    screen = Screen()
    state = TICTACTOE.begin()
    assert screen.think(Interrupted(), state, Limit()).move == state.moves()[0]
    with pytest.raises(KeyboardInterrupt):
        screen.think(Interrupted(), state, Limit(), hurry=False)
    asked = []

    def think(*args: Any, **how: Any) -> Analysis[Any]:
        asked.append(how)
        raise KeyboardInterrupt

    screen.think = think  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        watch_at(screen, open_table(TICTACTOE, TICTACTOE.settle(), ["easy", "easy"]), 0)
    assert asked == [{"hurry": False}]


def test_redo_does_not_make_the_moves_of_others() -> None:
    """The engine answers the move that is made again; its old answer is not the person's next move."""
    table = Table(TICTACTOE, seed=1, players=["person", "last"])

    class Last:
        def think(self, view: Any, limit: Limit) -> Any:
            yield Analysis(move=view.moves()[-1], lines=())

    ai = Ai(
        table,
        1,
        lambda seed: Last(),
        Limit(),
        lambda engine, view, limit: next(iter(engine.think(view, limit))),
    )
    ai.init()
    table.start()
    table.play(table.state.moves()[0])
    assert table.undo(until=0) == 2
    table.redo()
    assert len(table.moves) == 2
    with pytest.raises(Refusal, match="no move to make again"):
        table.redo()
