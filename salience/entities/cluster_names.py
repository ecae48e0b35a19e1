"""What a cluster of mentions is called: its longest proper name, its keys, its type and its id."""

from collections import Counter
from collections.abc import Iterable, Sequence

from salience.entities.source import Source
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_attributes import name_at_head
from salience.mentions.mention_detection import TokenMention
from salience.mentions.noun_phrases import CAPITAL_TAGS
from salience.names.keys import Key, key_of
from salience.names.proper_names import read_name


def cluster_name(source: Source, cluster: Sequence[TokenMention]) -> str:
    """The longest proper name of a cluster, of equally long ones the first; empty without one.

    *Tennessee* goes before *Tenn.*, *Justice Department* before *Justice Departments*.
    """
    names = [shown_name(source.columns, m) for m in _fullest_from(source, cluster)]
    texts = [" ".join(source.text[slice(*source.offsets(*name))].split()) for name in names]
    language = source.columns.language

    def length(name: str) -> tuple[float, bool]:  # *Ann Moor*, *Duchess of Hallin*, *Ann*
        noble = read_name(name.split(), "PER", language).is_noble
        return 0.5 if noble else name.count(" "), not language.state(name)

    longest = max(texts, key=length, default="")
    if (singular := longest.removesuffix(language.plural)) in texts:
        longest = singular
    same = [i for i, text in enumerate(texts) if text.casefold() == longest.casefold()]
    same.sort(key=lambda i: sum(map(str.isupper, texts[i].split())))  # *Li Moor*, not *LI Moor*
    if same and not texts[same[0]].isupper():
        return texts[same[0]]
    # Where all of it is in capitals, the pipeline may have read it in natural case.
    shown = source.doc[slice(*names[same[0]])].text if same else longest
    small = language.name_links | language.particles  # *United* of *THE UNITED STATES*
    return " ".join(w.capitalize() if w.islower() and w not in small else w for w in shown.split())


def _fullest_from(source: Source, cluster: Sequence[TokenMention]) -> list[TokenMention]:
    """The mentions that the name is taken from: those of the text, and of the headline too where
    the text has only a speaker's label (*MARTIN: Yes*) or the short form of a state (*Tenn.*)."""

    def name(m: TokenMention) -> list[str]:
        return source.text[slice(*source.offsets(*shown_name(source.columns, m)))].split()

    is_role = source.columns.language.is_role
    whole = [m for m in cluster if m.kind == "named" and not is_role(" ".join(name(m)).lower())]
    named = naming_mentions(source, whole or cluster)  # *The Attorney General* is no name
    texts = [name(m) for m in named]
    if texts and all(source.columns.language.state("".join(words)) for words in texts):
        return [m for m in cluster if m.kind == "named"]
    labels = {word for words in texts for word in words if word.isupper() and word.isalpha()}
    if labels and all(len(words) == 1 for words in texts):
        titled = (m for m in cluster if m.kind == "named" and m.head < source.body)
        return named + [m for m in titled if labels & {word.upper() for word in name(m)}]
    return named


def naming_mentions(source: Source, cluster: Iterable[TokenMention]) -> list[TokenMention]:
    """The named mentions of a cluster in the text; if there are none, those in the headline."""
    named = [m for m in cluster if m.kind == "named"]
    return [m for m in named if m.head >= source.body] or named


def recognised_type(source: Source, cluster: Iterable[TokenMention]) -> str:
    """The type that most names of a cluster were recognised as; empty without one."""
    return most_frequent(m.type for m in naming_mentions(source, cluster))


def mention_id(source: Source, m: TokenMention) -> str:
    """The id that an alias table or a linker has for a mention; empty without one."""
    return source.links.get(m.head, "") or linked_id(source.columns, m)


def most_frequent(values: Iterable[str]) -> str:
    """The most frequent value that is not empty, the first of equals; else the empty string."""
    counts = Counter(filter(None, values))
    return max(counts, key=counts.__getitem__, default="")


def linked_id(columns: DocColumns, m: TokenMention) -> str:
    """The id that the recognised name of a mention has from a linker, else the empty string."""
    name = columns.name_at.get(m.head)
    if name is None or not m.start <= name.start <= name.end <= m.end or name.kb_id == "NIL":
        return ""
    if m.name[1] and not name.start <= m.name[0] < m.name[1] <= name.end:
        return ""
    return name.kb_id


def shown_name(columns: DocColumns, m: TokenMention) -> tuple[int, int]:
    """The words of a named mention as an entity shows them: *Ann* of *my friend Ann*."""
    if m.name[1]:
        return m.name
    (start, end), pos = name_at_head(columns, m), columns.pos
    if start < m.head and pos[start] in CAPITAL_TAGS:  # *Many* of *Many Fords* at a start
        start += not start or pos[start - 1] in ("PUNCT", "SPACE", "SYM")
    while start < m.head and pos[start] in ("DET", "PUNCT"):
        start += 1
    return start, end


def shown_keys(source: Source, cluster: Iterable[TokenMention]) -> set[Key]:
    """The names of a cluster in the text, else in the headline, as they are compared."""
    names = (shown_name(source.columns, m) for m in naming_mentions(source, cluster))
    texts = (source.text[slice(*source.offsets(*name))] for name in names)
    return {key_of(text, source.columns.language) or (text,) for text in texts}


def text_order(m: TokenMention) -> tuple[int, int]:
    """What sorts mentions by their first words, and puts the longer of two before."""
    return m.start, -m.end
