"""Published labels on the entities that a pipeline found, so that models learn from them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from salience.errors import CorpusError, OnReject, Reject, warn_reject
from salience.names.keys import key_of, words
from salience.tables.record_files import by_id, read_records
from salience.text.formatting import one_line
from salience.types import NOT_FOUND, Record

LINKS = ("of", "for", "in", "at", "on", "de")
"""Words before which a name has its head: *University* in *University of Oslo*."""
NO_LABELS = (
    "its labels must have entity, salient, kb_id and mentions with start, end, text and kind; "
    "make them with `salience label`"
)
_MENTION = {"start": int, "end": int, "text": str, "kind": str}
SUFFIXES = ("jr", "sr", "ii", "iii", "iv")


def joined_labels(
    published: Iterable[Record], labels: str, *, on_reject: OnReject = warn_reject
) -> Iterator[Record]:
    """Give the entities of a file of labels what was published of them."""
    ids, take = by_id(partial(_records, labels))
    for record in published:
        own = take(record["id"]) if record["id"] in ids else None
        if own is None:
            reason = "there are no labels of it; label all articles"
        elif not has_labels(own):
            reason = NO_LABELS
        elif (labelled := joined(record, own))["entities"]:
            yield labelled
            continue
        else:
            reason = "none of its entities could be joined; compare the article"
        on_reject(Reject(record["id"], "", reason))


def _records(labels: str) -> Iterator[Record]:
    for document, record in read_records(labels):
        if any("score" in entity for entity in record.get("entities", ())):
            raise CorpusError(
                f"{labels} has scores of {one_line(document.id, 120)!r}, which are no labels: what "
                "is salient there is what a model holds for it. Label documents first: salience "
                "label."
            )
        yield record


def has_labels(record: Record) -> bool:
    """Whether each entity of a record says what is read here of it, in the right types."""
    return all(
        isinstance(entity.get("entity"), int)
        and isinstance(entity.get("salient"), bool)
        and isinstance(entity.get("kb_id", 0), str | None)
        and isinstance(entity.get("published", {}), dict)
        and all(map(_is_mention, entity["mentions"]))
        for entity in record["entities"]
    )


def _is_mention(value: object) -> bool:
    return isinstance(value, dict) and all(type(value.get(k)) is t for k, t in _MENTION.items())


def joined(published: Record, labels: Record) -> Record:
    """The labels of a document with what was published in place of what an abstract says.

    A published entity is joined to the one with a mention of its very place (`span`), else with a
    name that overlaps it and has its head word (`overlap`), else with a name of that head word
    (`head`).
    """
    entities = labels["entities"]
    left = list(published["entities"])
    owned: dict[int, list[tuple[Record, str]]] = {}
    for rule in ("span", "overlap", "head"):
        waiting = []
        for theirs in left:
            free = (i for i in range(len(entities)) if rule != "head" or i not in owned)
            first = theirs["mentions"][0]
            fitting = (i for i in free if _fits(rule, first, entities[i]["mentions"]))
            if (place := next(fitting, None)) is None:
                waiting.append(theirs)
            else:
                owned.setdefault(place, []).append((theirs, rule))
        left = waiting
    missed = [
        {"abstract": 0, **{k: theirs["mentions"][0][k] for k in ("start", "end", "text")}}
        | {"reason": NOT_FOUND}
        for theirs in left
        if theirs["salient"]
    ]
    kept = {k: v for k, v in labels.items() if k != "unaligned"}
    kept["entities"] = [_labelled(entities[i], owned[i]) for i in sorted(owned)]
    return kept | ({"unaligned": missed} if missed else {})


def _fits(rule: str, first: Record, mentions: Sequence[Record]) -> bool:
    """Whether a rule joins an entity with these mentions to one that is first mentioned so."""
    if rule == "span":
        place = first["start"], first["end"]
        return any((m["start"], m["end"]) == place for m in mentions)
    head, own = head_word(first["text"]), _words(first["text"])
    named = (m for m in mentions if m["kind"] == "named" and head_word(m["text"]) == head)
    if rule == "overlap":
        return any(m["start"] < first["end"] and first["start"] < m["end"] for m in named)
    return any(own <= other or other <= own for other in (_words(m["text"]) for m in named))


def _labelled(entity: Record, several: Sequence[tuple[Record, str]]) -> Record:
    """An entity with the labels of one or several published ones."""
    first, rule = several[0]
    salient = any(theirs["salient"] for theirs, _ in several)
    mentions = sum(theirs["published"]["mentions"] for theirs, _ in several)
    mid = next((theirs["kb_id"] for theirs, _ in several if theirs["kb_id"]), None)
    return entity | {
        "salient": salient,
        "grade": int(salient),
        "ambiguous": len(several) > 1,
        "evidence": [],
        "published": first["published"] | {"mentions": mentions, "rule": rule},
        **({"kb_id": mid, "id": mid} if mid else {}),
    }


def _words(name: str) -> set[str]:
    return set(key_of(name)) - {*LINKS, *SUFFIXES}


def head_word(name: str) -> str:
    """The head word of a name, as it is compared."""
    keys = [word.key for word in words(name)]
    end = next((i for i, key in enumerate(keys) if i and key in LINKS), len(keys))
    while end > 1 and keys[end - 1] in SUFFIXES:
        end -= 1
    return keys[end - 1] if keys else ""
