"""Explanations as JSON records: the lines of `salience explain --json`."""

from salience.features.rows import EntityRow
from salience.model.salience_model import SalienceModel
from salience.types import Record, ScoredDocument


def greatest_values(scored: ScoredDocument) -> dict[str, int]:
    """The greatest values of attributes that a document allows, for counterfactuals."""
    parsed = scored.parsed
    return {"order": len(parsed.entities), "first_sentence": parsed.n_sentences - 1}


def explanation_record(
    scored: ScoredDocument, model: SalienceModel, i: int, row: EntityRow
) -> Record:
    """Why entity `i` of a document has its score; `row` are its completed attributes."""
    threshold = scored.threshold_of(i)
    changes = model.counterfactuals(row, threshold, most=greatest_values(scored))
    return {
        "document": scored.parsed.document.id,
        "entity": i,
        "name": scored.parsed.entities[i].name,
        "type": scored.parsed.entities[i].type,
        "score": scored.scores[i],
        "threshold": threshold,
        "salient": scored.is_salient(i),
        **model.explain(row).to_dict(),
        "counterfactuals": [change.to_dict() for change in changes],
    }
