"""Pairs and language models as a compressor learns from them."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy

from salience.compression.read_pairs import ReadingPairs, read_language, sentences_of
from salience.engine.batches import run_task
from salience.errors import CorpusError, ModelError, Reject
from tests.support.shipped import shipped_pipeline

FOUR = r"""\data\
ngram 1=2
ngram 2=1
ngram 3=1
ngram 4=1

\1-grams:
-1	<unk>
-1	a	-0.1

\2-grams:
-1	a a	-0.1

\3-grams:
-1	a a a	-0.1

\4-grams:
-1	a a a a

\end\
"""


@pytest.mark.parametrize(
    ("name", "text", "error", "said"),
    [
        ("four.arpa", FOUR, ModelError, "longest n-grams have 4 words"),
        ("none.arpa", "a text", ModelError, "is it an ARPA file"),
        ("empty.txt", "\n", CorpusError, "no sentence to learn from"),
        ("latin.txt", b"\xff\xfe", CorpusError, "can't be read"),
    ],
)
def test_a_bad_language_model_is_named(
    tmp_path: Path, name: str, text: str | bytes, error: type[Exception], said: str
) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(error, match=said) as found:
        read_language(path, spacy.blank("en"))
    assert str(path) in str(found.value)


def test_a_sentence_without_a_list_of_compressions_is_a_reject() -> None:
    records = [("a:1", {"source": "It rained .", "compressions": []})]
    [reject] = sentences_of(records)
    assert isinstance(reject, Reject) and reject.source == "a:1"


def test_a_sentence_that_the_parser_divides_has_one_tree() -> None:
    source = " ".join(f"word{i} and" for i in range(150))
    records = [("a:1", {"source": source, "compression": "word1 and word149 and"})]
    [found] = run_task(ReadingPairs(shipped_pipeline()), sentences_of(records))
    assert not isinstance(found, Reject) and found.tree is not None
    assert len(found.pairs[0].source) == 300 and found.tree.words == found.pairs[0].source.texts
