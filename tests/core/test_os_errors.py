"""Why a file could not be read or written, in a sentence; and what is no such reason."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from damier.core.os_errors import reading, trouble, writing
from damier.core.record_files import write_whole
from damier.core.text import LANGUAGES, Refusal, Text


def test_reasons_of_the_system_are_translated() -> None:
    reason = trouble(FileNotFoundError(2, "No such file or directory"))
    assert len({reason.show(language) for language in LANGUAGES}) == len(LANGUAGES)
    assert str(trouble(OSError(99999, "odd"))) == "odd"


@pytest.mark.parametrize("saying", [reading, writing])
def test_only_a_name_that_no_file_can_have_is_blamed(
    saying: Callable[[Path], AbstractContextManager[None]],
) -> None:
    for name in ("a\0b", "a\ud800b"):
        with pytest.raises(Refusal, match="there can be no file of this name"), saying(Path(name)):
            Path(name).read_bytes()
    with pytest.raises(ValueError, match="invalid literal") as raised, saying(Path("fine")):
        int("a bug of ours")
    assert not isinstance(raised.value, Refusal)
    with pytest.raises(Refusal, match="its own reason"), saying(Path("fine")):
        raise Refusal(Text.literal("its own reason"))


def test_a_text_that_utf_8_does_not_know_is_written_all_the_same(tmp_path: Path) -> None:
    write_whole(tmp_path / "game.txt", "half a character: \ud800")
    assert (tmp_path / "game.txt").read_text("utf-8") == "half a character: ?"
