import subprocess
import sys
import warnings

import pandas as pd
import pytest
import spacy
from spacy.tokens import Doc

from salience.engine.component import make_salience
from salience.engine.documents import score
from salience.engine.tasks import score_parsed
from salience.entities.extraction import parse
from salience.errors import ResourceError, SalienceError, SalienceWarning
from salience.model.salience_model import load_model, train
from salience.tables.records import to_record
from salience.types import Document
from tests.support.tiny_pipeline import tiny_pipeline

TEXT = "Ada Byrne met Noor Haddad in Oslo. She thanked Haddad. Byrne left."


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """The folder of a model for which early, frequent and titled entities are salient."""
    row = {"document": "d", "entity": 0, "id": "x", "head_count": 1, "nominal": 0, "head": "x"}
    rows = [
        row
        | {
            "first_sentence": s,
            "named": n,
            "pronominal": p,
            "headline": h,
            "headline_words": h,
            "salient": s < n + bool(h),
        }
        for s in range(4)
        for n in range(1, 5)
        for p in range(2)
        for h in ("", "PROPN")
    ]
    path = tmp_path_factory.mktemp("model") / "early"
    train(pd.DataFrame(rows), groups="dunietz-gillick").save(path)
    return path


@pytest.fixture
def nlp(model):
    nlp = tiny_pipeline()
    nlp.add_pipe("salience", config={"model": str(model)})
    return nlp


def test_entities_are_those_of_the_jobs_in_falling_order_of_score(nlp, model):
    entities = nlp(TEXT)._.salience
    scores = [e["score"] for e in entities]
    assert scores == sorted(scores, reverse=True) != sorted(scores)
    assert {e["name"] for e in entities} == {"Ada Byrne", "Noor Haddad", "Oslo"}
    doc = tiny_pipeline()(TEXT)
    expected = score_parsed(parse(doc, Document("", TEXT)), load_model(model), 0.3)
    assert entities == to_record(expected)["entities"]


def test_a_span_has_the_score_of_the_mention_that_it_is_or_lies_in(nlp):
    doc = nlp(TEXT)
    scores = {e["name"]: e["score"] for e in doc._.salience}
    assert doc[0:2]._.salience == doc[1:2]._.salience == scores["Ada Byrne"]
    assert doc[8:9]._.salience == scores["Noor Haddad"]
    assert doc[2:3]._.salience is None
    assert doc[1:4]._.salience is None


def test_before_the_component_there_is_none_and_without_entities_an_empty_list(nlp):
    doc = spacy.blank("en")("Ada Byrne left.")
    assert doc._.salience is None
    assert doc[0:2]._.salience is None
    for text in ("", " \n ", "It rained."):
        assert nlp(text)._.salience == []


def test_what_the_pipeline_lacks_is_said(model):
    def said(nlp):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert nlp("").text == ""
            assert not caught
            assert nlp(TEXT)._.salience == []
        return [str(one.message) for one in caught if "entities need" in str(one.message)]

    nlp = spacy.blank("en")
    nlp.add_pipe("salience", config={"model": str(model)})
    assert said(nlp) == [
        "the pipeline gives no universal POS tags (a morphologizer, or a tagger with an "
        "attribute_ruler), no dependency tree (a parser), no names (an ner component), and "
        "entities need them: add what is missing, or take salience.load_pipeline()"
    ]


def test_the_title_comes_from_user_data(nlp):
    plain, titled = nlp.make_doc(TEXT), nlp.make_doc(TEXT)
    titled.user_data["title"] = "Noor Haddad's visit"
    before, after = (
        {e["name"]: e["score"] for e in nlp(doc)._.salience} for doc in (plain, titled)
    )
    assert before["Noor Haddad"] != after["Noor Haddad"]
    assert before["Ada Byrne"] == after["Ada Byrne"]
    found = {e["name"]: [m["text"] for m in e["title_mentions"]] for e in titled._.salience}
    assert found == {"Noor Haddad": ["Noor Haddad"], "Ada Byrne": [], "Oslo": []}


def test_places_are_those_of_the_text_and_title_that_are_there(nlp):
    doc = nlp.make_doc(TEXT)
    doc.user_data["title"] = title = "The visit of\nNoor\N{SOFT HYPHEN} Haddad"
    [haddad] = [e for e in nlp(doc)._.salience if e["name"] == "Noor Haddad"]
    assert [title[m["start"] : m["end"]] for m in haddad["title_mentions"]] == [
        "Noor\N{SOFT HYPHEN} Haddad"
    ]
    assert {doc.text[m["start"] : m["end"]] for m in haddad["mentions"]} >= {"Noor Haddad"}


def test_the_threshold_says_what_is_salient(model):
    for threshold in (0.0, 1.0):
        nlp = tiny_pipeline()
        nlp.add_pipe("salience", config={"model": str(model), "threshold": threshold})
        assert {e["salient"] for e in nlp(TEXT)._.salience} == {threshold == 0.0}


def test_entities_without_a_name_are_scored_on_request(model):
    text = "Ada Byrne met a mayor in Oslo. She thanked a bus."
    found = {}
    for nominal in (False, True):
        nlp = tiny_pipeline()
        nlp.add_pipe("salience", config={"model": str(model), "nominal": nominal})
        found[nominal] = nlp(text)._.salience
        [scored] = score(
            Document("", text), model=load_model(model), nlp=tiny_pipeline(), nominal=nominal
        )
        assert found[nominal] == to_record(scored)["entities"]
        alone = nlp(text)._.salience
        assert [d._.salience for d in nlp.pipe([text, "Oslo left.", text])][::2] == [alone] * 2
    scores = [{e["name"]: e["score"] for e in found[nominal]} for nominal in (False, True)]
    assert set(scores[1]) - set(scores[0]) == {"mayor", "bus"}
    assert scores[0].items() <= scores[1].items()
    assert nlp(text)[4:5]._.salience == scores[1]["mayor"]


def test_several_processes_give_what_one_gives(nlp):
    texts = [TEXT, "", "Noor Haddad left Oslo.", "It rained."] * 3
    one = [nlp(text)._.salience for text in texts]
    assert [doc._.salience for doc in nlp.pipe(texts, batch_size=2)] == one
    assert [doc._.salience for doc in nlp.pipe(texts, batch_size=2, n_process=2)] == one


def test_a_doc_keeps_its_salience_as_bytes(nlp):
    doc = nlp(TEXT)
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert again._.salience == doc._.salience
    assert again[0:2]._.salience == doc[0:2]._.salience


def test_the_model_travels_with_the_pipeline(nlp, model, tmp_path):
    expected = nlp(TEXT)._.salience
    nlp.to_disk(tmp_path / "pipeline")
    data = nlp.to_bytes()
    model.rename(model.with_name("away"))
    try:
        assert spacy.load(tmp_path / "pipeline")(TEXT)._.salience == expected
        other = tiny_pipeline()
        other.add_pipe("salience", config={"model": str(model)})
        assert other.from_bytes(data)(TEXT)._.salience == expected
        lost = tiny_pipeline()
        lost.add_pipe("salience", config={"model": "no-such-model"})
        with pytest.raises(ResourceError, match="no model 'no-such-model'"):
            lost(TEXT)
    finally:
        model.with_name("away").rename(model)


def test_a_pipeline_is_put_together_before_its_model_is_there():
    nlp = tiny_pipeline()
    component = nlp.add_pipe("salience", config={"model": "no-such-model"})
    # What spaCy's runtime protocols ask of every component may load nothing, in whatever order.
    for name in (name for name in dir(component) if not name.startswith("_")):
        getattr(component, name)
    nlp.add_pipe("doc_cleaner")
    with pytest.raises(ResourceError, match="no model 'no-such-model'"):
        nlp(TEXT)


def test_coreference_is_resolved_only_where_nothing_else_does(model):
    def names(nlp, text="Ada Byrne left. Byrne met Noor Haddad."):
        doc = nlp(text)
        return [e["name"] for e in doc._.salience], [key for key in doc.spans if "coref" in key]

    for coref, entities, clusters in (
        ("rules", ["Ada Byrne", "Noor Haddad"], ["coref_clusters_1"]),
        ("none", ["Ada Byrne", "Byrne", "Noor Haddad"], []),
    ):
        nlp = tiny_pipeline()
        nlp.remove_pipe("tiny_coref")
        nlp.add_pipe("salience", config={"model": str(model), "coref": coref})
        assert names(nlp) == (entities, clusters)
    with pytest.raises(ValueError, match="coref must be 'rules' or 'none', got 'best'"):
        make_salience(nlp, "salience", "en-salience", None, "best")


@spacy.Language.component("quiet_coref")
def quiet_coref(doc):
    return doc


def test_what_a_component_by_others_leaves_apart_stays_so(model):
    nlp = tiny_pipeline()
    nlp.replace_pipe("tiny_coref", "quiet_coref")
    nlp.rename_pipe("tiny_coref", "quiet_coref")
    nlp.add_pipe("salience", config={"model": str(model)})
    doc = nlp("Ada Byrne left. Byrne met Noor Haddad.")
    assert [e["name"] for e in doc._.salience] == ["Ada Byrne", "Byrne", "Noor Haddad"]


def test_a_component_for_coreference_is_known_by_its_factory_too(model):
    nlp = tiny_pipeline()
    nlp.remove_pipe("tiny_coref")
    nlp.add_pipe("salience_coref", name="resolver")
    scorer = nlp.add_pipe("salience", config={"model": str(model), "coref": "rules"})
    # What the resolver before it left apart stays so.
    doc = nlp("Ada Byrne left. She slept.")
    del doc.spans["coref_clusters_1"]
    assert [len(e["mentions"]) for e in scorer(doc)._.salience] == [1]
    nlp.remove_pipe("resolver")
    assert [len(e["mentions"]) for e in scorer(doc)._.salience] == [2]


def test_another_language_is_a_warning(nlp):
    text = "Der Hafen war still und niemand auf dem Steg wusste etwas davon " * 2
    with pytest.warns(SalienceWarning, match="does not look like English"):
        nlp(text)


def test_what_is_stored_is_plain(nlp):
    def plain(value):
        if isinstance(value, list | dict):
            return all(map(plain, value.values() if isinstance(value, dict) else value))
        return value is None or type(value) in (str, int, float, bool)

    assert plain(nlp(TEXT)._.salience)


def test_extensions_of_others_stay():
    # In a process of its own, since extensions are set once for all.
    code = """
from spacy.tokens import Doc, Span
Doc.set_extension("salience", default="theirs")
Span.set_extension("salience", default="theirs")
import salience.engine.component
print(Doc.get_extension("salience")[0], Span.get_extension("salience")[0])
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True
    )
    assert ran.stdout.split() == ["theirs", "theirs"]


def test_a_component_after_it_is_none_for_coreference_before_it(model):
    nlp = tiny_pipeline()
    nlp.remove_pipe("tiny_coref")
    nlp.add_pipe("salience", config={"model": str(model)})
    nlp.add_pipe("quiet_coref")
    assert [e["name"] for e in nlp("Ada Byrne left. Byrne left.")._.salience] == ["Ada Byrne"]


@pytest.mark.parametrize("title", [7, ["Ada"], b"Ada"])
def test_a_title_that_is_no_text_is_named(nlp, title):
    doc = nlp.make_doc(TEXT)
    doc.user_data["title"] = title
    with pytest.raises(
        SalienceError, match=r'doc.user_data\["title"\] must be a string or None, but'
    ):
        nlp(doc)
    assert doc._.salience is None
