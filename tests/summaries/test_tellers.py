"""Who says *I* in a text without labels."""

import pytest

from salience import summarize

LETTER = """Velk, 3 May

{greeting}

I have sold the old boat to a fisherman from Hallin. The garden of my house is full of snow.

My sister and I will take the train to Hallin in June.

{end}"""
LEE = "Ann Lee: I have sold the old boat to a fisherman from Hallin."
PLAIN = "I have sold the old boat to a fisherman from Hallin."


@pytest.mark.parametrize(
    ("title", "greeting", "end", "shown"),
    [
        ("", "Dear Bo,", "Yours sincerely,\n\nAnn Lee", LEE),
        ("", "By Ann Lee", "The end.", LEE),
        ("", "My name is Ann Lee.", "The end.", LEE),
        ("Speech by Mayor Ann Lee at the harbour", "Good day.", "The end.", f"Mayor {LEE}"),
        ("Remarks of Mayor Ann Lee", "Good day.", "The end.", f"Mayor {LEE}"),
        ("Mayor Ann Lee issues statement on boats", "Good day.", "The end.", f"Mayor {LEE}"),
        ("Mayor Ann Lee Statement on Boats", "Good day.", "The end.", f"Mayor {LEE}"),
        ("SEN. LEE ISSUES STATEMENT", "Good day.", "The end.", f"SEN. LEE{LEE[7:]}"),
        ("MAYOR LEE DELIVERS SPEECH", "Good day.", "The end.", f"MAYOR LEE{LEE[7:]}"),
        ("Mayor Ann Lee reads a statement", "Good day.", "The end.", PLAIN),
        ("Common Market Statement on Boats", "Good day.", "The end.", PLAIN),
        ("Remarks by Mayor Ann Lee and Mayor Bo Hale", "Good day.", "The end.", PLAIN),
        ("Statement of Common Principles", "Good day.", "The end.", PLAIN),
        ("", "Dear Ann Lee,", "Yours sincerely,", PLAIN),
        ("", "Good day.", "The end.", PLAIN),
        ("", "Good day.", "Ann Lee sold the boat to me.", PLAIN),
    ],
)
def test_who_says_i_is_named_where_the_text_says_who_it_is(
    title: str, greeting: str, end: str, shown: str
) -> None:
    text = LETTER.format(greeting=greeting, end=end)
    [summary] = summarize({"text": text, "title": title}, words=60)
    assert shown in summary.text.splitlines()


def test_who_says_i_is_not_named_where_nobody_says_i_or_a_sentence_names_them() -> None:
    news = "The mayor sold the old boat.\n\nA fisherman bought it for nine crowns.\n\nBy Ann Lee"
    for text in (news, "I am Ann Lee, and I sell old boats to the fishermen of Hallin."):
        [summary] = summarize(text, words=24)
        assert not summary.text.startswith("Ann Lee: ")


def test_a_sentence_that_has_the_name_of_the_headline_names_who_says_i() -> None:
    news = "Mayor Lee sold the boat that we saw.\n\nA fisherman bought it for nine crowns."
    [summary] = summarize({"text": news, "title": "Mayor Ann Lee Statement on Boats"}, words=24)
    assert "Ann Lee: " not in summary.text


def test_a_story_is_told_by_nobody() -> None:
    story = "By Ann Lee\n\nHe took my hand, and I followed him to his boat. “Come,” he said to me. "
    story += "“I will,” I said. He gave me his coat, and I put it on."
    [summary] = summarize(story, words=24)
    assert not summary.text.startswith("Ann Lee: ")
