"""English nouns that stand for no thing, or for none that a text is about."""

from salience.language.rule_words import Unnamed
from salience.resources import word_set


def _each(before: str, nouns: str) -> set[tuple[str, ...]]:
    return {(*before.split(), noun) for noun in nouns.split()}


UNNAMED = Unnamed(
    stand_ins=word_set("one other"),
    empty=word_set(
        "way thing stuff part place kind sort type lot bit half rest piece couple bunch"
    ),
    amounts=word_set(
        "part rest half piece bit lot kind sort type couple bunch number variety majority plenty"
    ),
    times=word_set(
        "second minute hour day week weekend month quarter season year decade century period time "
        "moment night morning afternoon evening today tonight tomorrow yesterday"
    ),
    phrases=frozenset(
        _each(
            "in",
            "accordance addition advance brief case charge common conjunction connection contrast "
            "detail doubt effect exchange fact favor favour force front full general lieu light "
            "line need operation order particular person place practice principle progress "
            "question regard relation respect response return search sight spite step support "
            "term touch turn use vain view",
        )
        | _each("for", "example instance sake sure")
        | _each("on", "account average behalf board duty foot hand purpose schedule time top track")
        | _each("at", "heart hand home issue least odds play rate risk stake time work")
        | _each("by", "accident chance contrast default definition hand means nature virtue way")
        | _each("by the", "way")
        | _each("of", "course")
        | _each("with", "reference regard respect")
        | _each("under", "way")
        | _each("without", "doubt question")
        | _each("to", "date")
        | _each("as a", "consequence matter part result rule whole")
        | _each("at any", "rate")
        | {(*words, "of") for words in _each("in the", "case course event face form light wake")}
        | _each("on the", "basis contrary")
        | _each("on the other", "hand")
        | _each("on the one", "hand")
        | _each("for the", "sake purpose")
        | _each("take", "account action advantage aim care effect note part place")
        | _each("make", "sense use way")
        | _each("give", "birth rise way")
    ),
)
