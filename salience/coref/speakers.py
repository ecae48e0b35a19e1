"""Who speaks in a transcript: *I* and *you* of a turn belong to the people of its labels."""

from __future__ import annotations

from salience.coref.clusters import MentionClusters
from salience.language.agreement import PERSON, PLURAL
from salience.mentions.doc_columns import DocColumns
from salience.mentions.quotations import quoted_spans
from salience.mentions.speakers import Turn, turns


def merge_speakers(columns: DocColumns, clusters: MentionClusters) -> None:
    """Merge *I* with the speaker of its turn, and *you* with the other one if there are two.

    Speakers are labels that are names; what stands in quotation marks is left alone.
    """
    found = turns(columns)
    if not found:
        return
    speakers = {turn.label: who for turn in found if (who := _named(clusters, turn)) is not None}
    labels = {turn.label for turn in found}
    others = {a: b for a in labels for b in labels if a != b} if len(labels) == 2 else {}
    quoted = {i for span in quoted_spans(columns) for i in range(*span)}
    at = 0
    for i, m in enumerate(clusters.attributes):
        start = m.mention.start
        while at + 1 < len(found) and found[at + 1].start <= start:
            at += 1
        turn = found[at]
        if m.mention.kind != "pronominal" or not turn.start <= start < turn.end or start in quoted:
            continue
        label = {1: turn.label, 2: others.get(turn.label, "")}.get(m.person, "")
        who = speakers.get(label)
        if who is not None and m.number != PLURAL and clusters.compatible(who, i, names=False):
            clusters.merge(who, i)


def _named(clusters: MentionClusters, turn: Turn) -> int | None:
    """The named mention in a label that may be a person."""
    for token in range(turn.label_start, turn.label_end):
        i = clusters.by_root.get(token)
        if i is not None and clusters.attributes[i].name and clusters.cluster_of[i].types & PERSON:
            return i
    return None
