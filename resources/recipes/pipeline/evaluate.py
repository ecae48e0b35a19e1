"""Scores of `en_salience_sm` from raw text.

    python -m resources.recipes.pipeline.evaluate DATA CORPUS MODEL

DATA is the folder that convert.py wrote. All figures compare by character offset, so that a wrong
token costs precision and recall (CoNLL 2018 shared task).
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span, Token
from thinc.api import NumpyOps, set_current_ops

from resources.recipes.pipeline.augment import rebuild, recase
from resources.recipes.pipeline.names import cut_titles, gum_spans, is_proper, read_gum, run_around


def f_score(hits: int, predicted: int, gold: int) -> float:
    """F1 in percent; 0 where both sides are empty.

    >>> f_score(1, 2, 2)
    50.0
    """
    return 200 * hits / (predicted + gold) if predicted + gold else 0.0


def _key(token: Token) -> tuple[int, int]:
    return token.idx, token.idx + len(token)


def _facts(doc: Doc) -> dict[str, set]:
    facts: dict[str, set] = {
        name: set() for name in ("token", "upos", "xpos", "lemma", "uas", "las", "sent")
    }
    words = [token for token in doc if not token.is_space]
    for token in words:
        key = _key(token)
        head = None if token.head is token else _key(token.head)
        facts["token"].add(key)
        facts["upos"].add((key, token.pos_))
        facts["xpos"].add((key, token.tag_))
        facts["lemma"].add((key, token.lemma_))
        facts["uas"].add((key, head))
        facts["las"].add((key, head, token.dep_.lower()))
    for sent in doc.sents:
        inner = [token for token in sent if not token.is_space]
        if inner:
            facts["sent"].add((inner[0].idx, inner[-1].idx + len(inner[-1])))
    return facts


def syntax_counts(pairs: Iterable[tuple[Doc, Doc]]) -> dict[str, Counter]:
    """Counts (hits, predicted, gold) by measure over (predicted, gold) docs with the same text."""
    counts: dict[str, Counter] = {}
    for predicted, gold in pairs:
        ours, theirs = _facts(predicted), _facts(gold)
        for name in ours:
            counts.setdefault(name, Counter()).update(
                hits=len(ours[name] & theirs[name]),
                predicted=len(ours[name]),
                gold=len(theirs[name]),
            )
    return counts


def scores(counts: dict[str, Counter]) -> dict[str, float]:
    return {name: round(f_score(**count), 2) for name, count in counts.items()}


def name_counts(predicted: set, gold: set) -> dict[str, Counter]:
    """Counts by type and together of (start, end, type) sets."""
    return {
        kind: Counter(
            hits=len({n for n in predicted & gold if kind in ("all", n[2])}),
            predicted=sum(kind in ("all", n[2]) for n in predicted),
            gold=sum(kind in ("all", n[2]) for n in gold),
        )
        for kind in ("all", "PER", "ORG", "LOC")
    }


def ent_facts(doc: Doc) -> set:
    return {
        (e.start_char, e.end_char, e.label_) for e in doc.ents if e.label_ in ("PER", "ORG", "LOC")
    }


def quick(nlp: Language, gold: list[Doc]) -> dict[str, float]:
    """Scores while training: syntax, and names as `name_<type>`."""
    pairs = list(zip(nlp.pipe((d.text for d in gold), batch_size=32), gold, strict=True))
    names: dict[str, Counter] = {}
    for predicted, doc in pairs:
        add(names, name_counts(ent_facts(predicted), ent_facts(doc)))
    found = {f"name_{kind}": score for kind, score in scores(names).items()}
    return scores(syntax_counts(pairs)) | found


def trimmed(ent: Span) -> tuple[int, int, str] | None:
    """The run of proper nouns around the head of a predicted name, without a person's titles."""
    doc = ent.doc
    proper = [is_proper(token.tag_, token.pos_) for token in ent]
    heads = [t.i - ent.start for t in (ent.root, *ent) if proper[t.i - ent.start]]
    if not heads:
        return None
    start, end = run_around(proper, heads[0], 0, len(ent))
    if ent.label_ == "PER":
        start = cut_titles([token.text for token in ent], start, end)
    first, last = doc[ent.start + start], doc[ent.start + end - 1]
    return first.idx, last.idx + len(last), ent.label_


def gum_facts(predicted: Doc, gold: Doc, entities: list[dict]) -> tuple[set, set]:
    """Names of persons, organizations and places as (start, end, type), predicted and gold."""
    kinds = ("PER", "ORG", "LOC")
    theirs = {
        (gold[s].idx, gold[e - 1].idx + len(gold[e - 1]), kind)
        for s, e, kind in gum_spans(gold, entities, linked=False, peoples=False)
        if kind in kinds
    }
    ours = {trimmed(ent) for ent in predicted.ents if ent.label_ in kinds}
    return {name for name in ours if name}, theirs


def overlapping(ours: set, theirs: set) -> int:
    """Predicted names that touch a gold name of their type."""
    return sum(any(a < d and c < b and k == n for c, d, n in theirs) for a, b, k in ours)


def add(total: dict[str, Counter], part: dict[str, Counter]) -> None:
    for name, count in part.items():
        total.setdefault(name, Counter()).update(count)


def evaluate(nlp: Language, data: Path, corpus: Path) -> dict:
    """All scores of the recipe by set, with counts."""
    found: dict = {}
    pooled: dict[str, Counter] = {}
    seconds, words = 0.0, 0
    for name, part in (("ewt-dev", None), ("gum-dev", "dev"), ("tuning", "train")):
        gold = list(DocBin().from_disk(data / f"{name}.spacy").get_docs(nlp.vocab))
        begin = time.time()
        predicted = list(nlp.pipe((doc.text for doc in gold), batch_size=8))
        seconds, words = seconds + time.time() - begin, words + sum(map(len, predicted))
        counts = syntax_counts(zip(predicted, gold, strict=True))
        if name != "tuning":
            add(pooled, counts)
        names: dict[str, Counter] = {}
        loose = [0, 0]
        entities = read_gum(corpus / f"gum/{part}.jsonl") if part else {}
        for ours, theirs in zip(predicted, gold, strict=True):
            a, b = (
                gum_facts(ours, theirs, entities[theirs.user_data["id"]])
                if part
                else (ent_facts(ours), ent_facts(theirs))
            )
            add(names, name_counts(a, b))
            loose[0] += overlapping(a, b)
            loose[1] += overlapping(b, a)
        p, r = 100 * loose[0] / names["all"]["predicted"], 100 * loose[1] / names["all"]["gold"]
        found[name] = {
            "scores": scores(counts),
            "names": scores(names),
            "names_overlap": round(2 * p * r / (p + r), 2),
            "name_counts": {kind: dict(count) for kind, count in names.items()},
            "documents": len(gold),
            "words": counts["token"]["gold"],
            "sentences": counts["sent"]["gold"],
        }
    found["pooled"] = {"scores": scores(pooled)}
    found["words_per_second"] = round(words / seconds)
    return found


def evaluate_recased(nlp: Language, data: Path, corpus: Path) -> dict:
    """Scores on every fourth document of the tuning set as other papers would print it."""
    gold = list(DocBin().from_disk(data / "tuning.spacy").get_docs(nlp.vocab))[::4]
    entities = read_gum(corpus / "gum/train.jsonl")
    found = {}
    for how in ("as it is", "title", "names", "upper", "lower"):
        docs = [rebuild(doc, recase(doc, how)) for doc in gold]
        predicted = list(nlp.pipe((doc.text for doc in docs), batch_size=8))
        counts = syntax_counts(zip(predicted, docs, strict=True))
        total: dict[str, Counter] = {}
        proper: Counter = Counter()
        for ours, theirs, old in zip(predicted, docs, gold, strict=True):
            add(total, name_counts(*gum_facts(ours, theirs, entities[old.user_data["id"]])))
            a = {_key(t) for t in ours if t.pos_ == "PROPN"}
            b = {_key(t) for t in theirs if t.pos_ == "PROPN"}
            proper.update(hits=len(a & b), predicted=len(a), gold=len(b))
        found[how] = {
            "upos": scores(counts)["upos"],
            "las": scores(counts)["las"],
            "propn": round(f_score(**proper), 2),
            "names": scores(total)["all"],
        }
    return found


if __name__ == "__main__":
    set_current_ops(NumpyOps(use_blis=False))
    report = evaluate(spacy.load(sys.argv[3]), Path(sys.argv[1]), Path(sys.argv[2]))
    report["recased"] = evaluate_recased(
        spacy.load(sys.argv[3]), Path(sys.argv[1]), Path(sys.argv[2])
    )
    for key, value in report.items():
        print(key, json.dumps(value))
