"""Finds out what a document is about: the salience of every named entity.

Documents with abstracts become labels, labels a model, and a model scores new documents, after
Dunietz and Gillick (2014). `nlp.add_pipe("salience")` does the last in a spaCy pipeline.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import lazy_loader

from salience.types import register_display

_archive = next((path for path in Path(__file__).parents if path.is_file()), None)
if _archive:  # spaCy loads pipelines from folders.
    from salience.unpacking import unpack_package

    _inside = PurePosixPath(Path(__file__).parent.relative_to(_archive).as_posix())
    _folder = unpack_package(_archive, _inside)
    __path__[:], __file__ = [str(_folder)], str(_folder / "__init__.py")
    sys.path.insert(0, str(_folder.parent))  # worker processes import from there

# The public names stand in `__init__.pyi`. Their modules are imported when a name is first asked
# for: spaCy, pandas and scikit-learn take seconds together, and hardly any use needs all of them.
_public_name, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """A public name, or a room such as `salience.plots`, imported when it is first asked for."""
    if name in __all__ or name.startswith("_") or find_spec(f"{__name__}.{name}") is None:
        return _public_name(name)
    return import_module(f"{__name__}.{name}")


_PAGES = "salience.pages.document_page:notebook_html", "salience.pages.terminal:score_table"
_SUMMARIES = "salience.summaries.pages:summary_html", "salience.summaries.pages:summary_text"
register_display("ScoredDocument", html=_PAGES[0], text=_PAGES[1])
register_display("Summary", html=_SUMMARIES[0], text=_SUMMARIES[1])
