"""What found the entities is written down, compared and warned of."""

from pathlib import Path
from typing import get_args

import pandas as pd
import pytest
from spacy.language import Language

from salience.engine.documents import label, score
from salience.errors import SalienceWarning
from salience.model.salience_model import SalienceModel, load_model, train
from salience.pages.ratings import rated_records, read_ratings, read_sample, write_sample
from salience.pipeline.loading import Coref, load_pipeline
from salience.pipeline.provenance import other_pipeline, pipeline_name
from salience.tables.record_tables import read_table, to_frame
from salience.tables.records import to_json
from salience.tables.writers import write_lines
from salience.types import Document
from tests.support.builders import write_results
from tests.support.commands import CommandLine
from tests.support.replaced_loading import load_instead
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline


def test_what_resolves_coreference_is_in_the_name(tiny):
    names = {
        coref: pipeline_name(load_pipeline(tiny, coref=coref)) for coref in get_args(Coref)[:3]
    }
    plain = names["default"]
    assert names == {
        "default": plain,
        "rules": plain,
        "none": f"{plain}+coref=tiny_coref",
    }
    bare = load_pipeline(tiny, coref="none")
    bare.remove_pipe("tiny_coref")
    assert pipeline_name(bare) == f"{plain}+coref=none"
    for coref, said in (("rules", ""), ("none", "+coref=none")):
        scoring = load_pipeline(tiny, coref="none")
        scoring.remove_pipe("tiny_coref")
        scoring.add_pipe("salience", config={"coref": coref})
        assert pipeline_name(scoring) == plain + said
    card = {"pipeline": plain}
    assert other_pipeline(load_pipeline(tiny), card) is None
    assert f"{plain}+coref=tiny_coref is in use" in other_pipeline(
        load_pipeline(tiny, coref="none"), card
    )


GROUPS = ("1st-loc", "mentions")
DOCUMENTS = [Document("d", TEXT)]
COREF = "+coref=tiny_coref"
BOTH = r"trained with the pipeline en_tiny-1\.0.*, and en_tiny-2\.0.* is in use.*label documents"


def versioned(version: str) -> Language:
    nlp = tiny_pipeline()
    nlp.meta |= {"name": "tiny", "version": version}
    return nlp


@pytest.fixture(scope="module")
def model() -> SalienceModel:
    return train(label(corpus(12), nlp=versioned("1.0")), groups=GROUPS)


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_label_files_say_what_made_them(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"labels.{suffix}"
    write_results(path, "labels", label(corpus(12), nlp=versioned("1.0")))
    table = read_table(path)
    assert set(table["pipeline"]) == {f"en_tiny-1.0{COREF}"}
    assert train(table, groups=GROUPS).card["pipeline"] == f"en_tiny-1.0{COREF}"


def test_labels_without_a_pipeline_give_a_model_without_one(model: SalienceModel) -> None:
    table = to_frame(label(corpus(12), nlp=versioned("1.0")))
    unknown = train(table.drop(columns="pipeline"), groups=GROUPS)
    assert "pipeline" not in unknown.card
    assert [
        *score(DOCUMENTS, model=unknown, nlp=versioned("2.0"))
    ]  # and no warning, which is an error
    assert train(table, groups=GROUPS, card={"pipeline": "mine"}).card["pipeline"] == "mine"


def test_labels_of_two_pipelines_name_both() -> None:
    tables = [to_frame(label(corpus(12), nlp=versioned(v))) for v in ("2.0", "1.0")]
    both = train(pd.concat(tables, ignore_index=True), groups=GROUPS)
    assert both.card["pipeline"] == f"en_tiny-1.0{COREF}, en_tiny-2.0{COREF}"
    assert [*score(DOCUMENTS, model=both, nlp=versioned("2.0"))]
    with pytest.warns(
        SalienceWarning, match=r"en_tiny-1\.0.*, en_tiny-2\.0.*, and en_tiny-3\.0.* is"
    ):
        score(DOCUMENTS, model=both, nlp=versioned("3.0"))


def test_scoring_with_another_pipeline_is_one_warning(model: SalienceModel) -> None:
    several = [Document(id, TEXT) for id in "abc"]
    assert [*score(several, model=model, nlp=versioned("1.0"))]
    with pytest.warns(SalienceWarning, match=BOTH) as caught:
        found = [*score(several, model=model, nlp=versioned("2.0"))]
    assert len(caught) == 1 and len(found) == 3


def test_a_component_warns_once(model: SalienceModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    nlp = versioned("2.0")
    nlp.add_pipe("salience", config={"model": str(tmp_path / "model")})
    with pytest.warns(SalienceWarning, match=BOTH):
        nlp(TEXT)
    assert nlp(TEXT)._.salience and [*nlp.pipe([TEXT] * 3)]
    same = versioned("1.0")
    same.add_pipe("salience", config={"model": str(tmp_path / "model")})
    assert same(TEXT)._.salience
    assert pipeline_name(same) == load_model(tmp_path / "model").card["pipeline"]


@pytest.mark.parametrize("command", ["score article.txt --json", "view article.txt -o page.html"])
def test_the_command_line_says_it_once(
    model: SalienceModel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command_line: CommandLine,
    command: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("article.txt").write_text(TEXT)
    model.save("model")
    for version, times in (("1.0", 0), ("2.0", 1)):
        load_instead(monkeypatch, lambda *_, v=version, **__: versioned(v))
        err = command_line(f"{command} --model model").err
        assert err.count("warning: the model was trained with") == times


def test_ratings_by_hand_know_what_found_the_entities(tmp_path: Path) -> None:
    folder = tmp_path / "by-hand"
    parsed = [labelled.parsed for labelled in label(corpus(3), nlp=versioned("1.0"))]
    write_sample(folder, parsed, "en_tiny-1.0")
    header, *rows = (folder / "table.csv").read_text(encoding="utf-8-sig").splitlines()
    rated = [f"{row}{1 + i % 4}" for i, row in enumerate(rows)]
    (tmp_path / "ada.csv").write_text("\n".join([header, *rated]), encoding="utf-8")
    sampled = read_sample(folder)
    records = rated_records(sampled, [read_ratings(sampled, tmp_path / "ada.csv")])
    write_lines(str(tmp_path / "ada.jsonl"), map(to_json, records))
    assert (
        train(read_table(tmp_path / "ada.jsonl"), groups=GROUPS).card["pipeline"] == "en_tiny-1.0"
    )
