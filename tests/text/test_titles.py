"""A title at the start of a text is found if a line or a sentence ends after it."""

import pytest

from salience.text.titles import repeated_title


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
        ("", "A storm", 0),
    ],
)
def test_repeated_title(text, title, end):
    assert repeated_title(text, title) == end
