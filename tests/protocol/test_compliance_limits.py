"""``damier check-engine`` holds an engine to the limits of a match, in the match's own words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.protocol.checking import STRICT, check, findings
from tests.protocol.programs import CALM, failure, linux, posix, write_engine

from damier.protocol import supervise
from damier.protocol.compliance import GOOD, WRONG
from damier.protocol.compliance.asking import Asking


@pytest.mark.parametrize(
    "changed",
    [
        "def go(text, words): say('x' * 100_001); say('bestmove ' + free(text)[0])",
        "def go(text, words):\n    while True: say('info string x' * 100)",
        "def go(text, words): sys.stderr.write('x' * 3_000_000); time.sleep(0.2); say('bestmove a1')",
        pytest.param(
            "def go(text, words):\n"
            "    for _ in range(40):\n"
            "        if os.fork() == 0: time.sleep(60); os._exit(0)\n"
            "    time.sleep(0.5)\n"
            "    say('bestmove ' + free(text)[0])",
            marks=linux,
        ),
        pytest.param(
            "def go(text, words): x = bytearray(5 * 2**30); say('bestmove ' + free(text)[0])", marks=posix
        ),
        pytest.param("def go(text, words): os.kill(os.getpid(), signal.SIGSEGV)", marks=posix),
    ],
)
def test_what_would_lose_a_match_is_found_in_the_same_words(tmp_path: Path, changed: str) -> None:
    command = write_engine(tmp_path, changed)
    lost = str(failure(command, CALM).text).removeprefix("little ")
    found = findings(command)
    assert any(lost in line for line in found[WRONG]), (lost, found)


@posix
def test_what_it_may_use_is_told_when_it_has_died(tmp_path: Path) -> None:
    hungry = "def go(text, words): x = bytearray(5 * 2**30); say('bestmove ' + free(text)[0])"
    check(tmp_path, hungry, WRONG, "MemoryError; each of its processes may use 4 GiB of memory, 1 h of")


@linux
def test_processes_are_counted_after_every_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match looks from time to time, and may miss those that are gone when the next move is asked for."""
    monkeypatch.setattr(supervise, "SECONDS_BETWEEN_LOOKS", 1000.0)
    changed = """
        children = []
        def place(line):
            while children:
                os.kill(children[-1], signal.SIGKILL)
                os.waitpid(children.pop(), 0)
            return line.partition(" text ")[2]
        def go(text, words):
            for _ in range(40 if len(free(text)) == 1 else 0):
                child = os.fork()
                if child == 0:
                    time.sleep(60)
                    os._exit(0)
                children.append(child)
            say("bestmove " + free(text)[0])
    """
    check(tmp_path, changed, WRONG, "started more than 16 processes at once")


@linux
def test_processor_time_is_limited_too(tmp_path: Path) -> None:
    changed = """
        def go(text, words):
            until = time.process_time() + (0.8 if "cputime" in words else 0.0)
            while time.process_time() < until:
                pass
            say("bestmove " + free(text)[0])
    """
    check(tmp_path, changed, WRONG, "s of processor time where it had 0.1 s")


def test_a_flood_while_the_other_thinks_is_found(tmp_path: Path) -> None:
    changed = """
        import threading
        waiting = 0
        def flood(number):
            while number == waiting:
                say("info string x" * 100)
        def go(text, words):
            say("bestmove " + free(text)[0])
        def ready():
            global waiting
            waiting += 1
            say("readyok")
            threading.Timer(0.3, flood, [waiting]).start()
        def place(line):
            global waiting
            waiting += 1
            return line.partition(" text ")[2]
    """
    check(tmp_path, changed, WRONG, "while the other thinks: ")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            "def go(text, words): time.sleep(1.5); say('bestmove ' + free(text)[0])",
            "gave no answer within 0.325 s",
        ),
        (
            "def go(text, words): time.sleep(0.9 * ('times' in words)); say('bestmove ' + free(text)[0])",
            "and 'go times 300 300 increments 100 100': ",
        ),
        (
            "def go(text, words): time.sleep(0.45 * ('times' in words)); say('bestmove ' + free(text)[0])",
            "s with 0.3 s on its clock",
        ),
        (
            "def go(text, words): time.sleep(2 * ('infinite' in words)); say('bestmove ' + free(text)[0])",
            "0.5 s is the most",
        ),
    ],
)
def test_what_comes_too_late_is_said(tmp_path: Path, changed: str, said: str) -> None:
    check(tmp_path, changed, WRONG, said, STRICT)


@pytest.mark.parametrize(("took", "share"), [(0.0, "0%"), (0.15, "50%"), (0.4, "100%")])
def test_the_share_of_its_time_that_it_used_is_told(
    tmp_path: Path, took: float, share: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Asking._answer

    def answered(asking: Asking, *about: Any) -> str:
        found = answer(asking, *about)
        asking.took = took
        return found

    monkeypatch.setattr(Asking, "_answer", answered)
    assert f"tictactoe: of 0.3 s for a move it used {share}" in findings(write_engine(tmp_path))[GOOD]
