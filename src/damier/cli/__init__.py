"""The command line: every command is a few lines that hand over to the layer below."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from damier.cli.commands import cli
from damier.cli.language import detect, translated
from damier.core.text import Refusal, Text


def main(arguments: Sequence[str] | None = None) -> None:
    """Run damier; whatever was wrong is said in one sentence, in the language of the person."""
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
    except BrokenPipeError:
        # Whoever read us has gone; nothing more can be said, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)


def _complain(text: Text, language: str) -> None:
    click.echo(Text("Error: {message}", message=text).show(language), err=True)
