"""Record text: what people read and write holds all that a record holds, and rubbish is refused in words."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from damier.core.record import ENDINGS, FORMAT, WITHOUT_LOSER, Record
from damier.core.record_files import MAX_BYTES, open_record, save, spare
from damier.core.record_text import FIELDS, WIDTH, read_records, read_texts, write_text
from damier.core.text import Refusal, Unreadable
from damier.games import games
from damier.table import Table

BY_HAND = """\
# Lunch break, the 3rd of May.
damier record 1
Game: connect4
option size: 7x6
players: Ann, "Bob, the second"

ending: resigned
loser: 2
moves: 4 4
\t5
# a blunder
  3 6
"""
READ = Record(
    game="connect4",
    options={"size": "7x6"},
    seed=0,
    moves=("4", "4", "5", "3", "6"),
    ending="resigned",
    loser=1,
    players=("Ann", "Bob, the second"),
)
FULL = Record(
    game="dots",
    options={"size": "5x5", "swap": 1, "odd": "1"},
    seed=2**127,
    moves=tuple(f"a{n}-b{n}" for n in range(60)),
    ending="time",
    loser=0,
    players=("person", "my bot.py"),
    practice=True,
    more={"clock": {"main": 300, "spent": [1.5]}, "name": "Zoë"},
)


def text(record: Record) -> str:
    """As text, checked to fit a file."""
    written = write_text(record)
    assert written.encode("utf-8").decode("utf-8") == written
    return written


def records(strange: st.SearchStrategy[str]) -> st.SearchStrategy[Record]:
    """Any record that JSON can hold."""
    tree = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | strange,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(strange, inner, max_size=3),
        max_leaves=8,
    )
    ends = st.sampled_from(ENDINGS).flatmap(
        lambda ending: st.tuples(
            st.just(ending), st.none() if ending in WITHOUT_LOSER else st.integers(0, 63)
        )
    )
    move = strange.filter(lambda word: word.split() == [word])
    return st.builds(
        lambda end, **fields: Record(ending=end[0], loser=end[1], **fields),
        end=ends,
        game=strange,
        options=st.dictionaries(strange, strange | st.integers(), max_size=4),
        seed=st.integers(0, 10**60 - 1),
        moves=st.lists(move, max_size=50).map(tuple),
        players=st.lists(strange, max_size=4).map(tuple),
        practice=st.booleans(),
        more=st.dictionaries(strange, tree, max_size=3),
    )


ANYTHING = st.text(st.characters(), max_size=8) | st.text(
    ' ",:#\\\n\r\t{}-0159abyes\u2028\x00\ud800', max_size=8
)


@settings(max_examples=400, deadline=None)
@given(record=records(ANYTHING))
def test_text_holds_all_that_a_record_holds(record: Record) -> None:
    assert Record.load(record.dump()) == record, "a record at all"
    assert list(read_texts(text(record))) == [(1, record)]
    assert list(read_records(text(record))) == list(read_records(record.dump())) == [(1, record)]


@settings(max_examples=100, deadline=None)
@given(several=st.lists(records(ANYTHING), max_size=4), end=st.sampled_from(["\n", "\r\n"]))
def test_several_records_in_one_file(several: list[Record], end: str) -> None:
    for words in ("\n".join(map(text, several)), "".join(record.dump() + "\n" for record in several)):
        found = list(read_records(words.replace("\n", end)))
        assert [record for _, record in found] == several
        assert [number for number, _ in found] == sorted({number for number, _ in found})


def test_records_of_every_game_are_the_same_in_both_forms() -> None:
    for game in games().values():
        table = Table(game, seed=5, players=["person"] * game.deal(game.settle(), 5).seats)
        for _ in range(12):
            if table.ended is None:
                table.play(table.view().moves()[-1])
        record = table.record()
        words = text(record)
        assert '"' not in words.partition("more:")[0], "nothing of an ordinary game needs quotation marks"
        assert list(read_texts(words)) == [(1, record)]


def test_people_can_write_it() -> None:
    assert list(read_texts(BY_HAND)) == [(2, READ)]
    assert list(read_records("\ufeff" + BY_HAND.replace("\n", "\r\n"))) == [(2, READ)]
    least = Record(game="tictactoe", options={}, seed=0)
    assert list(read_texts("damier record 1\ngame: tictactoe")) == [(1, least)]


def test_people_can_read_it() -> None:
    lines = text(FULL).splitlines()
    assert lines[0] == FORMAT and all(len(line) <= WIDTH for line in lines if not line.startswith("more:"))
    assert lines[1:9] == [
        "game: dots",
        "option size: 5x5",
        "option swap: 1",
        'option odd: "1"',
        "players: person, my bot.py",
        f"seed: {2**127}",
        "ending: time",
        "loser: 1",
    ]
    assert lines[9] == "practice: yes" and json.loads(lines[10].removeprefix("more: ")) == FULL.more
    assert lines[11].startswith("moves: a0-b0 a1-b1 ") and all(line.startswith("  a") for line in lines[12:])
    assert text(READ) == (
        "damier record 1\ngame: connect4\noption size: 7x6\n"
        'players: Ann, "Bob, the second"\nseed: 0\nending: resigned\nloser: 2\nmoves: 4 4 5 3 6\n'
    )


def test_a_broken_record_costs_no_other() -> None:
    bad = text(FULL).replace("seed: 1", "seed: x")
    pieces = ["hello\nworld\n", text(READ), bad, text(FULL), "damier record 2\nrules: new\n", text(READ)]
    found = list(read_texts("\n".join(pieces)))
    assert [kept for _, kept in found if isinstance(kept, Record)] == [READ, FULL, READ]
    refused = {number: str(kept) for number, kept in found if isinstance(kept, Refusal)}
    lines = "\n".join(pieces).split("\n")
    assert [lines[number - 1][:9] for number in refused] == ["hello", "seed: x70", "damier re"]
    assert "'seed'" in list(refused.values())[1]
    broken = FULL.dump().replace("dots", "", 1).replace('"practice": true', '"practice": 1')
    found = list(read_records(f"{READ.dump()}\n\n{broken}\nnonsense\n{FULL.dump()}"))
    assert [number for number, _ in found] == [1, 3, 4, 5]
    assert found[0][1] == READ and found[3][1] == FULL
    assert "'practice'" in str(found[1][1]) and "not JSON" in str(found[2][1])


@pytest.mark.parametrize(
    ("line", "where", "said"),
    [
        ("4 4 5", 3, "'4 4 5' is not a line of a record"),
        ("size: 7x6", 3, "'size: 7x6' is not a line of a record"),
        ("option: 7x6", 3, "is not a line of a record"),
        ("option : 7x6", 3, "is not a line of a record"),
        ('option "size: 7x6', 3, "is not a line of a record"),
        ('option "size" x: 7x6', 3, "is not a line of a record"),
        ("game x: dots", 3, "is not a line of a record"),
        (": 7x6", 3, "is not a line of a record"),
        ("game: dots", 3, "the line 'game' is there twice"),
        ("option size: 1\nOPTION size : 2", 4, "the line 'option size' is there twice"),
        ('option a: "x', 3, "'options'"),
        ("option a: " + "9" * 5000, 3, "'options'"),
        ("seed: -1", 3, "'seed'"),
        ("seed:", 3, "'seed'"),
        ("seed: " + "9" * 61, 3, "'seed'"),
        ("ending: won", 3, "'ending'"),
        ("ending: time", 1, "'loser'"),
        ("loser: 1", 3, "'loser'"),
        ("ending: time\nloser: 0", 4, "'loser'"),
        ("ending: time\nloser: none", 4, "'loser'"),
        ("ending: agreed\nloser: 1", 4, "'loser'"),
        ("players: ,", 3, "'players'"),
        ("players: a,", 3, "'players'"),
        ("players: a,,b", 3, "'players'"),
        ('players: "a" b', 3, "'players'"),
        ('players: "a', 3, "'players'"),
        ("practice: perhaps", 3, "'practice'"),
        ("more: 3", 3, "'more'"),
        ("more: {", 3, "'more'"),
        ("more: " + "[" * 100_000, 3, "'more'"),
        ('moves: 4 "5', 3, "'moves'"),
        ('moves: "\\u0020"', 3, "'moves'"),
        ('moves: ""', 3, "'moves'"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(line: str, where: int, said: str) -> None:
    words = f"damier record 1\ngame: dots\n{line}\n\n{text(READ)}"
    (number, problem), after = read_texts(words)
    assert isinstance(problem, Unreadable) and said in str(problem), problem
    assert number == where and after[1] == READ


def test_a_record_has_a_game() -> None:
    [(number, problem)] = read_texts("damier record 1\nmoves: 4")
    assert number == 1 and "'game'" in str(problem)
    [(number, problem)] = read_texts("  4 4\n")
    assert number == 1 and "does not begin" in str(problem)
    [(number, problem)] = read_texts("damier record 1\n  indented\n")
    assert number == 2 and "not a line" in str(problem)


@pytest.mark.parametrize("words", ["", "\n\n", "# only a remark\n", "\ufeff", " \r\n\t"])
def test_where_nothing_is_nothing_is_found(words: str) -> None:
    assert list(read_records(words)) == [] and list(read_texts(words.removeprefix("\ufeff"))) == []


LINES = st.lists(
    st.one_of(
        st.just(FORMAT),
        st.sampled_from(FIELDS).flatmap(lambda name: ANYTHING.map(lambda words: f"{name}: {words}")),
        ANYTHING.map(lambda words: f"option {words}"),
        ANYTHING,
        st.just(READ.dump()),
        st.text(max_size=40),
    ),
    max_size=12,
).map("\n".join)


@settings(max_examples=600, deadline=None)
@given(words=LINES)
@example("{" * 5000)
@example('{"a":' * 5000)
@example(f'{FORMAT}\nmore: {{"a":' + "[" * 900 + "]" * 900 + "}")
@example("{}")
@example("[]")
def test_rubbish_is_refused_in_words(words: str) -> None:
    for read in (read_texts, read_records):
        for number, found in read(words):
            assert 1 <= number <= words.count("\n") + 1
            if isinstance(found, Refusal):
                assert len(found.text.show("fr")) > 10
            else:
                assert Record.load(found.dump()) == found or "nan" in found.dump().lower()


@pytest.mark.parametrize(
    "words",
    [
        "players: " + "a," * 200_000,
        "players: " + ' "' * 200_000,
        "players: " + " " * 400_000 + '"',
        "option a" + " " * 400_000 + "b",
        'option "' + '\\"' * 200_000,
        "moves: " + '" ' * 200_000,
        "a" * 400_000,
        "more: " + '{"a":' * 100_000,
        "practice:\n" + "  x\n" * 100_000,
        "damier record\n" * 30_000,
    ],
    ids=str.__len__,
)
def test_long_rubbish_takes_no_longer_than_its_length(words: str) -> None:
    """A pattern that tries again from every place would not come back from these."""
    assert any(isinstance(found, Refusal) for _, found in read_records(f"{FORMAT}\ngame: x\n{words}"))


def test_what_is_nested_too_deep_is_refused() -> None:
    def nested(depth: int) -> dict[str, Any]:
        more: Any = 1
        for _ in range(depth):
            more = [more]
        return {"a": more}

    good = replace(READ, more=nested(30))
    assert Record.load(good.dump()) == good
    with pytest.raises(Unreadable, match="'more'"):
        Record.load(replace(READ, more=nested(60)).dump())
    with pytest.raises(Unreadable, match="'players'"):
        Record.load(READ.dump().replace('"Ann"', "[]"))


# Files.


@pytest.mark.parametrize("name", ["game.txt", "GAME.TXT", "game.json", "game"])
def test_a_file_may_hold_either_form(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    save(path, FULL)
    content = path.read_text("utf-8")
    assert content == (write_text(FULL) if name.lower().endswith(".txt") else FULL.dump() + "\n")
    assert open_record(path) == FULL
    path.write_text(BY_HAND, "utf-8")
    assert open_record(path) == READ
    path.write_text(json.dumps(json.loads(FULL.dump()), indent=2), "utf-8")
    assert open_record(path) == FULL


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_file_of_several_records_is_not_taken_for_one(tmp_path: Path, form: str) -> None:
    path = tmp_path / "all.txt"
    both = [write_text(READ), write_text(FULL)] if form == "text" else [READ.dump(), FULL.dump()]
    path.write_text("\n".join(both), "utf-8")
    with pytest.raises(Unreadable, match="several records"):
        open_record(path)
    with pytest.raises(Refusal, match="choose another name"):
        spare(path)  # it would be a pity to write one game over many


def test_an_empty_file_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.write_text("\n# nothing\n")
    with pytest.raises(Unreadable, match="does not begin with"):
        open_record(path)
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(Unreadable, match="longer"):
        open_record(path)


# The terminal and the docs.


def damier(*words: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "damier", *words], input=typed, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_terminal_replays_loads_and_saves_text(tmp_path: Path) -> None:
    by_hand, again = tmp_path / "lunch.txt", tmp_path / "again.txt"
    by_hand.write_text("damier record 1\ngame: tictactoe\nplayers: person, person\nmoves: b2 a1\n")
    assert "after move 2" in damier("play", "tictactoe", typed=f"load {by_hand}\nc3\nsave {again}\nquit\n")
    assert again.read_text().startswith(FORMAT) and open_record(again).moves == ("b2", "a1", "c3")
    agreed = tmp_path / "agreed.txt"
    save(agreed, replace(open_record(again), ending="agreed"))
    assert "a draw: by agreement" in damier("replay", str(agreed))


def test_the_records_in_the_docs_can_be_played_again() -> None:
    page = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
    blocks = re.findall(r"^```(?:text|json)\n(.*?)^```", page, re.M | re.S)
    assert len(blocks) == 3
    for block in blocks:
        [(_, record)] = read_records(block)
        assert isinstance(record, Record), record
        table = Table.resume(games()[record.game], record)
        assert len(table.moves) == len(record.moves) >= 3
    for name in FIELDS:
        assert f"| `{name}" in page
