"""What MkDocs adds when it builds the site: help, docstrings, and files of other folders.

Pages say what they say in a checkout too: the site puts the help of every command below theirs, and
a docstring in the place of every line of the reference that is a name alone.

Pages link to files outside of `docs` as they lie in the project (`../notebooks/…`), so that the
links also work for readers without the site; here they become links of the site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import griffe
import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from salience.cli.app import app

ROOT = Path(__file__).resolve().parents[1]
ADDED = (
    *("resources/recipes/*.md", "resources/recipes/*/*.md", "resources/recipes/judges/*.py"),
    *("resources/recipes/commands.py", "resources/recipes/kept_back.py"),
    *("resources/recipes/*/judgements*.csv", "notebooks/*.ipynb", "LICENSE", "NOTICE"),
)
WIDTH = 80
MODULES = ("salience.plots", "salience.spark")
FUNCTIONS = """
    options:
      show_root_heading: false
      show_root_toc_entry: false
      filters: ["!^_", "!^[A-Z]"]
"""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the recipes; notebooks, licences and a program are copied as they are."""
    for path in sorted(path for pattern in ADDED for path in ROOT.glob(pattern)):
        name = path.relative_to(ROOT).as_posix()
        files.append(File.generated(config, name, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Write the help of the commands into their page, and make links those of the site."""
    if page.file.src_uri == "commands.md":
        markdown += "".join(f"\n## `{name}`\n\n```text\n{text}\n```\n" for name, text in commands())
    if page.file.src_uri == "reference.md":
        markdown = re.sub(r"^- `(salience[.\w]*)`$", _docstring, markdown, flags=re.MULTILINE)
    if page.file.src_uri.startswith("resources/"):
        return re.sub(r"\]\(((?:\.\./)+)docs/", r"](\1", markdown)
    return re.sub(r"\]\(\.\./", "](", markdown)


def _docstring(line: re.Match[str]) -> str:
    """What mkdocstrings takes for a name; of a module that stands for itself, its functions."""
    return f"::: {line[1]}{FUNCTIONS if line[1] in MODULES else ''}"


def commands() -> Iterator[tuple[str, str]]:
    """Every command with its help, in the order of `salience --help`."""

    def walk(command: Any, name: str, parent: Any) -> Iterator[tuple[str, str]]:
        context = command.make_context(
            name, [], parent=parent, resilient_parsing=True, terminal_width=WIDTH
        )
        inner = getattr(command, "commands", ())
        if not inner:
            yield context.command_path, command.get_help(context)
        for word in inner:
            yield from walk(command.get_command(context, word), word, context)

    return walk(typer.main.get_command(app), "salience", None)


class Docstrings(griffe.Extension):
    """Puts docstrings of this project into the form that griffe reads."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Call examples `Examples:`, and make attributes that share a line one name."""
        if obj.docstring is not None:
            text = re.sub(r"^Example:$", "Examples:", obj.docstring.value, flags=re.MULTILINE)
            together = re.compile(r"^    \w+(?:, \w+)+(?=: )", re.MULTILINE)
            obj.docstring.value = together.sub(lambda m: m[0].replace(", ", ",\xa0"), text)
