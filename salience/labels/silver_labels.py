"""Silver labels: an entity that an abstract mentions is salient."""

from collections.abc import Sequence

from salience.errors import CorpusError
from salience.types import Alignment, Label, ParsedDocument


def make_labels(parsed: ParsedDocument, alignments: Sequence[Alignment]) -> tuple[Label, ...]:
    """Label every entity of a document by its alignments (Dunietz and Gillick 2014, section 2).

    An entity that matched but was not chosen is not salient, and its label is not ambiguous.
    """
    evidence: list[list[Alignment]] = [[] for _ in parsed.entities]
    for alignment in alignments:
        if not 0 <= alignment.entity < len(evidence):
            raise CorpusError(
                f"document {parsed.document.id!r} has {len(evidence)} entities, but an alignment "
                f"is of entity {alignment.entity}. Pass the alignments of this document."
            )
        evidence[alignment.entity].append(alignment)
    return tuple(_label(tuple(alignments)) for alignments in evidence)


def _label(evidence: tuple[Alignment, ...]) -> Label:
    return Label(
        salient=bool(evidence),
        grade=len({alignment.abstract for alignment in evidence}),
        ambiguous=any(len(alignment.candidates) > 1 for alignment in evidence),
        evidence=evidence,
    )
