"""Which entities of a document do its abstracts mention?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from salience.errors import SalienceError
from salience.types import Alignment, Entity, Mention, ParsedDocument

Rules = Literal["dunietz-gillick"]
"""Names of rules."""


def align(
    document: ParsedDocument,
    abstracts: Sequence[ParsedDocument],
    *,
    rules: str = "dunietz-gillick",
) -> tuple[Alignment, ...]:
    """Align the entities of abstracts with the entities of the document.

    Args:
        document: The document with its entities, in the order of their first mentions.
        abstracts: Its abstracts, each with its own entities; may be empty.
        rules: Name of the rules. `dunietz-gillick` is section 2 of Dunietz and Gillick (2014): an
            abstract entity aligns with a document entity if the head token of one of its
            proper-name mentions is the head token of one of the other's; of several such document
            entities, with the earliest. Tokens are the same if their strings are equal, case
            included. The paper leaves open which pair of mentions counts as the evidence: here
            the first of the abstract, then the first of the document.

    Returns:
        One alignment per abstract entity that aligns with something, by abstract and then in the
        order of the abstract's entities. Entities without a proper name never align, and several
        abstract entities may align with one document entity.

    Raises:
        SalienceError: If there are no rules of that name.

    Example:
        >>> from salience.types import Document, Entity, Mention, ParsedDocument
        >>> def parsed(text, name):
        ...     start = text.index(name)
        ...     head = name.split()[-1]
        ...     mention = Mention(start, start + len(name), name, "named", head,
        ...                       text.index(head), 0)
        ...     entity = Entity((mention,), name, "PER", "name:" + name)
        ...     return ParsedDocument(Document("d", text), (entity,), (1,), frozenset(), 1)
        >>> body = parsed("Yesterday Ada Lovelace wrote.", "Ada Lovelace")
        >>> [found] = align(body, [parsed("Lovelace writes.", "Lovelace")])
        >>> found.rule, found.entity, found.mention.text, found.document_mention.text
        ('head', 0, 'Lovelace', 'Ada Lovelace')
    """
    check_rules(rules)
    return tuple(
        alignment
        for number, abstract in enumerate(abstracts)
        for alignment in _RULES[rules](document, abstract, number)
    )


def check_rules(rules: str) -> None:
    """Find out before the work starts whether there are rules of a name.

    Raises:
        SalienceError: If there are none.
    """
    if rules not in _RULES:
        raise SalienceError(f"rules={rules!r} names no rules. Choose one of: {', '.join(_RULES)}.")


def _by_head(
    document: ParsedDocument, abstract: ParsedDocument, number: int
) -> Iterator[Alignment]:
    """Dunietz and Gillick's rule, for one abstract."""
    heads = [_named_by_head(entity) for entity in document.entities]
    for entity in abstract.entities:
        named = _named_by_head(entity)
        candidates = tuple(i for i, other in enumerate(heads) if named.keys() & other.keys())
        if not candidates:
            continue
        chosen = heads[candidates[0]]
        head = next(head for head in named if head in chosen)
        yield Alignment(number, named[head], candidates[0], chosen[head], "head", candidates)


def _named_by_head(entity: Entity) -> dict[str, Mention]:
    """The first proper-name mention with each head token, in the order of the text."""
    named: dict[str, Mention] = {}
    for mention in entity.mentions:
        if mention.kind == "named":
            named.setdefault(mention.head, mention)
    return named


_Rule = Callable[[ParsedDocument, ParsedDocument, int], Iterator[Alignment]]
_RULES: Mapping[str, _Rule] = {"dunietz-gillick": _by_head}
