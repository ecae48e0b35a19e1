"""A page in which a judge looks for the answers to one author's questions in others' summaries."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError, SalienceError
from salience.measures.people.cross_comprehension import ANSWERS
from salience.measures.raters.summary_page import page_id, place
from salience.pages.html import render
from salience.pages.rating_page import cell_text
from salience.text.formatting import one_line
from salience.types import Record

NAMES = dict(
    zip(ANSWERS, ("relevant", "partially relevant", "irrelevant", "not found"), strict=True)
)
"""What a judge may find (Kolluru and Gotoh 2005, section 4), by its letter."""


def question_page(topics: Sequence[Record], *, seed: int = 0) -> str:
    """The page: one unnamed author's summary at a time, with the questions of all other authors."""
    items = sorted(_items(topics), key=lambda item: place(seed, item["topic"], item["author"]))
    if not items:
        raise SalienceError(
            "there is no question by one author and summary by another. Give summaries of two "
            "authors or more, and the questions of one."
        )
    return render(
        "measures/raters/templates/question_page.html",
        title="What does each summary answer?",
        page=page_id(items),
        answers=NAMES,
        items=items,
    )


def _items(topics: Sequence[Record]) -> Iterator[Record]:
    for topic in topics:
        for author, summary in topic["summaries"].items():
            asked = [
                {"by": cell_text(by), "number": number, **question}
                for by, questions in topic["questions"].items()
                if by != author
                for number, question in enumerate(questions, 1)
            ]
            if asked:
                yield {
                    "topic": cell_text(topic["id"]),
                    "author": cell_text(author),
                    "title": one_line(topic["title"]),
                    "summary": summary,
                    "questions": asked,
                }


def read_topics(path: str | Path) -> list[Record]:
    """The topics of JSON lines with `id`, `summaries`, `questions` and perhaps `title`."""
    topics: dict[str, Record] = {}
    advice = "A line has id, summaries and questions, both by author."
    for where, topic in read_json_lines(path, _topic, "a topic", advice):
        if topic["id"] in topics:
            raise CorpusError(
                f"{where}: there was one with the id {topic['id']!r} before. {advice}"
            )
        topics[topic["id"]] = topic
    return list(topics.values())


def _topic(record: Record) -> Record:
    id, summaries, questions = str(record["id"]), record["summaries"], record["questions"]
    if not isinstance(summaries, dict) or not isinstance(questions, dict):
        raise TypeError("summaries and questions must be objects by author")
    if not all(isinstance(text, str) for text in summaries.values()):
        raise TypeError("a summary must be a text")
    if not all(isinstance(given, list) for given in questions.values()):
        raise TypeError("the questions of an author must be a list")
    asked = {by: list(map(_question, given)) for by, given in questions.items()}
    title = record.get("title")
    shown = title if isinstance(title, str) and title else id
    return {"id": id, "title": shown, "summaries": summaries, "questions": asked}


def _question(given: Any) -> Record:
    question = {"question": given} if isinstance(given, str) else given
    text, answer = question["question"], question.get("answer")
    if not isinstance(text, str) or not (answer is None or isinstance(answer, str)):
        raise TypeError("a question and its answer must be texts")
    return {"text": text, "answer": answer}
