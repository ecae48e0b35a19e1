"""The recipe of word alignment: files that readers linked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from resources.recipes.wordalign.agreement import agreement_counts, link_agreement
from resources.recipes.wordalign.data import by_reader, read
from salience.corpus.read import read_corpus
from salience.resources import example_paths

BLANK = "# a1\nA 0:Lee 1:left 2:town\nA 3:.\nD 0:She 1:has 2:left 3:the 4:town 5:.\n\n# Links\n"
READERS = by_reader()


def test_words_one_by_one_phrases_and_gaps() -> None:
    file = read(BLANK + "1-2 = 2,4 S\n0 -> 0 P # a pronoun\n\n3 -> none\n")
    assert file.id == "a1" and file.abstract == (("Lee", "left", "town"), (".",))
    assert sorted(file.links.sure) == [(2, 1), (4, 2)]
    assert sorted(file.links.possible - file.links.sure) == [(0, 0)]
    assert len(read(BLANK + "1-2 -> 2-4 S\n").links.sure) == 6


@pytest.mark.parametrize("line", ["0-1 = 3 S", "0 -> 1", "0 -> 1 s", "0 1"])
def test_what_is_no_link_is_an_error(line: str) -> None:
    with pytest.raises(ValueError, match=r"is no link|argument 2"):
        read(BLANK + line)


def test_readers_linked_the_words_of_the_articles() -> None:
    articles = {d.id: d for d in read_corpus(example_paths())}
    one, two = READERS.values()
    assert one.keys() == two.keys() <= articles.keys() and len(one) == 12
    for id, file in one.items():
        assert (file.document, file.abstract) == (two[id].document, two[id].abstract)
        texts = articles[id].text, articles[id].abstracts[0]
        for sentences, text in zip((file.document, file.abstract), texts, strict=True):
            assert "".join(w for words in sentences for w in words) == "".join(text.split())


@pytest.mark.parametrize("kind", ["sure", "possible"])
def test_readers_agree(kind: str) -> None:
    """What the recipe's page says of them: far beyond chance, for sure links and for all."""
    one, two = READERS.values()
    counts = []
    for id, file in one.items():
        words = ([w for words in side for w in words] for side in (file.document, file.abstract))
        links = (getattr(files[id].links, kind) for files in (one, two))
        counts.append(agreement_counts(*links, *words))
    assert link_agreement(np.sum(counts, axis=0))["kappa"] > 0.8
