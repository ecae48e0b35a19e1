"""ARPA files read from disk, with KenLM where it is installed and without it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.errors import ModelError
from salience.language_models.arpa import to_arpa
from salience.language_models.kneser_ney import train_ngrams
from salience.language_models.ngrams import BEGIN, END, UNKNOWN, NgramModel
from salience.language_models.reading import KenlmModel, read_arpa

GOOD = [*to_arpa(train_ngrams([["a", "b"]], 2))]
BROKEN = {
    "empty": ([], "ARPA file"),
    "text": (["hello"], "ARPA file"),
    "cut off": (GOOD[:-2], "cut off"),
    "wrong counts": ([*GOOD[:2], "ngram 1=9", *GOOD[3:]], "header says"),
    "huge counts": ([*GOOD[:2], "ngram 1=99999999999", *GOOD[3:]], "header says"),
    "no number": ([line.replace("\t", "\tx\t", 1) for line in GOOD], "no entry of 1 words"),
    "no unknown word": ([line.replace(UNKNOWN, "unknown") for line in GOOD], "open vocabulary"),
    "binary": (["mmap lm http://kheafield.com/code format version 5\n\0"], "ARPA file"),
}


def written(folder: Path, lines: list[str]) -> Path:
    path = folder / "model.arpa"
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


@pytest.fixture(params=["with KenLM", "without"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "without":
        monkeypatch.setitem(sys.modules, "kenlm", None)
    else:
        pytest.importorskip("kenlm")


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize(("lines", "message"), BROKEN.values(), ids=BROKEN)
def test_broken_files_are_refused(tmp_path: Path, lines: list[str], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        read_arpa(written(tmp_path, lines))


@pytest.mark.usefixtures("either")
def test_files_that_can_not_be_read(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"gone\.arpa can't be read"):
        read_arpa(tmp_path / "gone.arpa")
    (tmp_path / "packed.arpa").write_bytes(b"\x1f\x8b\x08\xff\xfe")
    with pytest.raises(ModelError, match=r"packed\.arpa can't be read"):
        read_arpa(tmp_path / "packed.arpa")


corpora = st.lists(st.lists(st.sampled_from("abc"), max_size=6), min_size=1, max_size=8)
words = st.sampled_from(["a", "b", "c", "never seen", "", UNKNOWN])


@settings(deadline=None, max_examples=20)
@given(corpora, st.integers(1, 4))
def test_a_model_comes_back(tmp_path_factory: pytest.TempPathFactory, sentences, order) -> None:
    model = train_ngrams(sentences, order)
    path = written(tmp_path_factory.mktemp("arpa"), list(to_arpa(model)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "kenlm", None)
        again = read_arpa(path)
    assert isinstance(again, NgramModel)
    assert (again.probabilities, again.backoffs) == (model.probabilities, model.backoffs)


@settings(deadline=None, max_examples=50)
@given(corpora, st.integers(1, 4), st.lists(words, max_size=5), words | st.just(END), st.booleans())
def test_kenlm_says_the_same(
    tmp_path_factory: pytest.TempPathFactory, sentences, order, context, word, begins: bool
) -> None:
    pytest.importorskip("kenlm")
    model = train_ngrams(sentences, order)
    context = [BEGIN] * begins + context
    found = read_arpa(written(tmp_path_factory.mktemp("arpa"), list(to_arpa(model))))
    # KenLM takes no models of single words.
    assert isinstance(found, KenlmModel if order > 1 else NgramModel)
    assert found.order == order
    assert found.log10(word, context) == pytest.approx(model.log10(word, context), abs=1e-5)
