"""A page in which a person judges documents relevant by summaries, and then by the documents.

Dorr et al. (2005, "A Methodology for Extrinsic Evaluation of Text Summarization: Does ROUGE
Correlate?"), sections 3.2 and 3.3.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError, SalienceError
from salience.measures.raters.summary_page import page_id, place
from salience.pages.html import render
from salience.pages.rating_page import cell_text
from salience.types import Record

DOCUMENT = "text"
"""The name of what is shown where it is the document itself."""


def relevance_page(documents: Sequence[Record], *, seed: int = 0) -> str:
    """The page: a task's documents by one kind of summary, then the next, and last by their texts.

    Half of the documents begin with the first kind, the others with the last, in random order.
    """
    names = {tuple(sorted(each["summaries"])) for each in documents}
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


def _in_order(documents: Sequence[Record], seed: int) -> Iterator[Record]:
    number = 0
    for task in dict.fromkeys(each["task"] for each in documents):
        some = [each for each in documents if each["task"] == task]
        some.sort(key=lambda each: place(seed, task, each["document"]))
        middle = (len(some) + 1) // 2
        for half, back in ((some[:middle], False), (some[middle:], True)):
            for shown in (*sorted(some[0]["summaries"], reverse=back), DOCUMENT):
                for each in half:
                    yield {
                        "number": (number := number + 1),
                        **{name: cell_text(each[name]) for name in ("task", "document")},
                        "shown": cell_text(shown),
                        "description": each["description"],
                        "text": {**each["summaries"], DOCUMENT: each["text"]}[shown],
                    }


def read_surrogates(path: str | Path) -> list[Record]:
    """The documents of a file of JSON lines: `id`, `task`, `text`, `summaries`, `description`."""
    advice = "A line has id, task, text and summaries by name; description says what is looked for."
    by_task: dict[tuple[str, str], Record] = {}
    for where, each in read_json_lines(path, _surrogates, "a document of a task", advice):
        key = each["task"], each["document"]
        if key in by_task:
            raise CorpusError(f"{where}: task {key[0]!r} had {key[1]!r} before. {advice}")
        by_task[key] = each
    return list(by_task.values())


def _surrogates(record: Record) -> Record:
    summaries, text, task = record["summaries"], record["text"], str(record["task"])
    description = record.get("description", task)
    if not isinstance(summaries, dict) or DOCUMENT in summaries:
        raise TypeError(f"summaries must be an object by name, and none is called {DOCUMENT!r}")
    if not all(isinstance(each, str) for each in (text, description, *summaries.values())):
        raise TypeError("text, description and summaries must be texts")
    shown = {"text": text, "description": description, "summaries": summaries}
    return {"document": str(record["id"]), "task": task, **shown}
