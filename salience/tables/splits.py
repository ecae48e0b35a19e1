"""Train on some documents and test on others: by document, date or source, and none in both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from salience.arrays import UInt64Array
from salience.errors import CorpusError, OnReject, Reject, SalienceError, a_kind, warn_reject
from salience.tables.days import day_of, last_day
from salience.text.hashes import hashes, text_hash
from salience.types import Document

if TYPE_CHECKING:
    import pandas as pd

By = Literal["document", "date", "source"]


@dataclass(frozen=True, slots=True)
class Split:
    """What `split` found: the ids of the documents on each side, which share none."""

    train: frozenset[str]
    test: frozenset[str]


def split(
    documents: Iterable[Document],
    *,
    by: By = "document",
    share: float = 0.2,
    until: str | None = None,
    seed: int = 0,
    on_reject: OnReject = warn_reject,
) -> Split:
    """Divide a corpus into a part to train on and a part to test on.

    Only ids and a hash of each text are held in memory, so that the corpus may be large: read it
    again, and ask on which side each document is. Texts are the same if their letters and digits
    are, apart from a title that they repeat.

    Args:
        documents: Read once.
        by: `document`: each by chance, but all with the same text on one side. `date`: the latest
            are for the test, and no day is on both sides. `source`: whole sources by chance, none
            on both sides. The last two need a field of that name in every document.
        share: Of the documents, for the test; as near as whole days or sources allow.
        until: The last day to train on, such as `2006-12-31`, in place of a share, for `date`.
        seed: Of numpy's generator, for `document` and `source`.
        on_reject: Called with every document that is on no side: without the field, with the id of
            an earlier document, or for the test with the text of a training document.

    Raises:
        SalienceError: If `by` is unknown, `share` is out of range, or `until` is no day.
        CorpusError: If one side would have no documents.

    Example:
        >>> days = ("2026-01-01", "2026-01-02", "2026-01-02", "2026-01-03")
        >>> corpus = [Document(f"d{n}", f"Rain {n}.", meta={"date": day})
        ...     for n, day in enumerate(days)]
        >>> found = split(corpus, by="date", share=0.5)
        >>> sorted(found.train), sorted(found.test)
        (['d0'], ['d1', 'd2', 'd3'])
        >>> split(corpus, share=0.5) == split(corpus[::-1], share=0.5)
        True
    """
    if by not in get_args(By):
        raise SalienceError(f"can't split by {by!r}. Choose out of: {', '.join(get_args(By))}.")
    if not 0 < share < 1:
        raise SalienceError(f"share must be between 0 and 1, but is {share}. Take 0.2.")
    if until is not None:
        until = last_day(until)
        if by != "date":
            raise SalienceError(f"a last day to train on is for by='date', but by is {by!r}.")
    left_out: list[Reject] = []

    def reject(id: str, reason: str) -> None:
        left_out.append(Reject(id, "", f"{reason}; it is on no side"))
        on_reject(left_out[-1])

    texts: dict[str, list[str]] = {}
    groups: dict[str, list[str]] = {}
    for document in documents:
        if not isinstance(document, Document):
            given = documents if isinstance(documents, str) else document
            raise CorpusError(
                f"split needs documents, but got {a_kind(given)}. Read a file with read_corpus, or "
                "make each a Document."
            )
        id, keys = document.id, _keys(document)
        group = keys[-1] if by == "document" else _field(document, by)
        if id in texts or not group:
            reject(id, "an earlier document has its id" if id in texts else _needed(document, by))
            continue
        texts[id] = keys
        groups.setdefault(group, []).append(id)
    if until is None:
        test = _chosen(groups, by, share * len(texts), seed)
    else:
        test = {id for day, ids in groups.items() if day > until for id in ids}
    train = texts.keys() - test
    trained = {key: id for id in sorted(train) for key in texts[id]}
    for id in sorted(test):
        if other := [trained[key] for key in texts[id] if key in trained]:
            reject(id, f"its text is that of training document {other[0]!r}")
            test.remove(id)
    if not train or not test:
        raise CorpusError(
            f"{len(texts)} documents, by {by} in {len(groups)} groups, can't be divided so that "
            + (f"{share:g} are for the test" if until is None else f"the test is after {until}")
            + ": one side would be empty. "
            + (f"{len(left_out)} were left out: {left_out[0]}. " if left_out else "")
            + "Give more documents, or split by document."
        )
    return Split(frozenset(train), frozenset(test))


def divided_by_day(table: pd.DataFrame, until: str) -> tuple[pd.DataFrame, pd.DataFrame, str]:
    """Labels up to a day and after it, without a document in both, and what was done, in words."""
    day = last_day(until)
    dates = table["date"].fillna("") if "date" in table else table["document"].map(lambda _: "")
    train, test = table[(dates != "") & (dates <= day)], table[dates > day]
    repeated = _repeated(train, test)
    test = test[~test["document"].isin(repeated)]
    if not len(train) or not len(test):
        dated = table["document"][dates != ""].nunique()
        raise CorpusError(
            f"{table['document'].nunique():,} labelled documents, {dated:,} of them with a date, "
            f"can't be divided after {day}: one side would be empty. Label documents that have a "
            "field 'date', such as 2007-01-31, or take another day."
        )
    said = (
        f"train {train['document'].nunique():,} documents up to {day}, test "
        f"{test['document'].nunique():,} after it; left out: "
        f"{table['document'][dates == ''].nunique():,} without a date, {len(repeated):,} like a "
        "training document"
    )
    return train.reset_index(drop=True), test.reset_index(drop=True), said


def refuse_leaks(train: pd.DataFrame, test: pd.DataFrame) -> None:
    """Refuse two tables with a document in common, by its id or by its text."""
    shared = set(train["document"]) & set(test["document"])
    shared |= _repeated(train, test)
    if shared:
        n = len(shared)
        are = "1 document is" if n == 1 else f"{n} documents are"
        raise CorpusError(
            f"{are} in the training and in the test table: {min(map(str, shared))!r} for one. "
            "Divide the corpus with `salience split`; give different documents different ids."
        )


def refuse_repeats(tables: Sequence[pd.DataFrame], names: Sequence[str]) -> None:
    """Refuse tables of labels with an entity twice, or with a document in common, by its text."""
    seen: dict[int, tuple[str, object]] = {}
    for name, table in zip(names, tables, strict=True):
        keys = [key for key in ("document", "entity") if key in table]
        twice = table.duplicated(keys).to_numpy() if len(keys) == 2 else np.array([], bool)
        if twice.any():
            row = table[keys].iloc[int(twice.argmax())].tolist()
            raise CorpusError(
                f"{name} has entity {row[1]} of document {row[0]!r} twice. Leave one out; give "
                "different documents different ids."
            )
        texts = _texts(table)
        shared = {id: seen[key] for id, keys in texts.items() for key in keys if key in seen}
        if shared:
            n, (id, (other, first)) = len(shared), next(iter(shared.items()))
            are = "1 document is" if n == 1 else f"{n} documents are"
            raise CorpusError(
                f"{are} in {other} and again in {name}: {first!r} and {id!r} for one. Name each "
                "file once, and leave repeated documents out."
            )
        seen |= {key: (name, id) for id, keys in texts.items() for key in keys}


def content_hashes(table: pd.DataFrame) -> UInt64Array:
    """The sorted hashes of the texts of a table, as far as it has them."""
    return np.array(sorted(set().union(*_texts(table).values())), np.uint64)


def trained_documents(table: pd.DataFrame, trained_on: UInt64Array) -> tuple[int, int]:
    """How many documents of a table trained a model, and of how many that can't be told."""
    texts, trained = _texts(table), set(trained_on.tolist())
    n = sum(not trained.isdisjoint(keys) for keys in texts.values())
    return n, table["document"].nunique() - len(texts)


def _repeated(train: pd.DataFrame, test: pd.DataFrame) -> set[object]:
    """The ids of all documents of a table that have the text of one of the other table."""
    seen = set().union(*_texts(train).values())
    return {id for id, keys in _texts(test).items() if not seen.isdisjoint(keys)}


def _texts(table: pd.DataFrame) -> dict[object, set[int]]:
    """The hashes of each document that has them, in the order of the table."""
    found: dict[object, set[int]] = {}
    if "text_hash" in table:
        for (id, field), _ in groupby(zip(table["document"], table["text_hash"], strict=True)):
            if keys := hashes(field):
                found.setdefault(id, set()).update(keys)
    return found


def _chosen(groups: dict[str, list[str]], by: By, wanted: float, seed: int) -> set[str]:
    """The documents of the groups, chosen so that the test part comes closest to its size."""
    order = sorted(groups)
    if by == "date":
        order.reverse()
    else:
        order = [order[i] for i in np.random.default_rng(seed).permutation(len(order))]
    test: set[str] = set()
    for group in order:
        n = len(groups[group])
        if not test or abs(len(test) + n - wanted) <= abs(len(test) - wanted):
            test.update(groups[group])
        elif by == "date":
            break
    return test


def _keys(document: Document) -> list[str]:
    """The hashes of a document, the last that of its body; a label record has them in a field."""
    given = str(document.meta.get("text_hash", ""))
    return (given if hashes(given) else text_hash(document.text, document.title)).split()


def _field(document: Document, by: By) -> str:
    value = document.meta.get(by)
    return day_of(value) if by == "date" else str(value or "")


def _needed(document: Document, by: By) -> str:
    value = document.meta.get(by)
    if value is None:
        return f"it has no field {by!r}"
    return f"{by!r} must {'begin as 2026-01-31' if by == 'date' else 'say something'}: {value!r}"
