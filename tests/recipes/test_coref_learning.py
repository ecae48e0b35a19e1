"""How the coreference model is learned, and what its errors are counted by."""

import json
from itertools import permutations

import pytest

from resources.recipes.coref import data, entity_errors, learn
from salience.coref.ranking_model import CorefModel
from tests.support.coref import learned_clusters, people_doc


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
    assert learned_clusters(documents[0][1]) == [["Ann Lee", "she"]]
    frequent = learn.frequent_words([doc for _, doc in documents], 2)
    examples = [learn.example(gold, doc, frequent) for gold, doc in documents]
    assert [int(x.right.sum()) for x in examples] == [1, 1, 1]
    choices = learn.Settings(epochs=20, decay=0.0)
    weights = learn.learn(examples, choices)
    model = CorefModel(weights, frequent, 0.5)
    for gold, doc in documents:
        ((mary, _),) = gold.chains
        assert learned_clusters(doc, model) == [[gold.text[slice(*mary)], "she"]]
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
    assert right == {
        "named": 2, "split": 0, "names_split": 0, "merged": 0, "people_merged": 0,
        "mentions": 2, "right": 2, "wrong": 0,
    }  # fmt: skip
    wrong = count(gold, [[(0, 3), (30, 33), (50, 55)], [(10, 13)], [(20, 22), (40, 43)]])
    assert wrong == {
        "named": 2, "split": 2, "names_split": 1, "merged": 1, "people_merged": 1,
        "mentions": 2, "right": 0, "wrong": 1,
    }  # fmt: skip


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
