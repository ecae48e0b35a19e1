"""The learned resolver: its component, its files, its constraints, and how it learns."""

from __future__ import annotations

import json
from itertools import permutations

import numpy as np
import pytest
import spacy
from hypothesis import given, settings
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from resources.recipes.coref import data, entity_errors, learn
from salience.coref import feature_templates
from salience.coref.clusters import MentionClusters
from salience.coref.component import LearnedResolver, RuleResolver, make_coref
from salience.coref.feature_templates import BITS
from salience.coref.mention_ranking import (
    analyse,
    may_merge,
    probabilities,
    resolve_learned,
    resolve_with_links,
    softmax,
)
from salience.coref.ranking_model import CorefModel, load_coref_model
from salience.coref.sieves import (
    appositives_and_predicates,
    merge_nominals_and_pronouns,
    merge_surest,
)
from salience.errors import ModelError
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_attributes import FEMALE, MALE
from salience.mentions.mention_detection import find_mentions
from salience.names.proper_names import same_name
from salience.pipeline.packed import PackedPipeline
from tests.support.builders import cases
from tests.support.coref import PEOPLE, coref_doc, people_doc

MODEL = load_coref_model()
BLANK = CorefModel(np.zeros(1 << BITS, np.float32), np.array([], np.int64), 0.5)


def texts(doc: Doc, model: CorefModel = MODEL, threshold: float | None = None) -> list[list[str]]:
    mentions = find_mentions(doc)
    spans = [doc[m.start : m.end].text for m in mentions]
    found = resolve_learned(doc, mentions, model, threshold)
    return [[spans[i] for i in cluster] for cluster in found]


@pytest.mark.parametrize("case", cases("coref"), ids=lambda case: case["note"])
def test_the_model_that_ships_fails_only_where_it_is_known_to(case):
    found = texts(coref_doc(case))
    assert (found == case["clusters"]) == ("learned" not in case.get("fails", ())), found


@settings(deadline=None)
@given(PEOPLE)
def test_whatever_was_learned_what_the_rules_are_sure_of_holds(sentences):
    generator = np.random.default_rng(0)
    weights = generator.normal(size=1 << BITS).astype(np.float32)
    doc = people_doc(sentences)
    mentions = find_mentions(doc)
    for model in (MODEL, CorefModel(weights, MODEL.frequent, 0.0)):
        sure, _ = analyse(doc, mentions, model.frequent)
        clusters, links = resolve_with_links(doc, mentions, model)
        found = clusters.result()
        everything = [i for cluster in found for i in cluster]
        assert len(set(everything)) == len(everything)
        assert all(cluster == sorted(cluster) and len(cluster) > 1 for cluster in found)
        assert set(everything) <= set(range(len(mentions)))
        home = {i: n for n, cluster in enumerate(found) for i in cluster}
        for cluster in sure.result():
            assert len({home[i] for i in cluster}) == 1
        for cluster in found:
            names = [n for i in cluster if (n := clusters.attributes[i].name)]
            pronouns = {clusters.attributes[i].head for i in cluster} & {"he", "she", "it"}
            assert len(pronouns) <= 1
            assert all(
                any(same_name(a, b, t) for t in ("PER", "ORG", "LOC", ""))
                for a in names
                for b in names
            )
        assert all(0 <= x.probability <= 1 + 1e-9 for x in links)


@settings(deadline=None)
@given(PEOPLE)
def test_probabilities_of_a_mention_sum_to_one_and_no_link_is_below_the_threshold(sentences):
    doc = people_doc(sentences)
    mentions = find_mentions(doc)
    _, pairs = analyse(doc, mentions, MODEL.frequent)
    link, new = probabilities(pairs, MODEL.weights)
    total = new + np.bincount(pairs.mention, link, minlength=len(mentions))
    assert np.allclose(total, 1)
    for threshold in (0.0, 0.3, 0.6, 1.0):
        _, links = resolve_with_links(doc, mentions, MODEL, threshold)
        assert all(x.probability >= threshold for x in links)
    # Where nothing is linked yet, a higher threshold keeps what is surely merged alone.
    assert resolve_learned(doc, mentions, MODEL, 1.1) == rank_sure(doc, mentions)


def two_sentences(*subjects):
    """A Doc of `<subject> slept .` for each; *of* hangs a noun phrase on the one before it."""
    words, pos, heads, deps, ents = [], [], [], [], []
    for subject in subjects:
        parts, start = subject.split(), len(words)
        of = parts.index("of") if "of" in parts else len(parts)
        verb = start + len(parts)
        for n, word in enumerate(parts):
            above, inner = start + of - 1, verb - 1
            pos.append({"the": "DET", "of": "ADP"}.get(word, "NOUN" if word.islower() else "PROPN"))
            deps.append("case" if n == of else "det" if word == "the" else "compound")
            heads.append(above if n < of else inner)
            if start + n == inner and of < len(parts):
                heads[-1], deps[-1] = above, "nmod"
            if start + n == above:
                heads[-1], deps[-1] = verb, "nsubj"
        if parts[-1] == "Ford":
            ents.append((verb - 1, verb))
        words += [*parts, "slept", "."]
        pos += ["VERB", "PUNCT"]
        heads += [verb, verb]
        deps += ["ROOT", "punct"]
    doc = Doc(Vocab(), words=words, lemmas=words, pos=pos, heads=heads, deps=deps)
    doc.ents = [Span(doc, *ent, "PER") for ent in ents]
    return doc


@pytest.mark.parametrize(
    ("first", "second", "may"),
    [
        ("the president", "the president", True),
        ("the president", "the vice president", False),
        ("the vice president", "the president", False),
        ("the deputy mayor", "the deputy mayor", True),
        ("the house of the vice president", "the house", True),
        ("President Ford", "the president", True),
        ("President Ford", "the vice president", False),
        ("Vice President Ford", "the president", False),
        ("Vice President Ford", "the vice president", True),
    ],
)
def test_a_rank_makes_another_role(first, second, may):
    doc = two_sentences(first, second)
    mentions = find_mentions(doc)
    _, pairs = analyse(doc, mentions, MODEL.frequent)
    [last] = [i for i, m in enumerate(mentions) if m.start == len(first.split()) + 2]
    found = set(zip(pairs.mention.tolist(), pairs.antecedent.tolist(), strict=True))
    assert ((last, 0) in found) == may


@pytest.mark.parametrize("type_", ["LOC", "ORG", "MISC"])
def test_titles_keep_people_apart_though_one_was_taken_for_something_else(type_):
    doc = people_doc([[["Mr.", "Lee"], ["Tom", "Smith"]], [["Ms.", "Lee"]]])
    mister, tom, miss = doc.ents
    doc.ents = [mister, tom, Span(doc, miss.start, miss.end, type_)]
    anything = CorefModel(MODEL.weights, MODEL.frequent, 0.0)
    assert all(not {"Mr. Lee", "Ms. Lee"} <= set(cluster) for cluster in texts(doc, anything))


def test_a_cluster_of_he_and_a_cluster_of_she_are_never_merged():
    doc = people_doc([[["Lee"]], [["Lee"]]])
    clusters = MentionClusters.singletons(DocColumns(doc), find_mentions(doc))
    assert may_merge(clusters, 1, 0)
    clusters.of[0].gender, clusters.of[1].gender = MALE, FEMALE
    assert not may_merge(clusters, 1, 0)


def rank_sure(doc, mentions):
    clusters, _ = analyse(doc, mentions, MODEL.frequent)
    return clusters.result()


def test_people_far_away_change_nothing():
    # Windows are bounded: what stands thirty sentences before is no candidate for a pronoun.
    tail = [[["it"]]] * 30 + [[["Ann", "Lee"], ["Tom", "Smith"]], [["she"], ["him"]]]
    found = []
    for people in (0, 100):
        doc = people_doc([[["Mary", "Brown"]]] * people + tail)
        mentions = find_mentions(doc)
        _, pairs = analyse(doc, mentions, MODEL.frequent)
        assert np.bincount(pairs.mention, minlength=len(mentions)).max() <= 60
        clusters = texts(doc)
        assert ["Ann Lee", "she"] in clusters
        assert ["Tom Smith", "him"] in clusters
        links = spacy.blank("en").add_pipe("salience_coref")(doc)._.coref_links[-2:]
        found.append([(link[0] - link[2], link[4]) for link in links])
    assert found[0] == found[1]


def test_the_component_writes_spans_and_links_that_survive_bytes_and_processes():
    nlp = spacy.blank("en")
    resolver = nlp.add_pipe("salience_coref", config={"threshold": 0.2})
    doc = resolver(people_doc([[["Ann", "Lee"], ["Tom", "Smith"]], [["she"], ["him"]]]))
    again = Doc(Vocab()).from_bytes(doc.to_bytes())
    assert {key: [span.text for span in again.spans[key]] for key in again.spans} == {
        "coref_clusters_1": ["Ann Lee", "she"],
        "coref_clusters_2": ["Tom Smith", "him"],
    }
    assert [list(link[:4]) for link in again._.coref_links] == [[5, 6, 0, 2], [7, 8, 3, 5]]
    assert all(0.2 <= link[4] <= 1 for link in again._.coref_links)
    packed = PackedPipeline.of(nlp).load().get_pipe("salience_coref")
    assert isinstance(packed, LearnedResolver)
    assert packed.threshold == 0.2
    assert packed.load().to_files() == resolver.load().to_files()
    doc = people_doc([[["Ann", "Lee"]], [["she"]]])
    doc.spans["coref_clusters_7"] = [doc[0:1]]
    assert list(resolver(doc).spans) == ["coref_clusters_7"]


def test_an_empty_doc_has_no_clusters():
    assert texts(Doc(Vocab())) == []
    assert texts(Doc(Vocab(), words=["hello"])) == []


def test_choices_of_the_component_are_named():
    nlp = spacy.blank("en")
    assert isinstance(make_coref(nlp, "x", "rules", "en-coref", None), RuleResolver)
    with pytest.raises(ValueError, match="resolver must be 'learned' or 'rules', got 'best'"):
        make_coref(nlp, "x", "best", "en-coref", None)
    with pytest.raises(ValueError, match="threshold must be from 0 to 1, got 2"):
        make_coref(nlp, "x", "learned", "en-coref", 2)
    with pytest.raises(ValueError, match="threshold must be from 0 to 1, got True"):
        LearnedResolver("en-coref", True)
    with pytest.raises(ValueError, match=r"threshold is for resolver='learned', got 0\.9 with"):
        make_coref(nlp, "x", "rules", "en-coref", 0.9)


def test_a_model_is_read_as_it_was_written_and_damage_is_named(tmp_path):
    MODEL.save(tmp_path / "model")
    again = load_coref_model(tmp_path / "model")
    assert again.to_files() == MODEL.to_files()
    assert np.array_equal(again.weights, MODEL.weights)
    arrays = tmp_path / "model" / "arrays.npz"
    arrays.write_bytes(arrays.read_bytes()[:-1])
    with pytest.raises(ModelError, match="is damaged: its SHA-256 must be"):
        load_coref_model(tmp_path / "model")
    arrays.unlink()
    with pytest.raises(ModelError, match=r"it has no arrays\.npz"):
        load_coref_model(tmp_path / "model")
    files = CorefModel(np.zeros(4, np.float32), MODEL.frequent, 0.5).to_files()
    with pytest.raises(ModelError, match="there must be 262144 finite weights"):
        CorefModel.from_files(files)
    unsigned = files | {"meta.json": files["meta.json"].replace(b"sha256", b"md5")}
    with pytest.raises(ModelError, match=r"model/meta\.json is damaged: it has no checksum"):
        CorefModel.from_files(unsigned)
    for threshold in (b"1.5", b"NaN"):
        meta = MODEL.to_files()["meta.json"].replace(
            b'"threshold": 0.4', b'"threshold": ' + threshold
        )
        with pytest.raises(ModelError, match="threshold must be from 0 to 1"):
            CorefModel.from_files(MODEL.to_files() | {"meta.json": meta})
    for frequent in (MODEL.frequent[::-1], MODEL.frequent[None]):
        with pytest.raises(ModelError, match="frequent words must be in rising order"):
            CorefModel.from_files(CorefModel(MODEL.weights, frequent, 0.5).to_files())
    with pytest.raises(ModelError, match="'format' must be 'salience-coref-model'"):
        CorefModel.from_files(files | {"meta.json": b'{"format": "salience-model"}'})


@pytest.mark.parametrize(
    "table", ["NEW_TEMPLATES", "LINK_TEMPLATES", "LINK_TEMPLATES_OF_BOTH_TYPES", "DETERMINERS"]
)
def test_weights_that_belong_to_other_templates_are_refused(table, monkeypatch, tmp_path):
    MODEL.save(tmp_path / "model")
    names = list(getattr(feature_templates, table))
    names[1], names[2] = names[2], names[1]
    with monkeypatch.context() as changed:
        changed.setattr(feature_templates, table, tuple(names))
        with pytest.raises(ModelError, match=r"model has weights for other pair templates: their"):
            load_coref_model(tmp_path / "model")
    assert load_coref_model(tmp_path / "model").to_files() == MODEL.to_files()


def test_weights_that_do_not_say_to_which_templates_they_belong_are_refused():
    files = MODEL.to_files()
    meta = json.loads(files["meta.json"])
    del meta["sha256"]["pair_templates"]
    with pytest.raises(
        ModelError,
        match=r"no fingerprint of its pair templates.* Train the",
    ):
        CorefModel.from_files(files | {"meta.json": json.dumps(meta).encode()})


def test_the_model_that_ships_is_small_and_says_where_it_comes_from():
    assert sum(map(len, MODEL.to_files().values())) < 3_000_000
    assert MODEL.card["license"] == "CC-BY-SA-4.0"
    assert len(MODEL.card["training_sets"]) == 2


def people(*sentences, chains):
    """A document with gold chains, given as the words of each mention and which of them it is."""
    doc = people_doc([[name.split() for name in sentence] for sentence in sentences])
    text = doc.text

    def place(mention):
        words, _, nth = mention.partition("#")
        at = -1
        for _ in range(int(nth or 1)):
            at = text.index(words, at + 1)
        return at, at + len(words)

    found = [[place(mention) for mention in chain] for chain in chains]
    return data.GoldDocument("d", text, found, []), doc


def test_a_tiny_model_learns_what_the_rules_do_not_do_and_the_same_bytes_twice():
    # In this world *she* is always the object of the sentence before, and *he* nobody there.
    documents = [
        people(
            [f"Ann {a}", f"Mary {b}"], ["she", f"Tom {c}"],
            chains=[[f"Mary {b}", "she"]],
        )
        for a, b, c in permutations(("Lee", "Smith", "Brown")) if a < b
    ]  # fmt: skip
    assert texts(documents[0][1]) == [["Ann Lee", "she"]]
    frequent = learn.frequent_words([doc for _, doc in documents], 2)
    examples = [learn.example(gold, doc, frequent) for gold, doc in documents]
    assert [int(x.right.sum()) for x in examples] == [1, 1, 1]
    choices = learn.Settings(epochs=20, decay=0.0)
    weights = learn.learn(examples, choices)
    model = CorefModel(weights, frequent, 0.5)
    for gold, doc in documents:
        ((mary, _),) = gold.chains
        assert texts(doc, model) == [[gold.text[slice(*mary)], "she"]]
    assert CorefModel(learn.learn(examples, choices), frequent, 0.5).to_files() == model.to_files()


def test_what_is_not_marked_teaches_nothing_where_only_some_kinds_are():
    gold, doc = people(["Ann Lee", "Tom Smith"], ["she", "him"], chains=[["Ann Lee", "she"]])
    frequent = learn.frequent_words([doc], 1)
    every = learn.example(gold, doc, frequent)
    some = learn.example(gold, doc, frequent, complete=False)
    assert int(every.learns.sum()) > int(some.learns.sum()) == 1


def test_split_and_merged_entities_are_counted():
    def entity(named, type_, *mentions):
        return {
            "named": named,
            "type": type_,
            "mentions": [
                {"start": a, "end": b, "heads": [[a, b]], "kind": kind} for a, b, kind in mentions
            ],
        }

    gold = [
        entity(True, "person", (0, 3, "named"), (10, 13, "named"), (20, 22, "pronominal")),
        entity(True, "person", (30, 33, "named"), (40, 43, "pronominal")),
        entity(False, "object", (50, 55, "nominal")),
    ]
    count = entity_errors.entity_errors
    right = count(gold, [[(0, 3), (10, 13), (20, 22)], [(30, 33), (40, 43)], [(50, 55)]])
    assert right.as_dict() == {
        "named": 2, "split": 0, "names_split": 0, "merged": 0, "people_merged": 0,
        "mentions": 2, "right": 2, "wrong": 0,
    }  # fmt: skip
    wrong = count(gold, [[(0, 3), (30, 33), (50, 55)], [(10, 13)], [(20, 22), (40, 43)]])
    assert wrong.as_dict() == {
        "named": 2, "split": 2, "names_split": 1, "merged": 1, "people_merged": 1,
        "mentions": 2, "right": 0, "wrong": 1,
    }  # fmt: skip
    assert (right + wrong).named == 4


def test_gold_is_read_by_characters(tmp_path):
    (tmp_path / "gum/ontogum/dev").mkdir(parents=True)
    lines = "# begin document d\n0\tAnn\t(1\n1\tLee\t1)\n2\t\t_\n3\ther\t(2(1)2)\n# end document\n"
    (tmp_path / "gum/ontogum/dev/d.conll").write_text(lines)
    row = {"id": "d", "genre": "news", "text": "Ann  Lee… her", "entities": []}
    (tmp_path / "gum/dev.jsonl").write_text(json.dumps(row))
    [document] = data.read_set(tmp_path, "gum-dev")
    assert document.chains == [[(0, 8), (10, 13)], [(10, 13)]]
    with pytest.raises(ValueError, match="'Tom' is not at 0"):
        data.places(["Tom"], "Ann")


@settings(deadline=None)
@given(PEOPLE)
def test_mentions_that_are_passed_over_could_not_have_been_linked(sentences):
    doc = people_doc(sentences)
    mentions = find_mentions(doc)
    _, pairs = analyse(doc, mentions, MODEL.frequent)
    chances, _ = probabilities(pairs, MODEL.weights)
    for threshold in (0.0, 0.3, 0.6, 1.0):
        linked = {x.mention for x in resolve_with_links(doc, mentions, MODEL, threshold)[1]}
        for i in linked:
            assert chances[pairs.mention == i].sum() >= threshold - 1e-9
    # Every pair once, in order: what sums over the pairs of a mention relies on it.
    order = list(zip(pairs.mention.tolist(), pairs.antecedent.tolist(), strict=True))
    assert order == sorted(set(order))


@given(PEOPLE)
def test_merges_in_a_copy_of_clusters_leave_the_first_ones_as_they_were(sentences):
    doc = people_doc(sentences)
    columns = DocColumns(doc)
    clusters = MentionClusters.singletons(columns, find_mentions(doc))
    before = [(c.members.copy(), list(c.names), set(c.governors)) for c in clusters.of]
    rules = clusters.copy()
    merge_surest(rules, appositives_and_predicates(columns))
    merge_nominals_and_pronouns(columns, rules)
    assert [(c.members, c.names, c.governors) for c in clusters.of] == before


def test_a_softmax_gives_nothing_to_what_is_ruled_out():
    # Learning asks for the share of gold antecedents alone, or of a new entity alone.
    doc = people_doc([[["Ann", "Lee"]], [["she"]], [["she"]]])
    _, pairs = analyse(doc, find_mentions(doc), MODEL.frequent)
    assert len(pairs.mention)
    link, new = np.zeros(len(pairs.mention)), np.zeros(len(pairs.new))
    shares, rest = softmax(pairs, np.full_like(link, -np.inf), new)
    assert shares.tolist() == [0] * len(link)
    assert rest.tolist() == [1] * len(new)
    chooses = np.isin(np.arange(len(new)), pairs.mention)
    shares, rest = softmax(pairs, link, np.where(chooses, -np.inf, new))
    assert np.allclose(np.bincount(pairs.mention, shares, minlength=len(new)), chooses)
    assert np.array_equal(rest == 1, ~chooses)
