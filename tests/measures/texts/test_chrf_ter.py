"""chrF and TER of a corpus are those that sacreBLEU prints."""

from __future__ import annotations

import pytest

from salience.measures.texts.scoring import score_texts

sacrebleu = pytest.importorskip("sacrebleu")
TEXTS = ["The mill burned, it was old.", "Ann sings", ""]
REFERENCES = [["The old mill burned.", "A mill burns"], ["Ann sang.", "ann sings"], ["Rain", "It"]]


@pytest.mark.parametrize(("name", "metric"), [("chrf", "CHRF"), ("ter", "TER")])
def test_a_corpus_scores_as_in_sacrebleu(name: str, metric: str) -> None:
    theirs = getattr(sacrebleu.metrics, metric)()
    expected = theirs.corpus_score(TEXTS, list(zip(*REFERENCES, strict=True))).score / 100
    found = score_texts(name, TEXTS, REFERENCES)
    assert found.value == pytest.approx(expected) and 0 < expected < 1
    assert found.intervals[name][0] < found.value < found.intervals[name][1]
