"""Files of weights: the same again, with where they come from, and not believed when damaged."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from damier.core.text import Refusal
from damier.engines.weights import Origin, load_weights, save_weights

ORIGIN = Origin("quoridor", "damier train quoridor --seed 7", 7)
ARRAYS: dict[str, Any] = {
    "hidden": np.arange(12, dtype=np.float32).reshape(3, 4),
    "bias": np.array([-1, 2], np.int16),
}


def test_what_was_saved_is_loaded_and_the_bytes_are_always_the_same(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    save_weights(path, ARRAYS, ORIGIN)
    arrays, origin = load_weights(path, "quoridor")
    assert origin == ORIGIN and arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype and np.array_equal(arrays[name], array)
    again = tmp_path / "again.npz"
    save_weights(again, ARRAYS, ORIGIN)
    assert again.read_bytes() == path.read_bytes()


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    save_weights(tmp_path / "w.npz", ARRAYS, ORIGIN)
    with pytest.raises(Refusal, match="are for 'quoridor'"):
        load_weights(tmp_path / "w.npz", "dots")


def test_a_changed_number_is_found(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    save_weights(path, ARRAYS, ORIGIN)
    with zipfile.ZipFile(path) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    changed = bytearray(content["hidden.npy"])
    changed[-1] ^= 1
    content["hidden.npy"] = bytes(changed)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    with pytest.raises(Refusal, match="is damaged: make it anew with 'damier train quoridor --seed 7'"):
        load_weights(path, "quoridor")


def _npz(**arrays: object) -> bytes:
    written = io.BytesIO()
    np.savez(written, **arrays)  # type: ignore[arg-type]
    return written.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"rubbish",
        b"PK\x03\x04rubbish",
        _npz(hidden=np.zeros(3)),
        _npz(origin=np.array("[]")),
        _npz(origin=np.array('{"format": "damier weights 9", "hash": ""}')),
        _npz(origin=np.array("[" * 100_000)),
        _npz(origin=np.array([{"pickled": 1}], dtype=object)),
    ],
)
def test_rubbish_is_refused_with_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "w.npz"
    path.write_bytes(content)
    with pytest.raises(Refusal, match="is not a file of weights"):
        load_weights(path, "quoridor")


def test_every_cut_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    save_weights(path, ARRAYS, ORIGIN)
    whole = path.read_bytes()
    for length in range(0, len(whole), 37):
        path.write_bytes(whole[:length])
        with pytest.raises(Refusal):
            load_weights(path, "quoridor")


def test_a_file_that_is_not_there_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="cannot read"):
        load_weights(tmp_path / "nothing.npz", "quoridor")
