"""Mentions of a Doc, for tests that have no columns of it."""

from __future__ import annotations

from spacy.tokens import Doc

from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention, find_mentions


def mentions_of(doc: Doc) -> tuple[TokenMention, ...]:
    return find_mentions(DocColumns.from_doc(doc))
