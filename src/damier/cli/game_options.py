"""The options that games declare, as options of the commands that begin a board."""

from __future__ import annotations

from collections.abc import Iterable

import click

from damier.cli.language import VALUE_KINDS
from damier.core.options import Choice, Option, Size, Switch
from damier.games import game, names

OFFERED_OPTIONS = "damier.game_options"
"""Where click's context keeps what the games offer."""


class GameCommand(click.Command):
    """A command; where it has ``--setup``, it has the options of the games too.

    Of the games that are named on the line if any is, so that no other is imported; in its help, and where
    an option is of none of these, of all games: the game itself says then which options it has.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        named = [word for word in args if word in names()]
        asks = not named and any(word in ctx.help_option_names for word in args)
        try:
            return self._parse(ctx, list(args), names() if asks else named)
        except click.NoSuchOption:
            return self._parse(ctx, args, names())

    def _parse(self, ctx: click.Context, args: list[str], keys: Iterable[str]) -> list[str]:
        if any(param.name == "setup" for param in self.params):
            taken = {param.name for param in self.params}
            ctx.meta[OFFERED_OPTIONS] = _options(
                list(dict.fromkeys(keys)), taken, ctx.find_object(str) or "en"
            )
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        own = super().get_params(ctx)
        after = next((i for i, param in enumerate(own, 1) if param.name == "setup"), 0)
        return [*own[:after], *ctx.meta.get(OFFERED_OPTIONS, ()), *own[after:]]


class GameCommands(click.Group):
    """Every command is one of these."""

    command_class = GameCommand


def _options(keys: list[str], taken: set[str], language: str) -> list[click.Parameter]:
    """One option a name; a name that a command has already, or that click cannot take, needs ``--option``."""
    declared: dict[str, dict[str, Option]] = {}
    for key in keys:
        for name, option in game(key).options.items():
            if name not in taken and name.isidentifier():
                declared.setdefault(name, {})[key] = option
    return [
        _option(name, next(iter(options.values())), _help(options, len(keys) > 1, language), language)
        for name, options in declared.items()
    ]


def _option(name: str, option: Option, about: str, language: str) -> click.Option:
    words = [f"--{name.replace('_', '-')}", name]
    if isinstance(option, Switch):
        return click.Option(words, is_flag=True, flag_value=1, default=None, help=about)
    return click.Option(words, metavar=_metavar(option, language), help=about)


def _help(options: dict[str, Option], several: bool, language: str) -> str:
    """What it is, and in which games, if several were asked: ``how many walls each has (quoridor)``."""
    games: dict[str, list[str]] = {}
    for key, option in options.items():
        games.setdefault(option.about.show(language), []).append(key)
    if not several:
        return next(iter(games))
    return ", ".join(f"{about} ({', '.join(keys)})" for about, keys in games.items())


def _metavar(option: Option, language: str) -> str:
    if isinstance(option, Size):
        return "7x6"
    if isinstance(option, Choice):
        return f"[{'|'.join(option.values)}]"
    return VALUE_KINDS["integer range"].show(language).upper()
