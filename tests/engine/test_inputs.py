"""Whatever people have in Python is scored, or refused at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from spacy.language import Language

from salience.engine.documents import analyze, score
from salience.engine.inputs import as_documents
from salience.errors import CorpusError, Reject, SalienceWarning
from salience.model.salience_model import SalienceModel, train
from salience.types import Document
from tests.support.builders import toy_rows
from tests.support.tiny_pipeline import TEXT, tiny_pipeline


@pytest.fixture(scope="module")
def nlp() -> Language:
    return tiny_pipeline()


@pytest.fixture(scope="module")
def model() -> SalienceModel:
    return train(pd.DataFrame(toy_rows()))


FRAME = pd.DataFrame(
    {"id": [7, 8], "text": [TEXT, "Oslo grew."], "title": ["Byrne left", None], "place": ["A", "B"]}
)
SEVERAL: dict[str, tuple[Any, list[str]]] = {
    "a text": (TEXT, ["1"]),
    "texts": ([TEXT, TEXT], ["1", "2"]),
    "a document": (Document("d", TEXT), ["d"]),
    "a mapping": ({"text": TEXT}, ["1"]),
    "a mapping with an id": ({"id": 5, "text": TEXT, "abstract": "Ada."}, ["5"]),
    "a mix": ([Document("d", TEXT), {"text": TEXT}, TEXT], ["d", "2", "3"]),
    "a tuple": ((TEXT,), ["1"]),
    "nothing": ([], []),
    "a table": (FRAME, ["7", "8"]),
    "a row": (FRAME.iloc[1], ["8"]),
    "a row without a title": (FRAME.iloc[1].drop("id"), ["1"]),
    "a column": (FRAME["text"], ["1", "2"]),
}


@pytest.mark.parametrize(("given", "ids"), SEVERAL.values(), ids=SEVERAL)
def test_what_people_have_is_scored(
    given: Any, ids: list[str], nlp: Language, model: SalienceModel
) -> None:
    scored = list(score(given, model=model, nlp=nlp))
    assert [one.parsed.document.id for one in scored] == ids
    assert all(one.parsed.entities for one in scored)


def test_the_first_line_of_a_text_is_its_title_and_a_document_stays_as_it_is() -> None:
    text = f"Byrne left\n\n{TEXT}"
    given = [text, {"text": text}, {"text": text, "title": ""}, Document("d", text), TEXT]
    titles = [document.title for document in as_documents(given)]
    assert titles == ["Byrne left", "Byrne left", None, None, None]


def test_a_doc_is_its_text_and_title(nlp: Language, model: SalienceModel) -> None:
    doc = nlp(TEXT)
    doc.user_data["title"] = "Byrne left"
    (scored,) = score(doc, model=model, nlp=nlp)
    assert scored.parsed.document == Document("1", TEXT, "Byrne left")


def test_fields_of_a_row_are_those_of_a_file() -> None:
    first, second = as_documents(FRAME)
    assert first == Document("7", TEXT, "Byrne left", meta={"place": "A"})
    assert second.title is None


WRONG: dict[str, tuple[Any, str]] = {
    "None": (None, "documents is a NoneType"),
    "a number": (5, "documents is an int"),
    "numbers": ([TEXT, 5], "document 2 is an int"),
    "bytes": ([b"Oslo"], "document 1 is a bytes"),
    "a path": (Path("article.txt"), "Read files with read_corpus"),
    "a mapping without text": ({"body": TEXT}, "text must be a string.*Its fields are 'body'"),
    "a row without text": (FRAME.drop(columns="text"), "document 1: text must be a string"),
}


@pytest.mark.parametrize(("given", "said"), WRONG.values(), ids=WRONG)
def test_what_is_no_document_is_refused_at_once(
    given: Any, said: str, nlp: Language, model: SalienceModel
) -> None:
    with pytest.raises(CorpusError, match=said):
        score(given, model=model, nlp=nlp)


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
@pytest.mark.parametrize(
    "make", [lambda t: pd.DataFrame({"text": t}), lambda t: [{"text": one} for one in t], pd.Series]
)
def test_a_missing_text_is_left_out_and_the_others_are_scored(
    missing: Any, make: Any, nlp: Language, model: SalienceModel
) -> None:
    rejects: list[Reject] = []
    scored = score(make([TEXT, missing, TEXT]), model=model, nlp=nlp, on_reject=rejects.append)
    assert [one.parsed.document.id for one in scored] == ["1", "3"]
    reason = "text must be a string, but is missing; give it one"
    assert rejects == [Reject("2", "", reason)]


def test_fields_that_can_not_be_a_document_s_are_left_out(
    nlp: Language, model: SalienceModel
) -> None:
    rejects: list[Reject] = []
    given = [{"text": TEXT, "id": "a", "title": 5}, {"text": ["Oslo."]}, {"text": TEXT}]
    scored = score(given, model=model, nlp=nlp, on_reject=rejects.append)
    assert [one.parsed.document.id for one in scored] == ["3"]
    said = [(reject.id, reject.reason.split(",")[0]) for reject in rejects]
    assert said == [("a", "title must be a string"), ("2", "text must be a string")]
    with pytest.raises(CorpusError, match="title must be a string"):
        analyze(given[0], model=model, nlp=nlp)


DOUBLES: dict[str, Any] = {
    "documents": [Document("a", TEXT), Document("a", "Oslo grew."), Document("b", TEXT)],
    "a table": pd.DataFrame({"id": ["a", "a", "b"], "text": [TEXT, "Oslo grew.", TEXT]}),
    "a generator": (Document(id, TEXT) for id in "aab"),
    "mappings": [{"id": "a", "text": TEXT}, {"id": "a", "text": TEXT}, Document("b", TEXT)],
}


@pytest.mark.parametrize("given", DOUBLES.values(), ids=DOUBLES)
def test_a_document_with_the_id_of_an_earlier_one_is_left_out(
    given: Any, nlp: Language, model: SalienceModel
) -> None:
    rejects: list[Reject] = []
    scored = score(given, model=model, nlp=nlp, on_reject=rejects.append)
    assert [one.parsed.document.id for one in scored] == ["a", "b"]
    reason = "an earlier document has the same id, and ids must be unique; change one"
    assert rejects == [Reject("a", "", reason)]


def test_a_double_is_a_warning_that_names_its_id(nlp: Language, model: SalienceModel) -> None:
    with pytest.warns(SalienceWarning, match="left out: document '2': an earlier document has"):
        [scored] = score([Document("2", TEXT), {"id": 2, "text": TEXT}], model=model, nlp=nlp)
    assert scored.parsed.document.id == "2"


@pytest.mark.parametrize("make", [list, iter])
def test_what_has_no_id_gets_none_that_somebody_else_has(make: Any) -> None:
    given = [Document("2", "Oslo."), "Rain.", {"text": "Sun."}, {"id": "#2", "text": "Wind."}]
    ids = [document.id for document in as_documents(make(given)) if isinstance(document, Document)]
    assert ids == (["2", "##2", "3", "#2"] if make is list else ["2", "#2", "3"])


def test_an_id_further_on_in_a_list_stays_and_the_number_makes_way() -> None:
    documents = as_documents(
        ["Rain.", Document("1", "Oslo."), pd.Series({"id": 3, "text": "Sun."})]
    )
    assert [document.id for document in documents] == ["#1", "1", "3"]


def test_the_name_of_a_file_is_no_text(tmp_path: Path, nlp: Language, model: Any) -> None:
    file = tmp_path / "article.txt"
    file.write_text(TEXT)
    with pytest.raises(CorpusError, match=r"is a file.*read_corpus"):
        score(str(file), model=model, nlp=nlp)


def test_a_generator_is_read_as_it_is_needed(nlp: Language, model: SalienceModel) -> None:
    def endless() -> Iterator[str]:
        while True:
            yield TEXT

    results = score(endless(), model=model, nlp=nlp)
    assert [next(results).parsed.document.id for _ in range(3)] == ["1", "2", "3"]


def test_a_pipeline_in_the_place_of_a_model_is_refused(nlp: Language) -> None:
    with pytest.raises(TypeError, match="nlp="):
        score(TEXT, model=nlp)  # type: ignore[arg-type]


def test_one_text_is_one_call(nlp: Language, model: SalienceModel) -> None:
    scored = analyze(TEXT, title="Byrne left", model=model, nlp=nlp, threshold=0.4)
    assert scored.parsed.document.title == "Byrne left" and scored.threshold == 0.4
    (same,) = score(Document("1", TEXT, "Byrne left"), model=model, nlp=nlp, threshold=0.4)
    assert scored == same


@pytest.mark.parametrize(
    ("given", "said"), [(" ", "text is empty"), ([TEXT, TEXT], "one text, got 2"), ([], "got 0")]
)
def test_one_text_that_can_not_be_read_is_an_error(
    given: Any, said: str, nlp: Language, model: SalienceModel
) -> None:
    with pytest.raises(CorpusError, match=said):
        analyze(given, model=model, nlp=nlp)


ABSTRACTS = [
    (np.array(["Rain.", "Sun."], dtype=object), ("Rain.", "Sun.")),
    (np.array([], dtype=object), ()),
    (np.array(["Rain."]), ("Rain.",)),
    (["Rain."], ("Rain.",)),
    (("Rain.", "Sun."), ("Rain.", "Sun.")),
    (None, ()),
    (np.nan, ()),
]


@pytest.mark.parametrize(("given", "expected"), ABSTRACTS)
def test_abstracts_of_a_table_may_be_arrays(given: Any, expected: tuple[str, ...]) -> None:
    row = {"id": np.int64(7), "text": "Rain in Oslo.", "abstract": given, "n": np.array([[1], [2]])}
    frame = pd.DataFrame({name: pd.Series([value], dtype=object) for name, value in row.items()})
    for things in (frame, [row], row):
        (document,) = as_documents(things)
        assert document == Document("7", "Rain in Oslo.", None, expected, {"n": [[1], [2]]})


def test_abstracts_that_pandas_reads_from_parquet(tmp_path: Path) -> None:
    rows = [{"text": "Rain.", "abstract": ["A.", "B."]}, {"text": "Sun.", "abstract": None}]
    pd.DataFrame(rows).to_parquet(tmp_path / "c.parquet")
    documents = as_documents(pd.read_parquet(tmp_path / "c.parquet"))
    assert [getattr(d, "abstracts", d) for d in documents] == [("A.", "B."), ()]


@pytest.mark.parametrize("given", [np.array([1, 2]), np.array([["A."]]), np.int64(3), {"A.": 1}])
def test_abstracts_that_are_no_texts_are_rejected(given: Any) -> None:
    (reject,) = as_documents([{"text": "Rain.", "abstract": given}])
    assert isinstance(reject, Reject) and "abstract must be a string" in reject.reason
