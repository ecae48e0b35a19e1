"""A title at the start of a text is found if a line or a sentence ends after it."""

import pytest

from salience.text.titles import repeated_title, title_line


@pytest.mark.parametrize(
    ("text", "title", "end"),
    [
        ("A storm\nIt came.", "A storm", 7),
        ("  A\tSTORM  \r\nIt came.", "a storm.", 9),
        ("A storm. It came.", "A storm", 8),
        ("A storm", "A storm?", 7),
        ("A storm came.", "A storm", 0),
        ("A stormy day\n", "A storm", 0),
        ("A storm", "A storm and a much longer title", 0),
        ("A storm", "", 0),
        ("A storm", " .", 0),
        ("NEWS RELEASE\n\nA storm\nIt came.", "A storm", 21),
        ("Opinion\n\nA storm came.", "Opinion", 7),
        ("June 3, 2024\n\nA storm came.", "June 3, 2024", 12),
        ("A storm | UK News | Sky News\nIt came.", "A storm", 28),
        ("A storm | UK News", "A storm", 17),
        ("A storm |UK", "A storm", 11),
        ("", "A storm", 0),
    ],
)
def test_repeated_title(text, title, end):
    assert repeated_title(text, title) == end


LONG = "Ada Byrne won the vote on the harbour, " * 5

FIRST_LINES = [
    ("Storm hits coast\n\nA storm came.", "Storm hits coast"),
    ("\n  Storm hits coast  \r\n\r\nA storm came.", "Storm hits coast"),
    (f"Oslo votes\n{LONG}\nIt rained.", "Oslo votes"),
    ("Storm hits coast.\n\nA storm came.", None),
    ("She said: “It is over.”\n\nA storm came.", None),
    ("Dear Ada,\n\nIt rained.", None),
    ("By Ada Byrne\n\nIt rained.", None),
    ("A storm came to the coast and\nthe harbour was closed.\n", None),
    ("FOR IMMEDIATE RELEASE\n\nStorm hits coast\n\nA storm came.", "Storm hits coast"),
    ("Press Release:\nJune 3, 2024\n\nStorm hits coast\n\nIt came.", "Storm hits coast"),
    ("Friday, 3 June 2024\nStorm hits coast\n\nA storm came.", "Storm hits coast"),
    ("June 3\n\nA storm came.", "June 3"),
    ("Press release of a storm\n\nA storm came.", "Press release of a storm"),
    ("Is it over?\n\nAda asked.", None),
    ("12 / 3\n\nA storm came.", None),
    ("Storm hits coast", None),
    ("Storm hits coast\n\n \n", None),
    ("", None),
    ("x" * 151 + "\n\nA storm came.", None),
    ("x" * 100_000, None),
]


@pytest.mark.parametrize(("text", "title"), FIRST_LINES)
def test_a_first_line_is_a_title_if_it_looks_like_one(text: str, title: str | None) -> None:
    assert title_line(text) == title
