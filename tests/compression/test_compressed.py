"""What goes from a sentence, by which rule, and how a page shows it."""

from __future__ import annotations

from dataclasses import make_dataclass

from hypothesis import given
from hypothesis import strategies as st

from salience.compression.compressed import Compression, Deleted, compressed_sentence
from salience.compression.page import compression_page
from salience.text.words import plain_words
from salience.types import Document

TEXT = "He said <b> then that it rained ."
WORDS = plain_words(TEXT)


def test_neighbours_that_go_by_one_rule_are_one_piece() -> None:
    deletions = (((0, 1), "[S <NP>:e]"), ((3,), "[S ADVP:e]"), ((2,), "[X b]"), ((4,), "[X b]"))
    found = compressed_sentence(TEXT, WORDS, Compression((5, 6, 7), None, deletions))
    assert [(piece.text, piece.rule) for piece in found.deleted] == [
        ("He said", "[S <NP>:e]"),
        ("<b>", "[X b]"),
        ("then", "[S ADVP:e]"),
        ("that", "[X b]"),
    ]
    assert [set(piece) for piece in found.to_dict()["deleted"]] == 4 * [
        {"start", "end", "text", "rule"}
    ]
    shown = make_dataclass("Shown", ["document", "sentences"])(Document("d", TEXT), (found,))
    page = compression_page([shown])
    assert '<del title="[S &lt;NP&gt;:e]">He said</del>' in page
    assert "<li>He said <code>[S &lt;NP&gt;:e]</code></li>" in page and "<b>" not in page


def test_without_rules_none_are_shown() -> None:
    found = compressed_sentence(TEXT, WORDS, Compression((5, 6, 7)))
    assert found.deleted == (Deleted(0, 21, "He said <b> then that"),)
    assert "rule" not in found.to_dict()["deleted"][0]
    shown = make_dataclass("Shown", ["document", "sentences"])(Document("d", TEXT), (found,))
    assert "<del>He said" in compression_page([shown])
    assert "<details" not in compression_page([shown])


@given(st.sets(st.integers(0, 7)), st.lists(st.sets(st.integers(0, 7)), max_size=3))
def test_pieces_are_all_that_goes(kept: set[int], groups: list[set[int]]) -> None:
    deletions = tuple((tuple(sorted(group)), f"rule {i}") for i, group in enumerate(groups))
    found = compressed_sentence(TEXT, WORDS, Compression(tuple(sorted(kept)), None, deletions))
    gone = " ".join(piece.text for piece in found.deleted).split()
    assert gone == [word for i, word in enumerate(WORDS.texts) if i not in kept]
    assert found.n_kept == len(kept)
