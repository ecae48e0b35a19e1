"""Weak names from encyclopedia openings: the type of a title, and the title marked where its
opening names it.

Nothing of it is stored with the model but weights. A type is given only where the short description
or an infobox line says it plainly; an untyped title is skipped.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc

from resources.recipes.pipeline.names import Labels, put
from resources.recipes.reading import rows

WORDS = json.loads((Path(__file__).parent / "words.json").read_text())
PLACE, GROUP, WORK, PERSON = (
    "(" + "|".join(WORDS[key]) + ")" for key in ("place", "group", "work", "person")
)
CAPITAL = re.compile(r"^[A-ZÀ-Ý]")
NATION = r"^(the )?([A-ZÀ-Ý][\w-]+[ ,-]+){0,3}"


def title_type(title: str, text: str) -> str | None:
    """PER, ORG, LOC or MISC of an article, or None where nothing plain is said.

    >>> title_type("Ann Bell", "Ann Bell Born (1950-01-02)2 January 1950 Leeds Occupation Painter")
    'PER'
    >>> title_type("Leeds", "City in England Leeds Coordinates: 53°47′N")
    'LOC'
    >>> title_type("Cheese", "Food made of milk")
    """
    head = text.strip('" ')[:140]
    if re.search(
        r"\bBorn\b[^.]{0,60}\d{4}|\(born |biography of a living person", text
    ) and not re.search(r"\b(Origin|Founded|Members|Formed)\b", text[:300]):
        return "PER"
    if re.match(
        rf"{NATION}[\w ,-]{{0,60}}\b{PERSON}s?\b(?! of| in the (film|novel))", head
    ) and not re.search(rf"\b{GROUP}\b|\b{WORK}\b|\bfictional\b", head[:60], re.IGNORECASE):
        return "PER" if len(title.split()) > 1 else None
    is_about = re.search(r"\b(?:is|was|are|were) (?:an?|the|one of) ([^.,;]{3,60})", text)
    about = head[:60] + " | " + (is_about[1] if is_about else "")
    if re.search(
        r"\b(Directed by|Written by|Studio album|Publisher|Released|Author|Artist)\b", text[:250]
    ):
        return "MISC"
    if re.search(r"\b(Occupation|Spouse|Nationality|Died)\b", text):
        return None
    if re.search(r"\b(Traded as|Industry|Headquarters|Vice-Chancellor|Undergraduates)\b", text):
        return "ORG"
    if re.search(rf"\b{GROUP}\b", about, re.IGNORECASE):
        return "ORG"
    if re.search(rf"\b{PLACE}\b (in|of|on)\b", about, re.IGNORECASE) or "Coordinates:" in text:
        return "LOC"
    if re.search(rf"\b{WORK}\b", about, re.IGNORECASE):
        return "MISC"
    return None


def typed_titles(corpus: Path) -> Iterator[tuple[str, str, str]]:
    """Yield (title without its bracket, type, text) of articles on something with a proper name."""
    for record in rows(corpus / "raw/wikipedia-intros.jsonl"):
        title, text = re.sub(r" \([^)]*\)$", "", record["title"]), record["text"]
        words = title.split()
        named = CAPITAL.match(title) and (len(words) == 1 or CAPITAL.match(words[-1]))
        if not named or len(words) > 6 or title.lower() in text or re.search(r"\d", title):
            continue
        if kind := title_type(title, text):
            yield title, kind, text


def mark(doc: Doc, title: str, kind: str) -> Labels:
    """The title is a name, with a person's last word; words in lower case are none; the rest is
    unknown.
    """
    labels: Labels = ["O" if t.text[:1].islower() or t.is_punct else None for t in doc]
    words, parts = [t.text for t in doc], title.split()
    forms = [parts, parts[-1:]] if kind == "PER" and len(parts) > 1 else [parts]
    i = 0
    while i < len(words):
        form = next((form for form in forms if words[i : i + len(form)] == form), None)
        if form:
            put(labels, i, i + len(form), kind)
        i += len(form or " ")
    return labels


def weak_docs(nlp: Language, corpus: Path, *, before: int = 4, after: int = 26) -> Iterator[Doc]:
    """Short docs around a title in its own opening."""
    for title, kind, text in typed_titles(corpus):
        prose = re.search(re.escape(title) + r"[^.]{0,80}? (?:is|was|are|were) (?:an?|the) ", text)
        if not prose:
            continue
        doc = nlp.make_doc(text[max(0, prose.start() - 30) :])
        labels = mark(doc, title, kind)
        start = next((i for i, label in enumerate(labels) if label and label != "O"), None)
        if start is None:
            continue
        span = slice(max(0, start - before), start + after)
        part = doc[span.start : span.stop]
        names = labels[span]
        names[0] = None if names[0] and names[0].startswith("I") else names[0]
        yield Doc(
            nlp.vocab,
            words=[t.text for t in part],
            spaces=[bool(t.whitespace_) for t in part],
            ents=names,  # type: ignore[arg-type]
        )
