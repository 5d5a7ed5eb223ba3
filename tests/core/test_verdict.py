"""What a move comes to: ordered, negated, and in words."""

from __future__ import annotations

import pickle
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damier.core.text import Text
from damier.core.verdict import (
    VERDICTS,
    Chance,
    Draw,
    Loss,
    Margin,
    Risk,
    Score,
    Verdict,
    Win,
    percent,
)
from damier.core.whose_moves import moves_of

counts = st.integers(1, 200)
shares = st.integers(0, 64).map(lambda n: n / 64)
"""Exact in binary, and so is 1 less one of them."""
numbers = st.floats(-1e6, 1e6)
known = st.booleans()
results = st.one_of(
    st.builds(Win, counts, proven=known), st.builds(Loss, counts, proven=known), st.builds(Draw, proven=known)
)
scales = {
    "margin": st.builds(Margin, st.integers(-50, 50), proven=known),
    "chance": st.builds(Chance, shares, proven=known),
    "risk": st.builds(Risk, shares, sure=st.sampled_from([1.0, 0.99]), estimated=known, proven=known),
    "score": st.builds(Score, numbers, st.sampled_from(["+.1f", "g"]), at_most=known, proven=known),
}


def alike() -> st.SearchStrategy[list[Verdict]]:
    """Verdicts that can be compared: results, and numbers of one kind."""
    return st.sampled_from(sorted(scales)).flatmap(
        lambda kind: st.lists(st.one_of(results, scales[kind]), min_size=3, max_size=8)
    )


@given(alike())
def test_verdicts_of_one_kind_and_results_have_one_order(verdicts: list[Verdict]) -> None:
    for one, other in product(verdicts, verdicts):
        assert (one < other) + (other < one) + (one <= other <= one) == 1
        assert (one > other) == (other < one) and (one >= other) == (other <= one)
    assert all(one <= other for one, other in pairwise(sorted(verdicts)))


@given(alike())
def test_a_verdict_crosses_processes(verdicts: list[Verdict]) -> None:
    assert pickle.loads(pickle.dumps(verdicts)) == verdicts


@given(alike())
def test_what_is_better_for_one_side_is_worse_for_the_other(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        other_side = -verdict
        assert other_side.proven == verdict.proven and type(-other_side) is type(verdict)
        assert -other_side <= verdict <= -other_side
    for one, other in combinations(verdicts, 2):
        assert (one < other) == (-other < -one)


def test_wins_come_first_the_quick_ones_before_the_slow_ones() -> None:
    best_first = [Win(1), Win(5), Score(900.0), Draw(), Score(-900.0), Loss(40), Loss(2)]
    assert sorted(best_first, reverse=True) == best_first
    assert -Win(5, proven=True) == Loss(5, proven=True) and -Draw() == Draw()
    assert Margin(2) > Draw() > Margin(-1) and Chance(0.6) > Draw() and Risk(0.1) > Risk(0.2)
    assert Score(3, less_is_better=True) < Score(1, less_is_better=True)
    assert (
        not Win(5) < Win(5, proven=True) and Win(5) <= Win(5, proven=True) and Win(5) != Win(5, proven=True)
    )


def test_numbers_of_other_kinds_cannot_be_compared() -> None:
    for one, other in combinations([Margin(1), Chance(0.5), Risk(0.5), Score(1.0)], 2):
        with pytest.raises(TypeError):
            assert one < other
        with pytest.raises(TypeError):
            assert one >= other


@pytest.mark.parametrize(
    ("verdict", "english", "french"),
    [
        (Win(5), "wins in 3 own moves", "gagne en 3 de ses coups"),
        (Loss(4, proven=True), "loses in 2 own moves", "perd en 2 de ses coups"),
        (Draw(), "draws", "fait nulle"),
        (Margin(3, proven=True), "+3 boxes", "+3 carrés"),
        (Margin(-1, proven=True), "-1 box", "-1 carré"),
        (Margin(4, -6, proven=True), "-2 boxes", "-2 carrés"),
        (Margin(0, proven=True), "0 boxes", "0 carré"),
        (Margin(2.44), "+2.4 boxes", "+2,4 carrés"),
        (Chance(0.634), "63%", "63\N{NARROW NO-BREAK SPACE}%"),
        (Risk(0.12), "12% mine", "12\N{NARROW NO-BREAK SPACE}% de mine"),
        (Risk(0.12, estimated=True), "~12% mine", "~12\N{NARROW NO-BREAK SPACE}% de mine"),
        (Score(-0.04), "+0.0", "+0,0"),
        (Score(0.25, "g"), "0.25", "0,25"),
        (Score(-1.5, at_most=True), "≤-1.5", "≤-1,5"),
        (Score(7, words=Text("draws")), "draws", "fait nulle"),
    ],
)
def test_words_are_made_from_the_data(verdict: Verdict, english: str, french: str) -> None:
    assert (verdict.label.show("en"), verdict.label.show("fr")) == (english, french)


def test_whose_moves_are_counted_is_said() -> None:
    """A win in 37 moves of both sides is one in 19 of your own."""
    told = {
        verdict: (str(verdict.label), str(moves_of(None, verdict.label)))
        for verdict in (Win(37), Loss(36), Win(1), Draw())
    }
    assert told[Win(37)] == ("wins in 19 own moves", "wins in 19 of your moves")
    assert told[Loss(36)] == ("loses in 18 own moves", "loses in 18 of your moves")
    of_red = moves_of(Text("red"), Text("counted out: this move {label}", label=Win(37).label))
    assert [of_red.show(language) for language in ("en", "fr", "es")] == [
        "counted out: this move wins in 19 of red's moves",
        "calculé jusqu'au bout\N{NO-BREAK SPACE}: ce coup gagne en 19 coups de rouge",
        "calculado hasta el final: esta jugada gana en 19 jugadas de rojo",
    ]
    assert told[Win(1)] == ("wins at once",) * 2 and told[Draw()] == ("draws",) * 2
    assert [str(one.short) for one in (Win(37), Loss(36), Win(1))] == [
        "wins in 19",
        "loses in 18",
        "wins at once",
    ]
    assert str(Loss(2).label) == "loses at once" and str(Win(3).label) == "wins in 2 own moves"


def test_signs_are_for_results() -> None:
    signs = {
        verdict: verdict.sign and verdict.sign.show("es")
        for verdict in (Win(5), Loss(36), Draw(), Score(1.0))
    }
    assert list(signs.values()) == ["G3", "P18", "=", None]


def test_what_the_other_side_would_say_is_not_known() -> None:
    assert -Score(2.0, words=Text("draws"), at_most=True, proven=True) == Score(-2.0, proven=True)


@pytest.mark.parametrize(
    ("risk", "sure", "words"),
    [
        (0.0, 1.0, "0"),
        (0.004, 1.0, "<1"),
        (0.337, 1.0, "34"),
        (0.9949, 1.0, "99"),
        (0.996, 1.0, ">99"),
        (1.0, 1.0, "100"),
        (0.986, 0.99, "<99"),
        (0.984, 0.99, "98"),
        (0.99, 0.99, "99"),
        (0.996, 0.99, "100"),
        (-0.25, 0.99, "-25"),
    ],
)
def test_a_risk_is_never_rounded_to_what_is_certain(risk: float, sure: float, words: str) -> None:
    assert percent(risk, sure) == words


def test_every_kind_is_known_by_its_name() -> None:
    assert all(VERDICTS[kind].kind == kind for kind in VERDICTS)
    assert {each.__name__ for each in VERDICTS.values()} == {
        each.__name__ for each in Verdict.__subclasses__()
    }
