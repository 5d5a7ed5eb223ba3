"""The command for puzzles."""

from __future__ import annotations

import click

from damier.cli.commands import check_seed, cli, find, language_options, screen_for, words
from damier.core.text import Refusal, Text


@cli.command(help=words(Text("Puzzles: positions in which exactly one move wins; find it, and win.")))
@click.argument("game")
@click.option("--grade", help=words(Text("how hard; by default one of each grade, the easiest first")))
@click.option("--count", type=click.IntRange(1, 1000), help=words(Text("how many puzzles")))
@click.option("--new", is_flag=True, help=words(Text("made and checked by the solver now, by the seed")))
@click.option("--seed", type=click.IntRange(0), help=words(Text("the same seed, the same puzzles")))
@click.option("--json", "for_programs", is_flag=True, help=words(Text("for programs, a line of JSON each")))
@language_options
def puzzles(
    game: str,
    grade: str | None,
    count: int | None,
    new: bool,
    seed: int | None,
    for_programs: bool,
    lang: str | None,
    ascii: bool,
) -> None:
    from damier.core.game import new_seed
    from damier.core.tools.puzzle import the_puzzler
    from damier.terminal.puzzles import print_puzzles, solve_puzzles

    found = find(game)
    puzzler = the_puzzler(found)
    check_seed(seed)
    wanted = puzzler.grade(grade) if grade is not None else None
    most = count if count is not None else (len(puzzler.grades) if wanted is None else 10)
    stored = len(puzzler.stored() if wanted is None else puzzler.of(wanted))
    if most > stored and not new:
        raise Refusal(
            Text("{n} such puzzles are stored: ask for fewer, or for new ones with --new", n=stored)
        )
    picked = puzzler.pick(wanted, most, new_seed() if seed is None else seed, new)
    if for_programs:
        print_puzzles(found, picked)
    else:
        solve_puzzles(screen_for(lang, ascii), found, puzzler, picked, most)
