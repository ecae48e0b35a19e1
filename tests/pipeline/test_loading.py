import shutil
from pathlib import Path

import pandas as pd
import pytest
import spacy
from spacy.tokens import Span

from resources.recipes.checksums import write_sums
from salience import resources
from salience.entities.alias_linker import AliasTable
from salience.entities.extraction import parse
from salience.errors import CorpusError, ModelError, ResourceError
from salience.model.salience_model import train
from salience.pipeline import loading
from salience.pipeline.loading import load_pipeline
from salience.pipeline.packed import PackedPipeline
from salience.types import Document
from tests.support.builders import toy_rows
from tests.support.docs import mentions_of

MODEL = train(pd.DataFrame(toy_rows()))


def test_a_pipeline_that_is_not_there(tmp_path):
    with pytest.raises(ResourceError, match="no pipeline 'xx_none'") as error:
        load_pipeline("xx_none")
    assert "Models that do:" in str(error.value)
    assert "install it, or give the path of its folder" in str(error.value)
    with pytest.raises(ResourceError, match="no pipeline ''"):
        load_pipeline("")
    with pytest.raises(ResourceError, match="there is no such folder"):
        load_pipeline(tmp_path / "none")


def test_an_installed_package_goes_before_a_folder_of_its_name(tmp_path, monkeypatch):
    (tmp_path / "xx_mine").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(loading, "is_package", {"xx_mine"}.__contains__)
    tried = []

    def load(place):
        tried.append(place)
        raise OSError("seen")

    monkeypatch.setattr(spacy, "load", load)
    for name in ("xx_mine", "./xx_mine", Path("xx_mine")):
        with pytest.raises(ModelError, match="OSError: seen"):
            load_pipeline(name)
    assert tried == ["xx_mine", Path("xx_mine"), Path("xx_mine")]


def test_a_folder_that_is_no_pipeline(tmp_path):
    (tmp_path / "file").write_text("no folder")
    for path in (tmp_path, tmp_path / "file", str(tmp_path)):
        with pytest.raises(ModelError, match=f"pipeline '{path}' can't be loaded: OSError: "):
            load_pipeline(path)


def halved(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("ner/model", halved),
        ("ner/model", Path.unlink),
        ("ner/cfg", halved),
        ("ner/cfg", Path.unlink),
        ("tokenizer", halved),
        ("config.cfg", halved),
        ("config.cfg", Path.unlink),
        ("config.cfg", lambda path: path.write_text("[nlp")),
        ("config.cfg", lambda path: path.write_text('[nlp]\nlang = "en"\npipeline = ["none"]')),
        ("meta.json", halved),
        ("meta.json", Path.unlink),
        ("meta.json", lambda path: path.write_text("[]")),
        ("meta.json", lambda path: path.write_text("[" * 200_000)),
        ("vocab/strings.json", halved),
        ("vocab/strings.json", Path.unlink),
        ("vocab/strings.json", lambda path: path.write_text("3")),
    ],
)
def test_damage_is_named_in_a_folder_and_in_what_ships(tagger, name, damage, monkeypatch):
    models = tagger.parent / "models"
    shutil.copytree(tagger, models / "en_toy-1.0.0")
    write_sums(models)
    monkeypatch.setattr(resources, "ROOTS", (tagger.parent,))
    assert load_pipeline("en_toy").has_pipe("ner")
    damage(models / "en_toy-1.0.0" / name)
    with pytest.raises(ModelError, match=f"en_toy-1.0.0/{name} is not as it was shipped"):
        load_pipeline("en_toy")
    damage(tagger / name)
    with pytest.raises(ModelError, match="tagger' can't be loaded: ") as error:
        load_pipeline(tagger)
    assert "copy or install it again, or load 'en_salience_sm'" in str(error.value)


def test_an_error_of_a_component_of_ours_stays_as_it_is(tiny, tmp_path):
    nlp = spacy.load(tiny)
    MODEL.save(tmp_path / "model")
    nlp.add_pipe("salience", config={"model": str(tmp_path / "model")})
    nlp.to_disk(tmp_path / "scores")
    halved(tmp_path / "scores" / "salience" / "meta.json")
    with pytest.raises(ModelError, match=r"salience/meta\.json is damaged: not JSON"):
        load_pipeline(tmp_path / "scores")


def test_what_a_saved_pipeline_has_is_not_added_again(tiny, tmp_path):
    first = AliasTable.from_rows([("Oslo", "Q0", 1.0)])
    load_pipeline(tiny, linker=first).to_disk(tmp_path / "again")
    second = AliasTable.from_rows([("Oslo", "Q585", 1.0)])
    nlp = load_pipeline(tmp_path / "again", linker=second)
    assert nlp.pipe_names[-2:] == ["salience_linker", "salience_coref"]
    assert nlp("Oslo grew.").ents[0].kb_id_ == "Q585"
    assert load_pipeline(tmp_path / "again")("Oslo grew.").ents[0].kb_id_ == "Q0"


def test_what_is_added_comes_before_the_component_that_scores(tiny, tmp_path):
    nlp = spacy.load(tiny)
    MODEL.save(tmp_path / "model")
    nlp.add_pipe("salience", name="scores", config={"model": str(tmp_path / "model")})
    nlp.remove_pipe("tiny_coref")
    nlp.to_disk(tmp_path / "scores")
    nlp = load_pipeline(tmp_path / "scores", linker=AliasTable.from_rows([("Oslo", "Q585", 1.0)]))
    assert nlp.pipe_names[-3:] == ["salience_linker", "salience_coref", "scores"]
    assert [e["id"] for e in nlp("Oslo grew.")._.salience] == ["Q585"]


def test_a_pipeline_without_the_parts_that_entities_need(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.to_disk(tmp_path / "bare")
    with pytest.raises(ModelError) as error:
        load_pipeline(tmp_path / "bare")
    message = str(error.value)
    assert "has sentencizer and gives no universal POS tags (a morphologizer" in message
    assert ", no dependency tree (a parser), no names (an ner component); entities" in message
    assert "load 'en_salience_sm'" in message


def test_coreference_is_added_unless_it_is_not_wanted(tiny):
    assert load_pipeline(tiny).pipe_names[-1] == "salience_coref"
    assert load_pipeline(tiny, coref="rules").pipe_names[-1] == "salience_coref"
    assert load_pipeline(tiny, coref="none").pipe_names[-2:] == ["tiny_coref", "salience_values"]
    with pytest.raises(ValueError, match=r"one of 'default', .*'coreferee'; got 'best'"):
        load_pipeline(tiny, coref="best")


def test_an_alias_table_links_names_and_travels_with_the_pipeline(tiny, tmp_path):
    table = tmp_path / "aliases.tsv"
    table.write_text("Oslo\tQ585\nAda Byrne\tQ1\n", encoding="utf-8")
    nlp = load_pipeline(tiny, coref="none", linker=table)
    nlp.to_disk(tmp_path / "linked")
    text = "Ada Byrne left Oslo. She met Noor Haddad."
    for other in (nlp, spacy.load(tmp_path / "linked"), PackedPipeline.pack(nlp).load()):
        found = {e.name: e.id for e in parse(other(text), Document("d", text)).entities}
        assert found == {"Ada Byrne": "Q1", "Oslo": "Q585", "Noor Haddad": "name:noor haddad|PER"}


def test_the_linker_looks_a_name_up_as_it_stands_then_without_what_surrounds_it(tiny):
    table = AliasTable.from_rows([("The Hague", "Q36600", 1.0), ("Fed", "Q53536", 1.0)])
    link = load_pipeline(tiny, coref="none", linker=table).get_pipe("salience_linker")
    doc = spacy.blank("en")("the Fed's man in The Hague saw the Oslo")
    doc.ents = [
        Span(doc, 0, 3, "ORG"),
        Span(doc, 5, 7, "LOC"),
        Span(doc, 8, 10, "LOC", kb_id="Q585"),
    ]
    assert [ent.kb_id_ for ent in link(doc).ents] == ["Q53536", "Q36600", "Q585"]


def test_a_broken_alias_table(tiny, tmp_path):
    (tmp_path / "aliases.tsv").write_text("Oslo Q585\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"aliases\.tsv:1: a line must be alias<TAB>id"):
        load_pipeline(tiny, linker=tmp_path / "aliases.tsv")


def test_the_pipeline_that_ships():
    nlp = load_pipeline()
    doc = nlp(
        "Mary Baker, the mayor of Oslo, met John Miller in Paris on Monday.\n\nShe was tired."
    )
    found = {doc[m.start : m.end].text: (m.kind, m.type) for m in mentions_of(doc)}
    assert found["Mary Baker"] == found["John Miller"] == ("named", "PER")
    assert found["Oslo"] == found["Paris"] == ("named", "LOC")
    assert found["the mayor of Oslo"][0] == "nominal"
    assert found["She"][0] == "pronominal"
    assert len(list(doc.sents)) == 2


def test_dates_are_found_by_rules_where_the_pipeline_does_not_label_them(tagger, tmp_path):
    nlp = load_pipeline(tagger, coref="rules")
    assert nlp.pipe_names[-2:] == ["salience_values", "salience_coref"]
    ents = nlp("It rained with Ada Byrne in June .").ents
    assert [(ent.text, ent.label_) for ent in ents] == [("Ada Byrne", "PER"), ("June", "DATE")]
    nlp.to_disk(tmp_path / "again")
    assert load_pipeline(tmp_path / "again").pipe_names == nlp.pipe_names
    nlp = spacy.load(tagger)
    nlp.get_pipe("ner").add_label("DATE")
    nlp.to_disk(tmp_path / "other")
    assert "salience_values" not in load_pipeline(tmp_path / "other").pipe_names
