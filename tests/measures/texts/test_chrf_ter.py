"""chrF and TER of a corpus are those that sacreBLEU prints."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


WORDS = st.integers(1, 12).flatmap(
    lambda n: st.lists(st.sampled_from("abcdefghijkl"[:n]), max_size=70)
)


@settings(max_examples=40, deadline=None)
@given(WORDS, WORDS)
def test_edits_are_those_of_sacrebleu(words: list[str], reference: list[str]) -> None:
    from sacrebleu.metrics.lib_ter import translation_edit_rate

    from salience.measures.texts.ter import edits

    assert edits(words, reference) == translation_edit_rate(words, reference)[0]


def test_a_name_that_comes_again_and_again_takes_no_time() -> None:
    from sacrebleu.metrics import lib_ter

    from salience.measures.texts.ter import edits

    calls = 0

    class Counted(lib_ter.BeamEditDistance):
        def __call__(self, words_hyp: list[str]) -> tuple[int, str]:
            nonlocal calls
            calls += 1
            return super().__call__(words_hyp)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lib_ter, "BeamEditDistance", Counted)
        words = [("Ann", f"x{i}")[i % 2] for i in range(200)]
        edits(words, [("Ann", f"y{i}")[i % 3 > 0] for i in range(200)])
    assert calls < 100, "sacreBLEU computes a thousand distances one by one"
