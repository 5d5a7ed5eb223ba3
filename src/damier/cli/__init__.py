"""The command line: every command is a few lines that hand over to the layer below."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TextIO, cast

import click

from damier.cli import (  # noqa: F401 - each registers its commands
    analyse_solve_train,
    arena,
    developer,
    engine,
    exam,
    generate,
    puzzles,
    report,
    review,
    serve,
    simulate,
)
from damier.cli.commands import cli
from damier.cli.language import detect, translated
from damier.core.os_errors import trouble
from damier.core.text import Refusal, Text, printable

PLAIN = "damier.plain"
"""What Python calls our way to write a sign that an encoding does not know."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run damier; whatever was wrong is said in one sentence, in the language of the person."""
    _mend_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    language = detect(words, os.environ)
    group = translated(cli, language)
    try:
        status = group.main(words, prog_name="damier", standalone_mode=False, obj=language)
    except click.ClickException as problem:
        problem.show()
        sys.exit(problem.exit_code)
    except Refusal as problem:
        _complain(problem.text, language)
        sys.exit(1)
    except (click.Abort, KeyboardInterrupt):
        click.echo()
        click.echo(Text("goodbye!").show(language), err=True)
        sys.exit(130)
    except OSError as problem:
        # Whoever read us has gone, or a disk is full; nothing more can be said there, at exit neither.
        if isinstance(sys.stdout, TextIOWrapper):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(problem, BrokenPipeError):
            _complain(Text("cannot go on: {error}", error=trouble(problem)), language)
        sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)


def _complain(text: Text, language: str) -> None:
    click.echo(printable(Text("Error: {message}", message=text).show(language)), err=True)


def _mend_streams() -> None:
    """Somewhere to read and to write where a stream was closed; no sign that a stream cannot bear."""
    codecs.register_error(PLAIN, _plain)
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, PLAIN), (sys.stderr, PLAIN)):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def _plain(problem: UnicodeError) -> tuple[str, int]:
    """A plain space for one that an old encoding does not know, a question mark for anything else."""
    assert isinstance(problem, UnicodeEncodeError)
    signs = problem.object[problem.start : problem.end]
    return "".join(" " if sign.isspace() else "?" for sign in signs), problem.end


def _nowhere(mode: str) -> TextIO:
    return cast(TextIO, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
