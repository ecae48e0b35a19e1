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


DEED = "The owner of three boats in Velk was fined today"
FINED = f"{DEED} for selling the old mill"
PARTS = f"{DEED}| for selling the old mill|"  # what may go, one after another


@pytest.mark.parametrize(
    "text",
    [
        f"{PARTS}, the Velk police announced today.",
        f"{PARTS}, Acting Mayor Ann Moor and Inspector Bo Lund announced.",
        f"{PARTS}, announced Mayor Ann Moor.",
        f"{PARTS}, ending a trial of two years.",
        "The mayor of the town of Velk opened the Ostby House today|, a mill with a garden.",
        "The firm agreed to pay ten million crowns to settle claims that it broke the law"
        "| by dealing in old boats.",
        "A court in Velk charged two men on Friday with stealing a boat| in the old harbour.",
        "The court in the town of Velk found the owner of the mill guilty on Friday"
        "| for a role in the theft of boats.",
        "The state filed a claim against the owner of the mill| for a plan| involving old boats.",
        "A court in Velk sentenced the owner of the mill to two years| in prison"
        "| for stealing boats and hiding coins.",
        "The council of Velk voted on Monday to sell the old hall, providing money| for a mill.",
    ],
)
def test_ends_without_which_a_sentence_says_less_but_nothing_else(text: str) -> None:
    whole = text.replace("|", "")
    parts = text.split("|")
    expected = ["".join(parts[i:]).strip(" ,.") for i in range(len(parts) - 1, 0, -1)]
    assert ends(whole) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The owner of three boats in Velk did not sell the old mill in May.",
        "Acting Assistant Attorney General Ann D. Moor of the Justice Department's Tax Division, "
        "and Assistant Inspector General for Investigations Cy L. Hale of the Department of Boats.",
        "The town of Velk during the years of the war, selling boats and mills in the old harbour.",
        "The owner of three boats in Velk failed to sell the old mill by offering a boat.",
        "The court barred the owner of three boats in Velk from selling fish for money.",
        "The owner of three boats in Velk will sell the old mill if the court agrees.",
        "The owner of three boats in Velk was charged on Friday with stealing a boat.",
        "The mayor of the old town of Velk will sell the mill, unless the court stops it.",
        "The mayor of the old town of Velk met the owners of the boats and mills.",
        "The mayor of the old town of Velk spoke to farmers, fishermen, and millers.",
        "The mayor of the old town of Velk met both the farmers and the fishermen.",
        "The mayor of the old town of Velk spoke with the people sent by the court.",
        "The mayor of the old town of Velk praised people who had sold boats after the storm.",
        "The mayor of the old town of Velk praised the people who sold old boats in the harbour.",
        "The court of the old town asked a court in Ostby, Norland, to stop the sale of boats.",
        "“The owner of three boats in Velk was fined today, ending a trial,” she said.",
        "The owner of three boats sold the “old mill” on Monday to a firm, ending a trial.",
        "The mayor sold the three old mills of the town of Velk on Friday and left for Oslo.",
        "A jury in Velk acquitted Mark Hale of murder in 2019 and convicted him of theft.",
        "Mark Hale was charged with robbing a bank in Velk in 2019 and found not guilty.",
        "The mayor was accused on Monday of taking money from a bank and cleared of it on Friday.",
        "The state banned the sale of lamps to boys on Monday and withdrew the ban within hours.",
        "The court sentenced the driver to nine years on Monday and suspended the sentence.",
        "The council voted to sell the hall in the harbour, provided that the minister agrees.",
        "The council voted to sell the hall in the harbour, providing the minister agrees.",
        "The museum will open its doors free of charge on Sunday, but only for members.",
        "Prosecutors say that he paid officials ten million crowns, claims that he has denied.",
        "The owner of boats sold the old mill to a firm on Monday, charges that he calls old.",
        "The mayor of Velk said that the bridge was safe, contradicting a report by engineers.",
        "No resident of the house was hurt in the fire, although a firefighter died.",
        "The court barred an owner, who lives in the town of Velk, from selling fish for money.",
        "The mayor Ann Moor designated Bo Lund, of Ostby, to serve as the head of the council.",
        "The owner was sentenced today to nine years in prison, to be followed by a fine.",
        "The mayor sold the three old mills on Friday after a storm that hit the town and killed"
        " a man.",
        "The owner of the mill in Velk sold three boats on Friday, a deal that holds if the"
        " minister agrees.",
        "The owner of the mill in Velk was charged on Friday with old crimes related to the mill.",
        "The firm agreed to buy its rival in cash and shares, but dropped the plan within hours.",
        "The firm in Velk sold the three old mills on Friday, leaving none of its staff at work.",
    ],
)
def test_ends_that_stay(text: str) -> None:
    assert not ends(text)


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


def test_of_two_clauses_behind_a_comma_the_last_says_who_announced_it() -> None:
    [words] = parsed_words(
        [f"{FINED}, the mayor closed it, Ann Moor announced."], shipped_pipeline()
    )
    assert words.texts[announcers(words, words.sentence_ranges()[0]) + 1] == "Ann"


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
