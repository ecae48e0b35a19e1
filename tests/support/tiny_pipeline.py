"""A pipeline small enough for unit tests: tags, tree, names and coreference from rules of thumb.

It is right about sentences like those of `TEXT`.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

import spacy
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc, Span
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex, registry

from salience.types import Document

TEXT = "Ada Byrne met Noor Haddad in Oslo. She thanked Haddad. It rained with Ada Byrne."

TYPES = {"Oslo": "LOC", "Norway": "LOC", "Acme": "ORG"}
VERBS = {"met", "thanked", "rained", "is", "was", "said", "grew", "praised", "left", "opened"}
PRONOUNS = {"he", "she", "him", "her"}
FUNCTION = {"the": "DET", "a": "DET", "in": "ADP", "with": "ADP", "and": "CCONJ", "it": "PRON"}


@Language.component("tiny_parser")
def tiny_parser(doc: Doc) -> Doc:
    """Everything hangs on the first verb of its sentence, names on their first word."""
    if "TinyCrash" in doc.text:
        raise RuntimeError("this text breaks the pipeline")
    if "TinyInterrupt" in doc.text:
        raise KeyboardInterrupt
    if "TinyExit" in doc.text:
        os._exit(1)
    if "TinyKill" in doc.text:
        os.kill(os.getpid(), signal.SIGKILL)
    if "TinyFault" in doc.text:
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)  # instead of a report of pytest's
        os.kill(os.getpid(), signal.SIGSEGV)
    if "TinyHang" in doc.text:
        time.sleep(3600)
    if "TinyMemory" in doc.text:
        bytearray(4 << 30)
    names: list[tuple[int, int]] = []
    for token in doc:
        token.pos_ = _pos(token.text)
        if token.pos_ == "PROPN" and names and names[-1][1] == token.i:
            names[-1] = (names[-1][0], token.i + 1)
        elif token.pos_ == "PROPN":
            names.append((token.i, token.i + 1))
    first = {i: start for start, end in names for i in range(start + 1, end)}
    for sentence in list(doc.sents):
        root = next((t for t in sentence if t.pos_ == "VERB"), sentence[0])
        for token in sentence:
            token.head = doc[first[token.i]] if token.i in first else root
            token.dep_ = "flat" if token.i in first else "ROOT" if token == root else "dep"
    doc.ents = [Span(doc, s, e, label=TYPES.get(doc[e - 1].text, "PER")) for s, e in names]
    return doc


@Language.component("tiny_coref")
def tiny_coref(doc: Doc) -> Doc:
    """Names with the same last word are one; a pronoun is the last person before it."""
    clusters: dict[str, list[Span]] = {}
    last, ends = "", {ent.end: ent for ent in doc.ents}
    for token in doc:
        if token.i + 1 in ends:
            name = ends[token.i + 1]
            clusters.setdefault(token.text, []).append(name)
            last = token.text if name.label_ == "PER" else last
        elif token.lower_ in PRONOUNS and last:
            clusters[last].append(doc[token.i : token.i + 1])
    for n, spans in enumerate((c for c in clusters.values() if len(c) > 1), 1):
        doc.spans[f"coref_clusters_{n}"] = spans
    return doc


def _pos(word: str) -> str:
    lower = word.lower()
    if word.isspace():
        return "SPACE"
    if not any(c.isalnum() for c in word):
        return "PUNCT"
    if lower in PRONOUNS:
        return "PRON"
    if lower in VERBS:
        return "VERB"
    return FUNCTION.get(lower, "PROPN" if word[0].isupper() else "NOUN")


@registry.tokenizers("tiny_tokenizer")
def _tiny_tokenizer() -> Callable[[Language], Tokenizer]:
    """That of English without its exceptions, which take most of the time that a pipeline takes."""

    def made(nlp: Language) -> Tokenizer:
        given = nlp.Defaults
        return Tokenizer(
            nlp.vocab,
            prefix_search=compile_prefix_regex(given.prefixes).search,
            suffix_search=compile_suffix_regex(given.suffixes).search,
            infix_finditer=compile_infix_regex(given.infixes).finditer,
            url_match=given.url_match,
        )

    return made


def tiny_pipeline() -> Language:
    """A fresh one."""
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "tiny_tokenizer"}}})
    for name in ("sentencizer", "tiny_parser", "tiny_coref"):
        nlp.add_pipe(name)
    return nlp


def corpus(n: int) -> list[Document]:
    """So many documents with a title and two abstracts, about the same few names."""
    names = ["Ada Byrne", "Noor Haddad", "Acme", "Oslo"]
    return [
        Document(
            f"d{i}",
            f"{names[i % 4]} met {names[(i + 1) % 4]}. " * (1 + i % 3) + TEXT,
            title=f"{names[i % 3]} grew",
            abstracts=(f"{names[i % 4]} said.", f"{names[(i + 2) % 4]} said."),
        )
        for i in range(n)
    ]
