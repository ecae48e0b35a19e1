"""A page in which a person judges documents relevant by summaries, and then by the documents.

Dorr et al. (2005, "A Methodology for Extrinsic Evaluation of Text Summarization: Does ROUGE
Correlate?"), sections 3.2 and 3.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError, SalienceError
from salience.measures.raters.assignment import place
from salience.measures.raters.summary_page import page_id
from salience.pages.html import render
from salience.pages.rating_page import cell_text

DOCUMENT = "text"
"""The name of what is shown where it is the document itself."""


@dataclass(frozen=True, slots=True)
class Surrogates:
    """A document that may be relevant for a task, and what is shown in its place, by name."""

    document: str
    task: str
    description: str
    text: str
    summaries: dict[str, str]


def relevance_page(documents: Sequence[Surrogates], *, seed: int = 0) -> str:
    """The page: a task's documents by one kind of summary, then the next, and last by their texts.

    Half of the documents begin with the first kind, the others with the last, in random order.
    """
    names = {tuple(sorted(each.summaries)) for each in documents}
    if len(names) != 1 or not next(iter(names)):
        raise SalienceError(
            "each document must have summaries of the same names, at least of one. Add those that "
            "are missing."
        )
    items = list(_in_order(documents, seed))
    return render(
        "measures/raters/templates/relevance_page.html",
        title="Which documents are relevant?",
        page=page_id(items),
        items=items,
    )


def _in_order(documents: Sequence[Surrogates], seed: int) -> Iterator[dict[str, Any]]:
    number = 0
    for task in dict.fromkeys(each.task for each in documents):
        some = sorted(
            (d for d in documents if d.task == task), key=lambda d: place(seed, d.task, d.document)
        )
        middle = (len(some) + 1) // 2
        for half, back in ((some[:middle], False), (some[middle:], True)):
            names = sorted(some[0].summaries, reverse=back)
            for shown in (*names, DOCUMENT):
                for each in half:
                    yield {
                        "number": (number := number + 1),
                        "task": cell_text(task),
                        "document": cell_text(each.document),
                        "shown": cell_text(shown),
                        "description": each.description,
                        "text": each.text if shown == DOCUMENT else each.summaries[shown],
                    }


def read_surrogates(path: str | Path) -> list[Surrogates]:
    """The documents of a file of JSON lines: `id`, `task`, `text`, `summaries`, `description`."""
    advice = "A line has id, task, text and summaries by name; description says what is looked for."
    by_task: dict[tuple[str, str], Surrogates] = {}
    for where, each in read_json_lines(path, _surrogates, "a document of a task", advice):
        if (each.task, each.document) in by_task:
            raise CorpusError(f"{where}: task {each.task!r} had {each.document!r} before. {advice}")
        by_task[each.task, each.document] = each
    return list(by_task.values())


def _surrogates(record: dict[str, Any]) -> Surrogates:
    summaries, text = record["summaries"], record["text"]
    task = str(record["task"])
    description = record.get("description", task)
    if not isinstance(summaries, dict) or DOCUMENT in summaries:
        raise TypeError(f"summaries must be an object by name, and none is called {DOCUMENT!r}")
    if not all(isinstance(each, str) for each in (text, description, *summaries.values())):
        raise TypeError("text, description and summaries must be texts")
    return Surrogates(str(record["id"]), task, description, text, summaries)
