"""Write docs/reference.md from the docstrings of public names and the help of every command.

    python resources/recipes/reference.py

What is public: the names that `salience` exports, the plots, and the commands. A test says when
the file is not what this program writes.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
import textwrap
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import typer

import salience
from salience import plots
from salience.cli import app as cli

TARGET = Path(__file__).resolve().parents[2] / "docs/reference.md"
WIDTH = 80
_SECTION = re.compile(r"^(Args|Attributes|Returns|Yields|Raises|Example|Examples):\n", re.MULTILINE)
_ENTRY = re.compile(r"^(\S[^:\n]*):\s+", re.MULTILINE)
_NOT_PARTS = re.compile(r"__main__|version|cli(_\w+)?|options|console")


class _Raw(str):
    """A text that a signature shows as it is."""

    def __repr__(self) -> str:
        return str(self)


def reference() -> str:
    """The whole text."""
    public = {f"salience.{name}": getattr(salience, name) for name in salience.__all__}
    drawn = {
        f"salience.plots.{name}": value
        for name, value in vars(plots).items()
        if inspect.isfunction(value) and value.__module__ == plots.__name__ and name[0] != "_"
    }
    names = {name: value for name, value in public.items() if callable(value)}
    parts = [
        "# Reference",
        "Made by `python resources/recipes/reference.py` from docstrings and `--help`; don't edit.",
        "- [Python](#python): " + ", ".join(map(_link, names)),
        "- [Plots](#plots): " + ", ".join(map(_link, drawn)),
        "- [Commands](#commands): "
        + ", ".join(_link(f"salience {name}") for name, _ in commands()),
        "- [Parts](#parts)",
        "## Python",
        *(text for name, value in names.items() for text in _described(name, value)),
        "## Plots",
        inspect.getdoc(plots) or "",
        *(text for name, value in drawn.items() for text in _described(name, value)),
        "## Commands",
        *(f"### `salience {name}`\n\n```\n{text}\n```" for name, text in commands()),
        "## Parts",
        "Each module can be used on its own; its docstrings say how.",
        "\n".join(f"- `{name}`: {text}" for name, text in _modules()),
    ]
    return "\n\n".join(parts) + "\n"


def commands() -> Iterator[tuple[str, str]]:
    """Every command with its help."""

    def walk(command: Any, name: str, parent: Any) -> Iterator[tuple[str, str]]:
        context = command.make_context(
            name, [], parent=parent, resilient_parsing=True, terminal_width=WIDTH
        )
        inner = getattr(command, "commands", {})
        if parent is not None and not inner:
            yield context.command_path.removeprefix("salience "), command.get_help(context)
        for word in sorted(inner):
            yield from walk(inner[word], word, context)

    return walk(typer.main.get_command(cli.app), "salience", None)


def markdown(docstring: str) -> str:
    r"""A docstring with the sections Args, Returns and so on as Markdown.

    >>> print(markdown("Adds.\n\nArgs:\n    a: One\n        number.\n\nReturns:\n    The sum."))
    Adds.
    <BLANKLINE>
    - `a`: One number.
    <BLANKLINE>
    Returns: The sum.
    """
    first, *sections = _SECTION.split(docstring)
    parts = [first]
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        # A section ends where the text is no longer indented.
        inside = re.match(r"(?:(?:[ ].*)?\n|[ ].*\Z)*", body)
        assert inside is not None
        text, after = textwrap.dedent(inside[0]).strip(), body[inside.end() :]
        if title.startswith("Example"):
            parts.append(f"```python\n{text}\n```")
        elif title in ("Returns", "Yields"):
            parts.append(f"{title}: {text}")
        else:
            entries = re.sub(r"\n +", " ", text)
            listed = _ENTRY.sub(lambda m: f"- {_code(m[1])}: ", entries)
            parts.append(f"Raises:\n\n{listed}" if title == "Raises" else listed)
        parts.append(after)
    return "\n\n".join(part.strip() for part in parts if part.strip())


def _described(name: str, value: Any) -> Iterator[str]:
    """A heading, the signature and the docstring of a name; of a class, of its methods too."""
    yield f"### `{name}`"
    yield _signature(name.rpartition(".")[2], value)
    yield markdown(inspect.getdoc(value) or "")
    for method in vars(value).values() if inspect.isclass(value) else ():
        function = getattr(method, "__func__", method)
        if inspect.isfunction(function) and function.__name__[0] != "_" and function.__doc__:
            yield f"#### `{name}.{function.__name__}`"
            yield _signature(function.__name__, function)
            yield markdown(inspect.getdoc(function) or "")


def _signature(name: str, value: Callable[..., Any]) -> str:
    try:
        signature = inspect.signature(value)
    except ValueError:  # an error: Python keeps its signature to itself
        return f"```python\n{name}(message)\n```"
    parameters = [_shown(p) for p in signature.parameters.values() if p.name not in ("self", "cls")]
    inside = str(signature.replace(parameters=parameters, return_annotation=signature.empty))[1:-1]
    back = "" if inspect.isclass(value) else _annotation(signature.return_annotation)
    back = f" -> {back}" if back else ""
    if len(name) + len(inside) + len(back) > WIDTH:
        # A parameter a line: at commas outside of brackets.
        inside = re.sub(r", (?![^\[\(]*[\]\)])", ",\n    ", f"\n    {inside}") + ",\n"
    return f"```python\n{name}({inside}){back}\n```"


def _shown(parameter: inspect.Parameter) -> inspect.Parameter:
    """The parameter as its source has it: without quotes and addresses."""
    default = parameter.default
    if default is not parameter.empty and (callable(default) or "<factory>" in repr(default)):
        default = _Raw(getattr(default, "__name__", "..."))
    annotation = _annotation(parameter.annotation)
    return parameter.replace(
        default=default, annotation=_Raw(annotation) if annotation else parameter.empty
    )


def _annotation(annotation: object) -> str:
    if annotation is inspect.Parameter.empty:
        return ""
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _modules() -> Iterator[tuple[str, str]]:
    """The modules with the first lines of their docstrings."""
    for module in pkgutil.walk_packages(salience.__path__, "salience."):
        if not _NOT_PARTS.fullmatch(module.name.split(".")[1]):
            text = inspect.getdoc(import_module(module.name)) or ""
            yield module.name, " ".join(text.split("\n\n")[0].split())


def _link(name: str) -> str:
    anchor = re.sub(r"[^\w -]", "", name.lower()).replace(" ", "-")
    return f"[`{name.removeprefix('salience.').removeprefix('salience ')}`](#{anchor})"


def _code(names: str) -> str:
    return ", ".join(f"`{name}`" for name in names.split(", "))


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(reference(), encoding="utf8")
