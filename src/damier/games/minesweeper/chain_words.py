"""A chain of conclusions in words for people, with the numbers and cells to point at."""

from __future__ import annotations

from collections.abc import Iterable

from damier.core.engine import Reason
from damier.core.text import Param, Text
from damier.games.minesweeper.explanations import Deduction
from damier.games.minesweeper.proof import SEVERAL, SINGLE, SUBSET
from damier.games.minesweeper.scene import at
from damier.games.minesweeper.visible_board import Board, Cell


def reasons(view: Board, chain: Iterable[Deduction]) -> tuple[Reason, ...]:
    """A reason for each conclusion, in the order in which they are drawn."""
    return tuple(
        Reason(
            _sentence(view, step),
            tuple(at(cell, view) for cell in (*step.cells, *step.numbers)),
            kind="mine" if step.is_mine else "safe",
        )
        for step in chain
    )


def listed(view: Board, cells: Iterable[Cell]) -> Param:
    """The names of cells: ``c4``, ``c4 and c5``, ``c4, c5 and c6``."""
    *some, last = (view.grid.names[cell] for cell in cells)
    return Text("{cells} and {cell}", cells=", ".join(some), cell=last) if some else last


def _sentence(view: Board, step: Deduction) -> Text:
    if step.kind == SINGLE:
        return _single_mine(view, step) if step.is_mine else _single_safe(view, step)
    if step.kind == SUBSET:
        return _subset(view, step)
    return _several(view, step) if step.kind == SEVERAL else _counting(view, step)


def _single_mine(view: Board, step: Deduction) -> Text:
    (number,) = step.numbers
    name, n, cells = view.grid.names[number], int(view.cells[number]), listed(view, step.cells)
    if step.safe:
        return Text(
            "beside safe cells the {n} at {number} sees only {cells} for its mines",
            n=n,
            number=name,
            cells=cells,
        )
    return Text("the {n} at {number} sees only {cells} for its mines", n=n, number=name, cells=cells)


def _single_safe(view: Board, step: Deduction) -> Text:
    (number,) = step.numbers
    name, n, cells = view.grid.names[number], int(view.cells[number]), listed(view, step.cells)
    if not n:
        return Text("the 0 at {number} has no mine beside it; safe: {cells}", number=name, cells=cells)
    return Text(
        "the {n} at {number} already has its mines, {mines}; safe: {cells}",
        n=n,
        number=name,
        mines=listed(view, step.mines),
        cells=cells,
    )


def _subset(view: Board, step: Deduction) -> Text:
    one, other = step.numbers
    holes: dict[str, Param] = {
        "more": view.cells[one],
        "one": view.grid.names[one],
        "less": view.cells[other],
        "other": view.grid.names[other],
        "cells": listed(view, step.cells),
    }
    if step.is_mine:
        return Text(
            "the {more} at {one} has {n} more mines to find than the {less} at {other}, "
            "and only {cells} for them",
            n=_left(view, one, step) - _left(view, other, step),
            **holes,
        )
    return Text(
        "the {more} at {one} has at least {n} mines in common with the {less} at {other}, "
        "which needs no more; safe: {cells}",
        n=_left(view, other, step),
        **holes,
    )


def _left(view: Board, number: Cell, step: Deduction) -> int:
    """How many mines a number has to find beside those that are known."""
    return int(view.cells[number]) - sum(cell in view.grid.around[number] for cell in step.mines)


def _several(view: Board, step: Deduction) -> Text:
    numbers, cells = listed(view, step.numbers), listed(view, step.cells)
    if step.is_mine:
        return Text("the numbers at {numbers} fit only with a mine at {cells}", numbers=numbers, cells=cells)
    return Text("the numbers at {numbers} fit only if {cells} is safe", numbers=numbers, cells=cells)


def _counting(view: Board, step: Deduction) -> Text:
    n, cells = view.mines - len(step.mines), listed(view, step.cells)
    if not step.numbers:
        if step.is_mine:
            return Text("there are as many mines left as cells: {cells} is a mine", cells=cells)
        return Text("no mine is left, so {cells} is safe", cells=cells)
    numbers = listed(view, step.numbers)
    if step.rests and step.is_mine:
        return Text(
            "of {n} mines left those that are not beside {numbers} fill all other cells: {cells} is a mine",
            n=n,
            numbers=numbers,
            cells=cells,
        )
    if step.rests:
        return Text(
            "all {n} mines left lie beside {numbers}, so {cells} is safe", n=n, numbers=numbers, cells=cells
        )
    if step.is_mine:
        return Text(
            "with {n} mines left nothing fits {numbers} but a mine at {cells}",
            n=n,
            numbers=numbers,
            cells=cells,
        )
    return Text(
        "with {n} mines left nothing fits {numbers} unless {cells} is safe", n=n, numbers=numbers, cells=cells
    )
