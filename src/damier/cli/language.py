"""Which language to speak, and click's own words in it."""

from __future__ import annotations

import copy
import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import click

from damier.core.text import LANGUAGES, Text, catalogue

CLICK_WORDS = (
    Text("Usage:"),
    Text("Options"),
    Text("Commands"),
    Text("Positional arguments"),
    Text("Show this message and exit."),
    Text("Show the version and exit."),
    Text("Try '{command} {option}' for help."),
    Text("Error: {message}"),
    Text("Aborted!"),
    Text("default: {default}"),
    Text("Invalid value: {message}"),
    Text("Invalid value for {param_hint}: {message}"),
    Text("Missing argument"),
    Text("Missing option"),
    Text("Missing parameter"),
    Text("Missing command."),
    Text("No such command {name!r}."),
    Text("No such option {name!r}."),
    Text("Option {name!r} does not take a value."),
    Text("Option {name!r} requires an argument."),
    Text("Option {name!r} requires {nargs} arguments."),
    Text("Argument {name!r} takes {nargs} values."),
    Text("Got unexpected extra argument ({args})"),
    Text("Got unexpected extra arguments ({args})"),
    Text("Did you mean {possibility}?"),
    Text("(Did you mean one of: {possibilities}?)"),
    Text("{value!r} is not a valid {number_type}."),
    Text("{value} is not in the range {range}."),
    Text("{value!r} is not {choice}."),
    Text("{value!r} is not one of {choices}."),
    Text("{name} {filename!r} does not exist."),
    Text("{name} {filename!r} is a directory."),
    Text("{name} {filename!r} is a file."),
    Text("{name} {filename!r} is not readable."),
    Text("path"),
    Text("file"),
    Text("directory"),
)
"""What click may say to a user of damier; it asks gettext for them, and we answer."""

VALUE_KINDS = {
    "text": Text("text"),
    "file": Text("file"),
    "directory": Text("directory"),
    "integer range": Text("whole number"),
    "float range": Text("number"),
}
"""What the kinds of values are called; click names them once for all, in English."""

ARGUMENTS = {
    "game": Text("GAME"),
    "file": Text("FILE"),
    "first": Text("FIRST"),
    "second": Text("SECOND"),
    "player": Text("PLAYER"),
    "name": Text("NAME"),
    "arguments": Text("ARGUMENTS"),
    "command": Text("COMMAND"),
}
"""What the arguments are called in a usage."""

HelpRecord: TypeAlias = Callable[[click.Context], tuple[str, str] | None]
"""How click writes an option in a help: its names, and what it does."""

_MODULES = ("core", "decorators", "exceptions", "formatting", "parser", "termui", "types", "utils")


def detect(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language asked for with ``--lang``, else the environment's, else English."""
    for i, word in enumerate(arguments):
        if word == "--":
            break
        given = word.partition("=")[2] if word.startswith("--lang=") else ""
        if word == "--lang" and i + 1 < len(arguments):
            given = arguments[i + 1]
        if given.lower() in LANGUAGES:
            return given.lower()
    for name in ("DAMIER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            code = environment[name][:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


def translated(group: click.Group, language: str) -> click.Group:
    """A copy of the commands whose help is in *language*; click itself speaks it from now on."""
    words = catalogue(language)

    def say(message: str) -> str:
        entry = words.get(message, message)
        return entry if isinstance(entry, str) else message

    for name in _MODULES:
        module = importlib.import_module(f"click.{name}")
        vars(module)["_"] = say
        vars(module)["ngettext"] = lambda one, more, n: say(one if n == 1 else more)
    group = copy.deepcopy(group)
    for command in (group, *group.commands.values()):
        command.help = say(command.help or "")
        command.options_metavar = Text("[OPTIONS]").show(language)
        if isinstance(command, click.Group):
            command.subcommand_metavar = Text("[COMMAND] [ARGUMENTS]...").show(language)
        for param in command.params:
            if isinstance(param, click.Option) and param.help:
                param.help = say(param.help)
            if isinstance(param, click.Option) and language == "fr":
                vars(param)["get_help_record"] = _french(param.get_help_record)
            if isinstance(param, click.Argument) and param.name in ARGUMENTS:
                word = ARGUMENTS[param.name].show(language)
                param.metavar = word if param.required else f"[{word}]" + "..." * (param.nargs < 0)
            if param.type.name in VALUE_KINDS:
                param.type.name = VALUE_KINDS[param.type.name].show(language)
    return group


def _french(record: HelpRecord) -> HelpRecord:
    """Click joins what it adds to a help text, ``[par défaut : 8000; x>=0]``, with a bare semicolon."""

    def spaced(context: click.Context) -> tuple[str, str] | None:
        found = record(context)
        if found is None:
            return None
        names, words = found
        return names, re.sub(r"; (?=[^\[\]]*\]$)", "\N{NARROW NO-BREAK SPACE}; ", words)

    return spaced
