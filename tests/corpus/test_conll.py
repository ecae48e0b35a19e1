"""What CoNLL formats share: lines, columns, comments, and sentences of a treebank."""

from __future__ import annotations

import pytest

from salience.corpus.conll import comment, conllu_row, decoded, split_columns

BLANKS = "\t_" * 7


def test_only_the_first_line_may_start_with_a_mark() -> None:
    assert decoded(b"\xef\xbb\xbf# newdoc\r\n", 1) == "# newdoc"
    assert decoded(b"\xef\xbb\xbfAnn\n", 2) == "\ufeffAnn"
    with pytest.raises(UnicodeDecodeError):
        decoded(b"\xff", 1)


def test_tabs_keep_empty_columns_and_spaces() -> None:
    assert split_columns("1\t\tNew York") == ["1", "", "New York"]
    assert split_columns(" 1  Oslo ") == ["1", "Oslo"]


def test_a_comment_has_a_key_and_perhaps_a_value() -> None:
    assert comment("# text = a = b") == ("text", "a = b")
    assert comment("#newpar") == ("newpar", "")
    assert comment("") is comment("1\t#") is None


@pytest.mark.parametrize(
    ("id", "numbers"), [("3", (3, 3)), ("4-5", (4, 5)), ("5.1", (0, 0)), ("0.1", (0, 0))]
)
def test_a_row_says_for_which_words_it_stands(id: str, numbers: tuple[int, int]) -> None:
    row = conllu_row(f"{id}\tAnn{BLANKS}\tX=1|SpaceAfter=No")
    assert (row.first, row.last) == numbers
    assert row.columns[1] == "Ann" and not row.space_after


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("1 Ann", "must have 10 columns between tabs, but has 1"),
        (f"x\tAnn{BLANKS}\t_", "must start with the number of a word, but starts with 'x'"),
        (f"1-\tAnn{BLANKS}\t_", None),
        (f"{'1' * 10}\tAnn{BLANKS}\t_", "must start with the number of a word"),
    ],
)
def test_a_row_that_cannot_be_read_says_why(line: str, problem: str | None) -> None:
    if problem is None:
        assert conllu_row(line).last == 1
    else:
        with pytest.raises(ValueError, match=problem):
            conllu_row(line)
