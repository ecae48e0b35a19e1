"""What the end of a sentence can lack, so that a first sentence that is too long for a summary is
there, and with it the news.

What goes says who announced it, stands behind a comma and hangs on what is before it, or says
where, when, how or why. It stays where something before it is denied or limited, as less would say
more then, where it may take back what is before it (*but*, *denied*), or tells what else was done
(*and was cleared of it*), and where nothing would be left of what is said.
"""

from collections.abc import Iterator

from salience.compression.clauses import FINITE
from salience.language import ENGLISH
from salience.text.words import Words

_QUOTES = frozenset(("“", "«", "``", '"'))
_LEAST = 8  # words that tell what happened
_BEHIND_COMMA = ("advcl", "acl", "appos", "parataxis")
_FULL = ("obj", "xcomp", "ccomp", "obl", "advcl")
_LIMITING = ENGLISH.cuts.negations | ENGLISH.omissions.restricting
_SAYING_WHICH = ("amod", "compound", "nmod")


def shorter(words: Words, places: range) -> Iterator[range]:
    """A sentence without more and more of its end."""
    told = not FINITE.isdisjoint(words.fine_tags[places.start : places.stop])
    if not told or any(words.texts[i] in _QUOTES for i in places):
        return
    rest = range(places.start, announcers(words, places))
    end = rest.stop
    if rest == places:
        end -= words.tags[places[-1]] == "PUNCT"
    elif len(rest) > _LEAST:
        yield rest
    for k in range(end - 1, places.start + _LEAST, -1):
        if _Tail(words, range(places.start, k), range(k, end)).goes():
            yield range(places.start, k - (words.texts[k - 1] in (",", ";")))


def announcers(words: Words, places: range) -> int:
    """Where who announced a sentence begins in it: *…, announced Ann Lee*, *…, the office
    announced today*; else its end. What they say of it stays.
    """
    keys, omit, tags = words.keys, ENGLISH.omissions, words.fine_tags

    def is_verb(k: int) -> bool:
        if tags and tags[k] not in FINITE | {"VBN"}:  # Acting Mayor Ann Lee
            return False
        return words.tags[k] == "VERB"

    for i in places[1:-2]:
        if keys[i] != "," or (tags and FINITE.isdisjoint(tags[places[0] : i])):
            continue
        leads = keys[i + 1] in omit.announced
        behind = range(i + 1 + leads, places.stop)
        if words.texts[behind[0]][0].isupper() or keys[behind[0]] in ENGLISH.definite:
            verbs = [k for k in behind if is_verb(k)]
            last = [k for k in behind[-4:] if keys[k] in omit.announced]
            says = any(words.lemmas[k] in omit.reporting for k in verbs)
            if (leads and not says) or (last and verbs == last):
                return i
    return places.stop


class _Tail:
    """The end of a sentence, behind the rest of it."""

    def __init__(self, words: Words, rest: range, places: range) -> None:
        self._words, self._keys, self._rest, self._places = words, words.keys, rest, places
        self._heads, self._relations = words.heads, words.relations
        self._set_off = words.texts[rest[-1]] == ","

    def goes(self) -> bool:
        """Whether the rest is whole and true without it."""
        heads, tags = self._heads, self._words.tags
        tops = [i for i in self._places if heads[i] in self._rest and tags[i] != "PUNCT"]
        torn = any(heads[i] in self._places for i in self._rest if tags[i] != "PUNCT")
        turns = any(map(self._turns, self._places))
        return bool(tops) and not (torn or turns) and all(map(self._is_besides, tops))

    def _turns(self, place: int) -> bool:
        """Whether a word of the end bounds, denies or takes back what is before it, or tells what
        else was done."""
        omit = ENGLISH.omissions
        told = {self._keys[place], self._words.lemmas[place].lower()}
        done = self._words.fine_tags[place] in FINITE | {"VBN"}
        return (self._relations[place] == "conj" and done) or bool(
            told & (_LIMITING | omit.bounding | omit.turning)
        )

    def _is_besides(self, top: int) -> bool:
        """Whether what hangs on a word of the rest may go."""
        relation, head, omit = self._relations[top], self._heads[top], ENGLISH.omissions
        tag = self._words.fine_tags[top]
        if any(map(self._limits, self._above(head))):
            return False
        if self._set_off and relation.startswith(_BEHIND_COMMA):
            first, lemmas = self._places[0], self._words.lemmas
            supposes = lemmas[first] in omit.supposing or lemmas[top] in omit.alleging
            return not supposes and self._words.fine_tags[first] != "TO"
        if relation == "acl" or (relation == "xcomp" and tag == "VBG"):
            nouns = [head] if relation == "acl" else [*self._below(head, ("obj",))]
            return tag in ("VBG", "VBN") and all(map(self._is_told, nouns))
        links = {self._keys[i] for i in self._below(top, ("case", "mark"))}
        kinds = omit.placing if relation == "obl" else omit.doing if relation == "advcl" else ()
        full = any(head < i < top and i in self._rest for i in self._below(head, _FULL))
        return full and not links.isdisjoint(kinds)

    def _is_told(self, noun: int) -> bool:
        """Whether a noun is clear without what follows it: *a firm*, *other goods*."""
        keys = {self._keys[i] for i in self._below(noun, ("det",))}
        more = any(i < noun for i in self._below(noun, _SAYING_WHICH))
        return not keys.isdisjoint(ENGLISH.omissions.indefinite) or (more and not keys)

    def _limits(self, place: int) -> bool:
        """Whether a word denies or limits what hangs on it: *failed to*, *did not*, *those who*."""
        subjects = (self._words.fine_tags[i] for i in self._below(place, ("nsubj",)))
        if self._relations[place] == "acl:relcl" and any(tag[0] == "W" for tag in subjects):
            return True
        near = (i for i in self._below(place) if i < place or i in self._rest)
        words = self._words
        return any(_LIMITING & {self._keys[i], words.lemmas[i].lower()} for i in (place, *near))

    def _above(self, place: int) -> Iterator[int]:
        yield place
        while self._heads[place] in self._rest and self._heads[place] != place:
            place = self._heads[place]
            yield place

    def _below(self, head: int, relations: tuple[str, ...] = ("",)) -> Iterator[int]:
        """What hangs on a word, by the beginnings of relations."""
        for i in (*self._rest, *self._places):
            if self._heads[i] == head != i and self._relations[i].startswith(relations):
                yield i
