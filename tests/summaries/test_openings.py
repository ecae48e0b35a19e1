"""Which ends a first sentence that is too long for a summary can lack."""

import pytest

from salience.pipeline.word_texts import parsed_words
from salience.summaries.documents import summarize
from salience.summaries.openings import announcers, shorter
from tests.support.shipped import shipped_pipeline


def ends(text: str) -> list[str]:
    """The ends that a sentence can lack, without marks before them, the shortest first."""
    [words] = parsed_words([text], shipped_pipeline())
    places = words.sentence_ranges()[0]
    kept = (text[: words.spans[part[-1]][1]] for part in shorter(words, places))
    return [text.removeprefix(some).strip(" ,.") for some in kept]


FINED = "The owner of three boats in Velk was fined today for selling the old mill"


@pytest.mark.parametrize(
    ("told", "end"),
    [
        (FINED, ", the Velk police announced today."),
        (FINED, ", Acting Mayor Ann Moor and Inspector Bo Lund announced."),
        (FINED, ", announced Mayor Ann Moor."),
        (FINED, ", ending a trial of two years."),
        ("The mayor of the town of Velk opened the Ostby House today", ", a mill with a garden."),
        ("The mayor sold the three old mills of the town of Velk on Friday", " and left for Oslo."),
        (
            "The firm agreed to pay ten million crowns to settle claims that it broke the law",
            " by selling old boats.",
        ),
        ("A court in Velk charged two men on Friday with stealing a boat", " in the old harbour."),
        (
            "The state filed a claim against the owner of the mill for a plan",
            " involving old boats.",
        ),
    ],
)
def test_an_end_without_which_a_sentence_says_less_but_nothing_else(told: str, end: str) -> None:
    assert end.strip(" ,.") in ends(told + end)


@pytest.mark.parametrize(
    "text",
    [
        "The owner of three boats in Velk did not sell the old mill in May.",
        "The owner of three boats in Velk failed to sell the old mill by offering a boat.",
        "The court barred the owner of three boats in Velk from selling fish for money.",
        "The owner of three boats in Velk will sell the old mill if the court agrees.",
        "The owner of three boats in Velk was charged on Friday with stealing a boat.",
        "The mayor of the old town of Velk will sell the mill, unless the court stops it.",
        "The mayor of the old town of Velk met the owners of the boats and mills.",
        "The mayor of the old town of Velk spoke to farmers, fishermen, and millers.",
        "The mayor of the old town of Velk met both the farmers and the fishermen.",
        "The mayor of the old town of Velk spoke with the people sent by the court.",
        "“The owner of three boats in Velk was fined today, ending a trial,” she said.",
    ],
)
def test_ends_that_stay(text: str) -> None:
    assert ends(text) in ([], ["and mills"])


@pytest.mark.parametrize(
    "text",
    [
        f"{FINED}, the mayor said today.",
        f"{FINED}, announced Mayor Ann Moor, who said that the boats were sold.",
        "On Friday in the old town hall of Velk, Mayor Ann Moor announced.",
        f"{FINED}, and the mayor announced a feast that she had planned.",
    ],
)
def test_what_says_more_than_who_announced_it(text: str) -> None:
    [words] = parsed_words([text], shipped_pipeline())
    places = words.sentence_ranges()[0]
    assert announcers(words, places) == places.stop


def test_a_first_sentence_is_cut_where_it_is_longer_than_a_summary() -> None:
    told = f"{FINED}, Acting Mayor Ann Moor of the town of Velk announced. A boat sank on Monday."

    def summary(**limit: int) -> str:
        [made] = summarize(told, nlp=shipped_pipeline(), **limit)
        return made.sentences[0].text

    assert summary(words=16) == f"{FINED}."
    assert summary(characters=80) == f"{FINED}."
    assert summary(words=40).startswith(f"{FINED}, Acting")
    assert summary(sentences=1).startswith(f"{FINED}, Acting")


def test_what_was_not_parsed_is_read_as_it_is() -> None:
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    text = f"OSLO, Norland -- {FINED}, announced Mayor Ann Moor. It rained in the town."
    [made] = summarize(text, nlp=nlp, words=16)
    assert [s.text for s in made.sentences] == ["It rained in the town."]
    [made] = summarize(text, nlp=nlp, sentences=1)
    assert made.sentences
