"""Questions and answers stand together in a summary."""

import pytest

from salience import summarize
from salience.engine.sources import Source
from salience.pipeline.word_texts import parsed_words
from salience.summaries.sentences import printed, source_sentences
from salience.types import Document, ParsedDocument, ScoredDocument
from tests.support.shipped import shipped_pipeline


def sentences_of(text: str, room: int = 60) -> list[str]:
    """The sentences of an interview that a summary may have, each as it is printed alone."""
    [words] = parsed_words([text], shipped_pipeline())
    parsed = ParsedDocument(Document("d", text), (), (), len(words.sentences))
    found = source_sentences(
        Source(ScoredDocument(parsed, (), 0.3), words), least_words=5, room=room, cut=True
    )
    return [printed(found, [n])[0].text for n in range(len(found))]


OPENING = "Lee: Is the old bridge safe?\n\nMoor: The engineers closed the bridge on Monday.\n\n"
CLOSING = (
    "Lee: Has the town the money for a bridge?\n\nMoor: The town has saved nine million crowns."
)


def asked(question: str, answer: str) -> list[str]:
    return sentences_of(f"{OPENING}Lee: {question}\n\nMoor: {answer}\n\n{CLOSING}")[1:-1]


def test_a_question_is_printed_before_its_answer() -> None:
    assert sentences_of(OPENING + CLOSING + "\n\nLee: Why?\n\nMoor: It rained.") == [
        "Lee: Is the old bridge safe? Moor: The engineers closed the bridge on Monday.",
        "Lee: Has the town the money for a bridge? Moor: The town has saved nine million crowns.",
    ]


@pytest.mark.parametrize(
    ("question", "answer", "shown"),
    [
        (
            "Will the mayor resign in May?",
            "No. The mayor keeps the office.",
            "Lee: Will the mayor resign in May? Moor: No. The mayor keeps the office.",
        ),
        (
            "And will the mayor resign in May?",
            "Well, the mayor keeps the office.",
            "Lee: Will the mayor resign in May? Moor: The mayor keeps the office.",
        ),
        (
            "The mayor sold a boat to the bank. Will it keep the boat?",
            "The bank needs the money now.",
            "Lee: The mayor sold a boat to the bank. Will it keep the boat? "
            "Moor: The bank needs the money now.",
        ),
        ("Will the mayor resign in May?", "I would like to thank the whole town for May.", ""),
        ("Will the mayor resign in May?", "It is great to be back in the town.", ""),
        (
            "Will the mayor resign in May?",
            "It is great to have a mayor in the town.",
            "Lee: Will the mayor resign in May? Moor: It is great to have a mayor in the town.",
        ),
        ("Why so?", "The mayor keeps the office.", ""),
        ("Did they?", "The mayor keeps the office.", ""),
        ("Will the mayor, um, resign in May?", "The mayor keeps the office.", ""),
        ("Will the mayor resign in May?", "The mayor, um, keeps the office until May.", ""),
        (f"Will the mayor resign{' or stay' * 15}?", "The mayor keeps the office.", ""),
        ("Good morning, will the mayor resign in May?", "The mayor keeps the office.", ""),
    ],
)
def test_an_answer_stands_behind_a_question_that_is_clear_or_is_left_out(
    question: str, answer: str, shown: str
) -> None:
    assert asked(question, answer) == ([shown] if shown else [])


def test_more_of_an_answer_stands_only_behind_its_beginning() -> None:
    text = f"{OPENING[:-2]} The old bridge is a hundred years old.\n\n{CLOSING}\n\n"
    text += "Lee: Who built the old bridge?\n\nMoor: The Hale family built it."
    [words] = parsed_words([text], shipped_pipeline())
    parsed = ParsedDocument(Document("d", text), (), (), len(words.sentences))
    read = Source(ScoredDocument(parsed, (), 0.3), words)
    found = source_sentences(read, least_words=5, room=60, cut=True)
    [more] = [s for s in found if "hundred" in s.text]
    first = found[found.index(more) - 1]
    assert frozenset((first.order,)) in more.needs and first.asked
    both = [s.text for s in printed(found, [found.index(first), found.index(more)])]
    assert both[1] == "The old bridge is a hundred years old."


def test_what_people_say_who_do_not_answer_needs_no_question() -> None:
    said = ["Lee: The old bridge is safe now.", "Moor: The engineers closed the bridge on Monday."]
    said += [
        "Lee: The town has saved nine million crowns.",
        "Moor: The mayor sold a boat to a bank.",
    ]
    assert sentences_of("\n\n".join(said)) == said


def test_who_asks_most_says_nothing_alone() -> None:
    talk = OPENING + CLOSING + "\n\nLee: Who built the old bridge?\n\nMoor: The Hale family did so."
    talk += "\n\nLee: The mayor wants a new bridge.\n\nMoor: The mayor has no money for a bridge."
    assert sentences_of(talk)[-1] == (
        "Lee: The mayor wants a new bridge. Moor: The mayor has no money for a bridge."
    )


ANSWERS = """Ann Hale, who built a tower, gave an interview to the Velk Gazette on Monday.

Why did you build the tower?

I wanted to see the whole bay of Velk from my bed.

How long did the work on the tower take?

It took us nine years, and I sold two boats for it.

Would you build a tower again?

I would build a lighthouse in the bay of Velk instead."""


def test_of_an_interview_without_labels_nobody_is_said_to_speak() -> None:
    told = ANSWERS + " I ask her for the recipe. She laughs and shows me the door of the tower."
    [summary] = summarize(told, words=60)
    assert "? " not in summary.text and ": " not in summary.text


def test_what_stands_before_the_first_label_is_nobodys() -> None:
    told = "I met Kim Moor in her kitchen in Velk this morning.\n\n"
    said = sentences_of(told + OPENING + CLOSING + "\n\nLee: Why?\n\nMoor: It rained.")
    assert not any(text.startswith("Moor: I met") for text in said)


def test_a_question_in_a_line_of_its_own_is_not_of_who_spoke_before() -> None:
    talk = OPENING + CLOSING + "\n\nMoor: I sold the boat to the museum of Velk.\n\n"
    talk += "What did the museum do with the boat?\n\nHale: The museum shows the boat in May."
    assert not any("Moor: What did" in text for text in sentences_of(talk))


def test_a_forename_in_talk_stays_as_it_is() -> None:
    talk = f"Bo Lee runs the radio of Velk.\n\n{OPENING}{CLOSING}\n\n"
    talk += "Lee: Who built the tower?\n\nMoor: The Hale family built the old tower Bo."
    [summary] = summarize(talk, words=100)
    assert "Moor: The Hale family built the old tower Bo." in summary.text


def test_where_no_answer_may_be_taken_nobody_is_said_to_say_what_another_asks() -> None:
    """Neither question means anything alone, so that what is left has a label or is not there."""
    text = (
        "Ann: Welcome back. How are you?\nBo: I am well. We sold the boat in May.\n"
        "Ann: Who bought it?\nBo: A man from Tarn bought it for 3,000 crowns.\n"
        "Ann: Why did you sell it?\nBo: It was too old."
    )
    [summary] = summarize([Document("d", text)], words=35)
    assert summary.text and "Why did you sell it?" not in summary.text
