"""Counts over a corpus of labels, and warnings about what looks wrong in it."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from salience.types import LabelledDocument

ODD = 0.1
"""There is a warning if more than this share of the documents looks wrong."""

ALIGNED = 0.25
"""There is a warning if less than this share of the names in abstracts was aligned."""

_MIN_WORDS = 6
_MAX_KINDS = 50
_VALUE = re.compile(r"'[^']*'|\"[^\"]*\"|(?<![\w-])\d[\d,.]*")
_WORD = re.compile(r"\w+")


class LabelSummary:
    """Counts over labelled documents. Its memory does not grow with their number.

    Attributes:
        documents, entities, salient, ambiguous: How many were labelled.
        aligned, names: How many names in abstracts were aligned, of how many.
        unaligned: How many mentions in abstracts were aligned with nothing, by reason.
        untitled, copied, longer: Documents without a title; with an abstract that repeats the
            opening of the text; and with one that is longer than the text.
        left_out: Documents that were left out, by kind of reason.
        text_words, abstract_words, abstracts: Of labelled documents.

    Example:
        >>> from salience import label
        >>> summary = LabelSummary()
        >>> for labelled in label({"text": "Ann Byrne sang.", "abstract": "On Ann Byrne."}):
        ...     summary.add(labelled)
        >>> summary.rows()[:2]
        [('documents', '1 labelled, 0 left out'),
         ('words', 'texts 3, abstracts 3 on average, 100.0 % of the text')]
        >>> for warning in summary.warnings():
        ...     print(warning)
        1 of 1 document has no title, and a model learns from titles. Give it in 'title'.
    """

    def __init__(self) -> None:
        self.documents = self.entities = self.salient = self.ambiguous = 0
        self.aligned = self.names = 0
        self.untitled = self.copied = self.longer = 0
        self.text_words = self.abstract_words = self.abstracts = 0
        self.unaligned: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()

    def add(self, labelled: LabelledDocument) -> None:
        """Count a labelled document."""
        document = labelled.parsed.document
        self.documents += 1
        self.entities += len(labelled.labels)
        for label in labelled.labels:
            self.salient += label.salient
            self.ambiguous += label.ambiguous
        aligned = {
            (a.abstract, a.mention.start)
            for label in labelled.labels
            for a in label.evidence
            if a.mention.kind == "named"
        }
        self.aligned += len(aligned)
        self.names += len(aligned) + sum(u.mention.kind == "named" for u in labelled.unaligned)
        self.unaligned.update(entity.reason for entity in labelled.unaligned)
        self.untitled += not (document.title or "").strip()
        self.copied += any(repeats_opening(document.text, a) for a in document.abstracts)
        self.text_words += len(document.text.split())
        self.abstract_words += sum(len(abstract.split()) for abstract in document.abstracts)
        self.abstracts += len(document.abstracts)
        self.longer += any(len(a) > len(document.text) for a in document.abstracts)

    def reject(self, reason: str) -> None:
        """Count a document that was left out."""
        count_reason(self.left_out, reason)

    def state(self) -> dict[str, Any]:
        """All counts, as JSON."""
        values = vars(self).items()
        return {name: dict(n) if isinstance(n, Counter) else n for name, n in values}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on counting from where `state` was asked for."""
        for name, value in state.items():
            setattr(self, name, Counter(value) if isinstance(value, Mapping) else value)

    def rows(self) -> list[tuple[str, str]]:
        """What was labelled, in rows of a name and a text."""
        left_out = self.left_out.total()
        rows = [("documents", f"{self.documents:,} labelled, {left_out:,} left out")]
        if left_out:
            rows.append(("left out", listed(self.left_out)))
        if self.documents and self.abstracts:
            text, abstract = self.text_words / self.documents, self.abstract_words / self.abstracts
            share = f", {100 * abstract / text:.1f} % of the text" if text else ""
            words = f"texts {text:,.0f}, abstracts {abstract:,.0f} on average{share}"
            rows.append(("words", words))
        per_document = self.entities / self.documents if self.documents else 0
        rows.append(("entities", f"{self.entities:,}, {per_document:.1f} per document"))
        # 14 % of the New York Times: Dunietz and Gillick (2014), section 2.1.
        share = _share_of(self.salient, self.entities, "of the entities (the paper's news: 14 %)")
        rows.append(("salient", f"{self.salient:,}{share}"))
        share = _share_of(self.ambiguous, self.salient, "of the salient ones")
        rows.append(("ambiguous", f"{self.ambiguous:,}{share}"))
        share = _share_of(self.aligned, self.names, "aligned with the document's")
        rows.append(("abstract names", f"{self.names:,}{share}"))
        if self.unaligned:
            rows.append(("not aligned", listed(self.unaligned)))
        return rows

    def warnings(self) -> list[str]:
        """What looks wrong, and what to do about it; nothing if all looks right."""
        said = []
        for count, what in (
            (self.untitled, "no title, and a model learns from titles. Give it in 'title'."),
            (
                self.copied,
                "an abstract that repeats the opening of the text: a model would learn that what "
                "comes first is salient. Use other abstracts, or cut the opening off the text.",
            ),
            (
                self.longer,
                "an abstract that is longer than the text. See if the two are exchanged.",
            ),
        ):
            if count > ODD * self.documents:
                documents = "document" if self.documents == 1 else "documents"
                have = "has" if count == 1 else "have"
                said.append(f"{count:,} of {self.documents:,} {documents} {have} {what}")
        if self.documents and not self.entities:
            said.append("no named entity was found. See if the texts are English.")
        if self.aligned < ALIGNED * self.names:
            said.append(
                f"only {_share(self.aligned, self.names)} of the names in abstracts were aligned. "
                "See if each abstract stands beside its own document."
            )
        return said


def repeats_opening(text: str, abstract: str) -> bool:
    """Whether an abstract of six words or more repeats words of the opening of a text in a row."""
    words = _WORD.findall(abstract.casefold())
    if len(words) < _MIN_WORDS:
        return False
    opening = _WORD.findall(text[: 2 * len(abstract) + 300].casefold())
    return f" {' '.join(words[:-1])} " in f" {' '.join(opening)} "


def count_reason(counts: Counter[str], reason: str) -> None:
    """Count a reason by its kind; when there are very many kinds, the rest are one."""
    kind = reason_kind(reason)
    known = kind in counts or len(counts) < _MAX_KINDS
    counts[kind if known else "another reason"] += 1


def reason_kind(reason: str) -> str:
    """A reason without its values, so that reasons of one kind can be counted."""
    return re.split(r"[,;:(]|\. ", _VALUE.sub("…", reason), maxsplit=1)[0].strip()


def listed(counts: Counter[str]) -> str:
    """The most frequent kinds of reasons, with their numbers."""
    most = counts.most_common(4)
    rest = counts.total() - sum(count for _, count in most)
    named = [f"{count:,} {name}" for name, count in most]
    return "; ".join([*named, f"{rest:,} for other reasons"] if rest else named)


def _share_of(part: int, whole: int, what: str) -> str:
    """A share with its base, as in ", 20.0 % of the entities"; empty if the base is 0."""
    return f", {_share(part, whole)} {what}" if whole else ""


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "none"
