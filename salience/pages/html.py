"""HTML from the templates of the package, in which whatever a document says is only text.

The templates, their CSS and their scripts are files in the folders `templates` of
the rooms. Every value that a template shows is escaped, and characters that cannot be
shown are replaced; only what is `Markup` already stays as it is. No template comes from outside.
"""

import base64
import hashlib
import html
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from salience.pages.terminal import main_reasons
from salience.text.formatting import one_line, shown


def escaped(value: object) -> Markup:
    """A value as HTML, also for attributes in double quotes; `Markup` stays as it is."""
    if isinstance(value, Markup):
        return value
    text = str(value)
    if not (text.isascii() and text.isalnum()):  # most values are numbers, ids and single words
        # Browsers read CR and CRLF as LF, as the HTML standard has it. `shown` would replace a CR.
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        text = html.escape(shown(text))
    return Markup(text)  # noqa: S704


def render(template: str, **values: object) -> str:
    """A template of the package, filled in."""
    return _ENVIRONMENT.get_template(template).render(values)


def _sha256(source: str) -> str:
    """The hash by which a Content-Security-Policy names a style or a script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parents[1]),
        autoescape=True,
        finalize=escaped,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        counted_mentions=lambda n: f"{n:,} mention{'s' * (n != 1)}" if n else "headline",
        escape=escaped,
        e=escaped,
        grouped="{:,}".format,
        main_reasons=main_reasons,
        one_line=one_line,
        sha256=_sha256,
    )
    # Numbered entities have the classes `c0`, `c1` and so on, over and over.
    environment.globals["COLOURS"] = 6
    return environment


_ENVIRONMENT = _environment()
