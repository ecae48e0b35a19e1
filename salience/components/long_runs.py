"""Texts to words in a time that grows with their length, whatever they hold.

spaCy's tokenizer looks at all that is left of a run without whitespace for each mark that it takes
off one of its ends. For long runs of marks, such as ten thousand brackets, that takes minutes.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Self

import numpy as np
from spacy.attrs import IDX, NORM, SENT_START
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc

from salience.language import ENGLISH
from salience.sentences.abbreviations import abbreviation_starts
from salience.sentences.quotations import quotation_starts
from salience.text.normalise import Clean, normalised

LONG = 256
"""Characters. The ends of longer runs without whitespace are looked at here."""

ORIGINAL = "salience_original"
"""The key of `doc.user_data` for the text that a Doc was made of, where that was not clean."""

LONGEST_URL = 2048
"""Characters. What is between the marks at both ends of a run is not taken for a URL if longer."""

_RUN = re.compile(rf"(?<!\S)\S{{{LONG + 1},}}")
_WINDOW = 32
_DETERMINERS = ENGLISH.determiners | ENGLISH.indefinites
_FORMS, _RANKS, _NO_NAMES, _PRONOUNS = (
    "|".join(sorted(map(str.capitalize, some)))
    for some in (ENGLISH.short_numbered, ENGLISH.short_titles, _DETERMINERS, ENGLISH.agreement)
)
_NAME = rf"(?=[A-Z])(?!(?:{_NO_NAMES})\b(?!\.))"  # in *Rep. A. Byrne* it is a letter of one
_ACRONYM = rf"\([A-Z]{{2,9}}\) (?!(?:{_NO_NAMES}|{_PRONOUNS})\b)(?=\w)"
_FORM = rf"(?:{_FORMS})\. (?=\d)|(?:{_RANKS})\. {_NAME}|{_ACRONYM}"
_UNBROKEN = re.compile(rf"(?<!\w)(?:{_FORM})(\w+)")
"""Words before which no sentence ends: numbers and names after short forms with a capital, and
what stands behind an acronym in brackets."""
_QUOTE = "[\"“”'‘’]"
_BESIDE_QUOTATION = rf"[—–](?={_QUOTE})|(?<={_QUOTE})[—–]|(?<=[—–]){_QUOTE}|{_QUOTE}(?=[—–])"


def tokenize(nlp: Language, text: str) -> Doc:
    """The words of a clean text, as the tokenizer of a pipeline finds them, but for runs over
    `LONG`.
    """
    tokenizer: Any = nlp.tokenizer
    is_long = isinstance(tokenizer, Tokenizer) and _RUN.search(text)
    doc: Doc = _by_runs(tokenizer, text) if is_long else _words_of(tokenizer)(text)
    if len(doc) > 1 and doc[0].is_alpha and not (doc[1].is_space or doc[1].is_punct):
        # But for a label, no heading stands on one line with what it is of: *Abstract The mayor*.
        doc[1].is_sent_start = None if doc[1].lower_ in _DETERMINERS else False
    starts = {}
    for behind in _UNBROKEN.finditer(text):
        token = doc.char_span(*behind.span(1), alignment_mode="expand")
        if token is not None and token.start:
            starts[token[0].idx] = False
    _set_starts(doc, starts | abbreviation_starts(text) | quotation_starts(text))
    return doc


def _set_starts(doc: Doc, starts: dict[int, bool]) -> None:
    """Say of the words at some offsets whether a sentence begins with them.

    All at once: for each word that is set alone, spaCy looks through the whole text.
    """
    said: Any = doc.to_array([IDX, SENT_START]).astype(np.int64)
    at = np.flatnonzero(np.isin(said[:, 0], list(starts)))
    if len(at):
        said[at, 1] = [1 if starts[offset] else -1 for offset in said[at, 0].tolist()]
        doc.from_array([SENT_START], said[:, 1].astype(np.uint64))


class BoundedTokenizer(Tokenizer):
    """spaCy's tokenizer, which finds the words of `tokenize` in the clean form of a text.

    `doc.text` is that form, and `original_of(doc)` says where its characters come from.
    """

    @classmethod
    def from_tokenizer(cls, tokenizer: Tokenizer) -> Self:
        """A tokenizer with the rules of another.

        It also parts words at a dash beside a quotation mark: *Moor—"a dreamer"—left*.
        """
        settings = {name: getattr(tokenizer, name) for name in _SETTINGS}
        # Set at once, since each change of a tokenizer makes it read its exceptions again.
        infixes = getattr(getattr(tokenizer.infix_finditer, "__self__", None), "pattern", None)
        if infixes and _BESIDE_QUOTATION not in infixes:
            settings["infix_finditer"] = re.compile(f"{infixes}|{_BESIDE_QUOTATION}").finditer
        return cls(tokenizer.vocab, **settings)

    def __call__(self, text: str) -> Doc:
        """The words of the clean form of a text."""
        clean = normalised(text)
        doc = _by_runs(self, clean.text) if _RUN.search(clean.text) else self.words(clean.text)
        if clean.changed:
            doc.user_data[ORIGINAL] = {"text": text, "starts": clean.starts, "ends": clean.ends}
        return doc

    def words(self, text: str) -> Doc:
        """The words of a clean text without long runs."""
        return super().__call__(text)


def original_of(doc: Doc) -> Clean:
    """The text of a Doc, and where its characters come from: the text that was given to `nlp`.

    Example:
        >>> from salience import load_pipeline
        >>> doc = load_pipeline()("Ada\\u00a0 Byrne met reporters.")
        >>> doc.ents[0].text, original_of(doc).span(doc.ents[0].start_char, doc.ents[0].end_char)
        ('Ada Byrne', (0, 10))
    """
    if (kept := doc.user_data.get(ORIGINAL)) is None:
        return Clean.of(doc.text)
    return Clean(doc.text, kept["text"], kept["starts"], kept["ends"])


def _words_of(tokenizer: Any) -> Callable[[str], Doc]:
    """What finds the words of a text that is taken as it is."""
    return tokenizer.words if isinstance(tokenizer, BoundedTokenizer) else tokenizer


_SETTINGS = (
    *("rules", "prefix_search", "suffix_search", "infix_finditer", "token_match", "url_match"),
    *("faster_heuristics", "max_cache_size"),
)


def _by_runs(tokenizer: Tokenizer, text: str) -> Doc:
    """The words of a text that has long runs."""
    docs, at, words_of = [], 0, _words_of(tokenizer)
    for run in _RUN.finditer(text):
        docs.append(words_of(text[at : run.start()]))
        words = list(_run_words(tokenizer, run[0]))
        space = text[run.end() : run.end() + 1] == " "
        spaces = [False] * (len(words) - 1) + [space]
        docs.append(Doc(tokenizer.vocab, words=words, spaces=spaces))
        at = run.end() + space
    docs.append(words_of(text[at:]))
    docs = [doc for doc in docs if len(doc)]
    join: Any = Doc.from_docs
    return join(docs, ensure_whitespace=False, attrs=[NORM], exclude=["tensor"])


def _run_words(tokenizer: Any, run: str) -> Iterator[str]:
    """The words of a run: the marks at its start, what is between, and the marks at its end."""
    start, end = 0, len(run)
    ends = []
    while end - start > LONG:
        before = _affix(tokenizer.prefix_search, run, start, end, first=True)
        after = _affix(tokenizer.suffix_search, run, start + before, end, first=False)
        if not before and not after:
            break
        if before:
            yield run[start : start + before]
        if after:
            ends.append(run[end - after : end])
        start, end = start + before, end - after
    middle = run[start:end]
    if len(middle) <= LONG:
        yield from (word.text for word in _words_of(tokenizer)(middle))
    elif len(middle) <= LONGEST_URL and tokenizer.url_match and tokenizer.url_match(middle):
        yield middle
    else:
        yield from _at_infixes(tokenizer.infix_finditer, middle)
    yield from reversed(ends)


def _affix(search: Any, run: str, start: int, end: int, *, first: bool) -> int:
    """The length of the mark at the start or the end of what is left of a run; 0 without one."""
    size = _WINDOW
    while search and start < end:
        low, high = (start, min(start + size, end)) if first else (max(end - size, start), end)
        match = search(run[low:high])
        length = len(match[0]) if match else 0
        if length < high - low or high - low == end - start:
            return length
        size *= 2  # the mark may go on
    return 0


def _at_infixes(finditer: Any, middle: str) -> Iterator[str]:
    """What marks part within a word, and these marks."""
    at = 0
    for match in finditer(middle) if finditer else ():
        if match.start():
            yield from filter(None, (middle[at : match.start()], match[0]))
            at = match.end()
    yield from filter(None, (middle[at:],))
