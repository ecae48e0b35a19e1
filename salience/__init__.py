"""Finds out what a document is about: the salience of every named entity.

Documents with abstracts become labels, labels a model, and a model scores new documents, after
Dunietz and Gillick (2014). `nlp.add_pipe("salience")` does the last in a spaCy pipeline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

from salience.types import register_display

if TYPE_CHECKING:
    from salience.summaries.summarizer import Summary
    from salience.types import ScoredDocument

# The public names stand in `__init__.pyi`. Their modules are imported when a name is first asked
# for: spaCy, pandas and scikit-learn take seconds together, and hardly any use needs all of them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def _as_html(scored: ScoredDocument) -> str:
    from salience.pages.document_page import notebook_html

    return notebook_html(scored)


def _as_text(scored: ScoredDocument) -> str:
    from salience.pages.terminal import score_table

    return score_table(scored)


def _summary_as_html(summary: Summary) -> str:
    from salience.summaries.pages import summary_html

    return summary_html(summary)


def _summary_as_text(summary: Summary) -> str:
    from salience.summaries.pages import summary_text

    return summary_text(summary)


register_display(html=_as_html, text=_as_text)
register_display(html=_summary_as_html, text=_summary_as_text, kind="Summary")
