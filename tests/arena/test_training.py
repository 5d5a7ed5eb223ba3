"""Training at toy size: self-play, fit and proof, the same anywhere, and going on after a kill."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from damier.arena.plan import Plan
from damier.engines.weights import load_weights

PUPIL = Path(__file__).parents[1] / "data" / "pupil"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    shutil.copytree(PUPIL, tmp_path / "games" / "pupil")
    environment = {**os.environ, "DAMIER_GAMES": str(tmp_path / "games")}

    def damier(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "damier", *words],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
        )

    return damier


def train(run: Run, out: str, *more: str) -> subprocess.CompletedProcess[str]:
    return run("train", "pupil", "--proof", "120", "--seed", "3", "--out", out, *more)


def test_a_trained_level_is_proven_stronger_and_the_same_wherever_it_is_trained(
    run: Run, tmp_path: Path
) -> None:
    done = train(run, "one", "--generations", "2", "--processes", "1")
    assert done.returncode == 0, done.stderr
    one = tmp_path / "one"
    assert json.loads((one / "1" / "proof.json").read_text())["stronger"] is True
    weights, origin = load_weights(one / "best.npz", "pupil")
    assert weights["linear"].any()
    proofs = {int(path.parent.name): json.loads(path.read_text()) for path in one.glob("*/proof.json")}
    last = max(number for number, proof in proofs.items() if proof["stronger"])
    how = f"--generations {last} --games 60 --proof 120 --seed 3"
    assert origin.seed == 3 and origin.command == f"damier train pupil {how}"
    assert train(run, "two", "--generations", "2", "--processes", "2").returncode == 0
    for name in ("1/weights-1.npz", "2/weights-2.npz", "1/samples.jsonl", "1/proof.json", "best.npz"):
        assert (one / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name
    first = (one / "1" / "weights-1.npz").read_bytes()
    is_second_better = json.loads((one / "2" / "proof.json").read_text())["stronger"]
    assert (one / "best.npz").read_bytes() == (
        (one / "2" / "weights-2.npz").read_bytes() if is_second_better else first
    )


def test_it_goes_on_where_it_was_killed(run: Run, tmp_path: Path) -> None:
    assert train(run, "whole").returncode == 0
    whole = tmp_path / "whole"
    lines = (whole / "1" / "samples.jsonl").read_bytes().splitlines(keepends=True)
    assert len(lines) == 6
    half = tmp_path / "half"
    (half / "1").mkdir(parents=True)
    shutil.copy(whole / "training.json", half)
    (half / "1" / "samples.jsonl").write_bytes(b"".join(lines[:3]) + lines[3][:20])
    assert train(run, "half").returncode == 0
    for name in ("1/samples.jsonl", "1/weights-1.npz", "1/proof/games.jsonl", "best.npz"):
        assert (half / name).read_bytes() == (whole / name).read_bytes(), name
    before = {path: path.stat().st_mtime_ns for path in whole.rglob("*") if path.name != "best.npz"}
    assert train(run, "whole").returncode == 0
    assert {path: path.stat().st_mtime_ns for path in before} == before, "what is done is not done again"


def test_a_folder_may_have_any_name(run: Run, tmp_path: Path) -> None:
    name = 'Ann\'s "new" weights, @2s'
    done = train(run, name, "--games", "20")
    assert done.returncode == 0, done.stderr
    plan = Plan.load((tmp_path / name / "1" / "proof" / "run.json").read_text())
    weights = tmp_path / name / "1" / "weights-1.npz"
    assert [(who.spec, who.limit) for who in plan.entrants] == [
        (f"student:{weights}", None),
        ("student", None),
    ]


def test_ctrl_c_is_told_how_to_go_on(run: Run, tmp_path: Path) -> None:
    environment = {**os.environ, "DAMIER_GAMES": str(tmp_path / "games")}
    words = ["train", "pupil", "--games", "100000", "--out", "long", "--processes", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "damier", *words],
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    journal = tmp_path / "long" / "1" / "samples.jsonl"
    while process.poll() is None and not (journal.exists() and journal.stat().st_size):
        pass
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 130 and "the same command goes on where it stopped" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["train", "tictactoe"], "Tic-tac-toe has no tool 'train'"),
        (["train", "pupil", "--seed", str(2**128)], "a seed has at most 128 bits"),
        (["match", "pupil", "student:nothing.npz", "student"], "cannot read nothing.npz"),
        (
            ["match", "connect4", "child:new.npz", "child"],
            "the level 'Child' is not trained",
        ),
    ],
)
def test_nonsense_is_refused_with_a_sentence(run: Run, words: list[str], said: str) -> None:
    done = run(*words)
    assert done.returncode != 0 and said in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("content", [b'{"format": "damier training 1"}', b"\xff\xfe"])
def test_another_training_is_not_mixed_into_a_folder(run: Run, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "training.json").write_bytes(content)
    done = train(run, "there")
    assert done.returncode != 0 and "holds another training" in done.stderr
