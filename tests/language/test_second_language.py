"""A second language goes through the whole core by its own words, and by nothing of English."""

from __future__ import annotations

import pytest

from salience import Document, label, load_pipeline, score
from salience.coref.component import RuleResolver
from salience.language import ENGLISH, language_of
from salience.names.entity_names import name_id
from salience.names.keys import key_of
from salience.names.proper_names import is_acronym, read_name, same_name
from salience.pipeline.doc_trees import trees_of
from salience.text.letter_case import natural_case
from tests.support.toy_language import TOY, toy_pipeline

TEXT = (
    "Dona Mara Vell vedi il rego di Toren . Ella parli kun Tiko Sarn . Dom Sarn pagi 300 florini "
    "en Lunedo . Ello vedi il Banko di Toren . Vell parli kun un rego ."
)
DOCUMENTS = [Document(f"d{n}", TEXT + " Mara Vell loki en Toren ." * n, None) for n in range(4)]


@pytest.fixture(scope="module")
def nlp(tmp_path_factory):
    folder = tmp_path_factory.mktemp("toy") / "pipeline"
    toy_pipeline().to_disk(folder)
    return load_pipeline(folder)


@pytest.fixture(scope="module")
def scored(nlp):
    with pytest.warns(match="trained with"):
        return list(score(DOCUMENTS, nlp=nlp))


def test_a_pipeline_gets_its_values_and_coreference_by_rules(nlp) -> None:
    assert nlp.pipe_names == ["toy_parser", "salience_values", "salience_coref"]
    assert isinstance(nlp.get_pipe("salience_coref"), RuleResolver)


def test_text_becomes_entities_with_probabilities(scored) -> None:
    parsed = scored[0].parsed
    assert parsed.language == "qtt"
    assert parsed.warnings == ()
    found = {
        entity.name: (entity.type, entity.id, [mention.text for mention in entity.mentions])
        for entity in parsed.entities
    }
    assert found == {
        "Mara Vell": ("PER", "name:mara vell|PER", ["Dona Mara Vell", "Ella", "Vell"]),
        "Toren": ("LOC", "name:toren|LOC", ["Toren"]),
        "Tiko Sarn": ("PER", "name:tiko sarn|PER", ["Tiko Sarn", "Dom Sarn", "Ello"]),
        "Banko di Toren": ("ORG", "name:banko di toren|ORG", ["il Banko di Toren"]),
    }
    assert [(v.type, v.text) for v in parsed.values] == [
        ("MONEY", "300 florini"),
        ("DATE", "Lunedo"),
    ]
    assert len(scored[0].scores) == 4
    assert all(0 < p < 1 for p in scored[0].scores)


@pytest.mark.filterwarnings("ignore:.*trained with")
@pytest.mark.parametrize(("n_process", "batch_size"), [(2, 16), (1, 1)])
def test_batches_and_worker_processes_read_it_alike(
    nlp, scored, n_process, batch_size, monkeypatch
) -> None:
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", batch_size)
    again = list(score(DOCUMENTS, nlp=nlp, n_process=n_process))
    assert [(s.parsed, s.scores) for s in again] == [(s.parsed, s.scores) for s in scored]


def test_names_of_a_text_are_found_in_its_abstract(nlp) -> None:
    [labelled] = label(Document("d", TEXT, None, ("Tiko vedi il BT .",)), nlp=nlp)
    pairs = zip(labelled.parsed.entities, labelled.labels, strict=True)
    salient = {entity.name for entity, label in pairs if label.salient}
    assert salient == {"Tiko Sarn", "Banko di Toren"}


def test_rules_of_names_are_its_own() -> None:
    def same(a: str, b: str, type_: str) -> bool:
        return same_name(*(read_name(x.split(), type_, TOY) for x in (a, b)), type_)

    assert same("Dona Vell", "Mara Vell", "PER")
    assert not same("Dom Vell", "Mara Vell", "PER")  # titles tell the gender
    assert not same("Mrs. Vell", "Mara Vell", "PER")  # no title here
    assert is_acronym(read_name(["BS"], "", TOY), read_name(["Banko", "di", "Sarn"], "ORG", TOY))
    assert key_of("il Banko", TOY) == ("banko",)
    assert key_of("the Banko", TOY) == ("the", "banko")
    assert name_id("BT", "ORG", TOY) == "name:banko di toren|ORG"


def test_trees_and_letter_case_are_its_own() -> None:
    for when, tag in (("Lunedo", "PP-TMP"), ("Friday", "PP")):
        [tree] = trees_of(toy_pipeline()(f"Mara vedi il ponto en {when} ."))
        assert f"({tag} (IN en) (NP (NNP {when})))" in str(tree)
    line = "The Rego Parli Kun Toren Of Ponto"
    assert natural_case(f"{line}\n\nIl rego di Toren vedi il ponto en il urbo ke parli .", TOY) == (
        "The rego parli Kun Toren Of ponto\n\nIl rego di Toren vedi il ponto en il urbo ke parli ."
    )


def test_a_code_that_nobody_added_is_read_as_english() -> None:
    assert language_of("de") is ENGLISH
    assert repr(language_of("qtt")) == "Language('qtt')"
