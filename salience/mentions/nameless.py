"""What looks like a name and is of no particular thing: *CET*, *H2O*, *Physics*, *(R-TX)*."""

import re

from salience.mentions.doc_columns import NAME_TYPES
from salience.mentions.name_words import NameSpan, NameWords

_LONGEST_EXCHANGE = 4  # So many words stand between a bracket and the colon in it.
_DOUBTFUL = 0.6  # A word that a sentence begins with needs this share of all types to be a name.
_PARTY_AND_STATE = re.compile(r"[DIR]-(?:[A-Z]\.){,2}[A-Za-z]*\.?").fullmatch


def is_nameless(words: NameWords, name: NameSpan, once: bool) -> bool:
    """Whether what looks like a name is of no particular thing; `once` if it stands only once."""
    if any(is_such(words, name) for is_such in _MARKS):
        return True
    if once and _only_begins(words, name):
        return True  # *Damp had eaten the pages.*
    if _is_illness(words, name):
        return True
    if name.type == "PER":
        return False
    return _is_common(words, name, once) or _is_study(words, name)


def _is_of_illness(words: NameWords, name: NameSpan) -> bool:
    """Whether a person is named in an illness: *Alzheimer's disease*."""
    after, language = words.lower[name.end : name.end + 2], words.language
    return not language.illnesses.isdisjoint(after) and after[0] in language.possessive_marks


def _is_of_ticker(words: NameWords, name: NameSpan) -> bool:
    """Whether a name is an exchange or a symbol of *Moor Inc. (NASDAQ: MOOR)*."""
    colon = name.start - 1 if words.text[name.start - 1 : name.start] == [":"] else name.end
    first = max(0, colon - _LONGEST_EXCHANGE)
    before = words.lower[first:colon] if words.text[colon : colon + 1] == [":"] else []
    if "(" not in before or words.language.exchanges.isdisjoint(before):
        return False
    return words.text.count(words.text[name.start]) == 1  # else it is what the firm is called


def _is_one_of_people(words: NameWords, name: NameSpan) -> bool:
    """Whether a word is somebody of a people: *a Dane*."""
    word, before = words.lower[name.start], words.lower[name.start - 1] if name.start else ""
    alone = name.type == "PER" and name.end - name.start == 1
    return alone and word in words.language.peoples and before in words.language.articles


def _is_mark(words: NameWords, name: NameSpan) -> bool:
    """Whether it is an address or an edited word: *I&#39;m*, *[I]ncreasingly*, *Oslo-based*."""
    lower = words.lower[name.start : name.end]
    if any("@" in word[1:] or "://" in word or ";" in word for word in lower):
        return True
    if lower[0].startswith("www."):
        return len(lower) == 1
    edited = "]" in lower[0][:-1] and "[" not in lower[0]
    return len(lower) == 1 and (edited or words.is_compound(name.start))


def _is_heading(words: NameWords, name: NameSpan) -> bool:
    """Whether it heads a text or stands in it as an aside: *Doorstop Interview*, *[Applause]*."""
    lower, language = words.lower[name.start : name.end], words.language
    if len(lower) > 1 and lower[-1] in language.interviews:
        return True
    around = words.text[name.start - 1 : name.start] + words.text[name.end : name.end + 1]
    return around == ["[", "]"] and all(map(language.runs_small, lower))


def _is_several(words: NameWords, name: NameSpan) -> bool:
    """Whether it is a kind of bodies: *State Governments*."""
    lower, language = words.lower[name.start : name.end], words.language
    return lower[-1] in language.several_bodies and language.name_links.isdisjoint(lower)


def _is_party_and_state(words: NameWords, name: NameSpan) -> bool:
    """Whether it is a party and a state behind a name: *Moor (R-TX)*, *Moor, R-Texas, said*."""
    near = range(name.start, max(0, name.start - 3), -1)
    opened = next((i for i in near if words.text[i - 1] in "(["), 0)
    after = words.lower[name.end : name.end + 2]
    aside = opened > 0 and next((w for w in after if w != "."), "") in (")", "]")
    start = name.start - 2 if words.text[name.start - 1 : name.start] == ["-"] else name.start
    if not opened and words.lower[max(0, start - 1)] == ",":
        before = words.columns.name_at.get(start - 2)
        opened = start if before and NAME_TYPES[before.label] == "PER" else 0
        aside = opened > 0
    return aside and _PARTY_AND_STATE("".join(words.text[opened : name.end])) is not None


def _is_opener(words: NameWords, name: NameSpan) -> bool:
    """Whether a word only opens what is said: *Look, it is late.*"""
    word, low = words.text[name.start], words.lower[name.start]
    comma, after, *_ = *words.lower[name.end : name.end + 2], "", ""
    if name.end - name.start > 1 or comma != "," or after.isdigit():
        return False
    if after in words.language.articles:  # *Reading, a town*
        return False
    if name.type not in ("", "PER", "LOC") or low in words.language.given_genders:
        return False
    opens = word not in words.inside_sentences
    return opens and words.language.runs_small(low) and word not in words.family_names


def _is_legal_form(words: NameWords, name: NameSpan) -> bool:
    """Whether it is what is left of a firm: *Pty. Ltd.*; one form only behind a mark: *) Inc.*"""
    shown = [word for word in words.text[name.start : name.end] if word not in (".", ",")]
    behind = name.start > 0 and words.text[name.start - 1] in (")", ",")
    forms = bool(shown) and all(map(words.language.is_legal_form, shown))
    return forms and (behind or len(shown) > 1)


_MARKS = (
    *(_is_of_illness, _is_of_ticker, _is_one_of_people, _is_mark, _is_heading, _is_several),
    *(_is_party_and_state, _is_opener, _is_legal_form),
)


def _only_begins(words: NameWords, name: NameSpan) -> bool:
    """Whether a word begins a sentence, and the recogniser is unsure or texts write it small."""
    i, language = name.start, words.language
    low, shares = words.lower[i], words.columns.type_shares(i, i + 1)
    if words.starts[i] != 1 or name.end - i > 1 or name.end == len(words.text):
        return False
    if words.text.count(words.text[i]) > 1:
        return False
    if shares and sum(shares.values()) < _DOUBTFUL:
        return True
    small = name.type in ("PER", "LOC") and language.runs_small(low)
    return small and low not in language.given_genders


def _is_illness(words: NameWords, name: NameSpan) -> bool:
    """Whether it is an illness or the like: *Malaria*, *Type 2 Diabetes*, not *Mr Mould*."""
    language, lower = words.language, words.lower[name.start : name.end]
    if len(lower) == 1 and language.thing_nouns.get(lower[0]) == "nameless":
        kind = words.lower[name.start - 1] if name.start else ""
        return not (language.type_of_noun(kind) or words.text[name.start] in words.family_names)
    whole = lower + words.lower[name.end : name.end + 1] if lower[-1].isdigit() else lower
    small = all(language.runs_small(word) or word.isdigit() for word in whole)
    return len(whole) > 1 and language.thing_nouns.get(whole[-1]) == "nameless" and small


def _is_common(words: NameWords, name: NameSpan, once: bool) -> bool:
    """Whether a word is no name in any text, or one that everybody shortens: *CET*, *TV*."""
    if name.end - name.start > 1:
        return False
    language, shown = words.language, words.text[name.start]
    written = words.lower[name.start]
    word = written.replace(".", "")
    forms = {word, word.removesuffix(language.plural)}
    if not language.never_names.isdisjoint({*forms, written}) and not shown[1:].islower():
        return True
    if not name.recognised and not language.common_acronyms.isdisjoint(forms):
        return True
    if not once or not words.is_line(name):
        return False
    return language.runs_small(word) or (name.type != "LOC" and not shown.isupper())


def _is_study(words: NameWords, name: NameSpan) -> bool:
    """Whether it is what one studies: *Physics*, *Biology 101*, not *Business 365*."""
    language, lower = words.language, words.lower[name.start : name.end]
    if name.start and words.lower[name.start - 1] in language.definite:
        return False  # *the Administration*
    links = language.and_ | language.of | language.in_ | frozenset(",")
    number = lower[-1]
    numbered = lower[0] in language.studies and len(number) == 3 and number.isdigit()
    if numbered and number not in language.product_numbers:
        lower = lower[:-1]
    return all(word in language.studies or word in links for word in lower)
