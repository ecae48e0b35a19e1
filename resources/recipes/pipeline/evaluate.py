"""Scores of `en_salience_sm` from raw text.

All figures compare by character offset, so that a wrong token costs precision and recall (CoNLL
2018 shared task).
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span

from resources.recipes.pipeline.augment import rebuild, recase
from resources.recipes.pipeline.names import cut_titles, gum_spans, is_proper, read_gum, run_around

KINDS = ("PER", "ORG", "LOC")
Counts = dict[str, Counter]


def counted(predicted: set, gold: set) -> Counter:
    return Counter(hits=len(predicted & gold), predicted=len(predicted), gold=len(gold))


def _facts(doc: Doc) -> dict[str, set]:
    at = [(token.idx, token.idx + len(token)) for token in doc]
    words = [(at[token.i], token) for token in doc if not token.is_space]
    inner = ([token for token in sent if not token.is_space] for sent in doc.sents)
    heads = {key: None if t.head is t else at[t.head.i] for key, t in words}
    return {
        "token": set(heads),
        "upos": {(key, t.pos_) for key, t in words},
        "xpos": {(key, t.tag_) for key, t in words},
        "lemma": {(key, t.lemma_) for key, t in words},
        "uas": set(heads.items()),
        "las": {(key, heads[key], t.dep_.lower()) for key, t in words},
        "sent": {(some[0].idx, some[-1].idx + len(some[-1])) for some in inner if some},
    }


def summed(parts: Iterable[Counts]) -> Counts:
    total: Counts = {}
    for part in parts:
        for name, count in part.items():
            total.setdefault(name, Counter()).update(count)
    return total


def syntax_counts(pairs: Iterable[tuple[Doc, Doc]]) -> Counts:
    facts = ((_facts(predicted), _facts(gold)) for predicted, gold in pairs)
    return summed({name: counted(a[name], b[name]) for name in a} for a, b in facts)


def scores(counts: Counts) -> dict[str, float]:
    """F1 in percent; 0 where both sides are empty."""
    return {
        name: round(200 * n["hits"] / max(n["predicted"] + n["gold"], 1), 2)
        for name, n in counts.items()
    }


def name_counts(predicted: set, gold: set) -> Counts:
    return {
        kind: counted(*({n for n in names if kind in ("all", n[2])} for names in (predicted, gold)))
        for kind in ("all", *KINDS)
    }


def ent_facts(doc: Doc) -> set:
    return {(e.start_char, e.end_char, e.label_) for e in doc.ents if e.label_ in KINDS}


def quick(nlp: Language, gold: list[Doc]) -> dict[str, float]:
    pairs = list(zip(nlp.pipe((d.text for d in gold), batch_size=32), gold, strict=True))
    names = summed(name_counts(ent_facts(ours), ent_facts(doc)) for ours, doc in pairs)
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
    theirs = {
        (gold[s].idx, gold[e - 1].idx + len(gold[e - 1]), kind)
        for s, e, kind in gum_spans(gold, entities, linked=False, peoples=False)
        if kind in KINDS
    }
    ours = {trimmed(ent) for ent in predicted.ents if ent.label_ in KINDS}
    return {name for name in ours if name}, theirs


def _read(nlp: Language, data: Path, name: str) -> list[Doc]:
    return list(DocBin().from_disk(data / f"{name}.spacy").get_docs(nlp.vocab))


def evaluate(nlp: Language, data: Path, corpus: Path) -> dict:
    """All scores of the recipe by set, with counts; DATA is the folder that convert.py wrote."""
    found: dict = {}
    syntax: dict[str, Counts] = {}
    for name, part in (("ewt-dev", None), ("gum-dev", "dev"), ("tuning", "train")):
        gold = _read(nlp, data, name)
        predicted = list(nlp.pipe((doc.text for doc in gold), batch_size=8))
        counts = syntax[name] = syntax_counts(zip(predicted, gold, strict=True))
        entities = read_gum(corpus / f"gum/{part}.jsonl") if part else {}
        names = summed(
            name_counts(*gum_facts(ours, theirs, entities[theirs.user_data["id"]]))
            if part
            else name_counts(ent_facts(ours), ent_facts(theirs))
            for ours, theirs in zip(predicted, gold, strict=True)
        )
        found[name] = {
            "scores": scores(counts),
            "names": scores(names),
            "name_counts": {kind: dict(count) for kind, count in names.items()},
            "documents": len(gold),
            "words": counts["token"]["gold"],
            "sentences": counts["sent"]["gold"],
        }
    both = scores(summed(syntax[name] for name in ("ewt-dev", "gum-dev")))
    return found | {"pooled": {"scores": both}}


def evaluate_recased(nlp: Language, data: Path, corpus: Path) -> dict:
    """Scores on every fourth document of the tuning set as other papers would print it."""
    gold = _read(nlp, data, "tuning")[::4]
    entities = read_gum(corpus / "gum/train.jsonl")
    found = {}
    for how in ("as it is", "title", "names", "upper", "lower"):
        docs = [rebuild(doc, recase(doc, how)) for doc in gold]
        predicted = list(nlp.pipe((doc.text for doc in docs), batch_size=8))
        syntax = scores(syntax_counts(zip(predicted, docs, strict=True)))
        names = summed(
            name_counts(*gum_facts(ours, theirs, entities[old.user_data["id"]]))
            for ours, theirs, old in zip(predicted, docs, gold, strict=True)
        )
        found[how] = {"upos": syntax["upos"], "las": syntax["las"], "names": scores(names)["all"]}
    return found
