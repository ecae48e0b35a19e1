"""Summaries about one entity: which is meant, which sentences come, and what they read like."""

from dataclasses import replace

import pytest

from salience.entities.register import Register, RegisteredName
from salience.errors import MisuseError
from salience.summaries.about import entity_about, without_repeats
from salience.summaries.documents import summarize
from salience.summaries.sentences import Sentence
from salience.summaries.summarizer import Settings, summarize_sources
from salience.types import Document, Entity, Mention, ParsedDocument
from tests.summaries.test_references import source
from tests.support.builders import toy_model
from tests.support.shipped import shipped_pipeline
from tests.support.tiny_pipeline import tiny_pipeline

ANN_AND_BEA = [("Ann", {"she", "her"}), ("Bea", ())]


@pytest.fixture(scope="module")
def nlp():
    return tiny_pipeline()


@pytest.fixture(scope="module")
def model():
    return toy_model()


def about(lines, name="Ann", people=ANN_AND_BEA, **settings):
    chosen = Settings(about=name, least_words=1, **settings)
    return summarize_sources([source(lines, people)], chosen).text.splitlines()


def entity(name, id=None, *, kind="named", texts=(), kb_id=None):
    texts = texts or (name,)
    mentions = [Mention(i, i + 1, t, kind, t, i, 0) for i, t in enumerate(texts)]
    return Entity(tuple(mentions), name, "PER", id or f"name:{name.lower()}|PER", kb_id)


def parsed(*entities):
    return ParsedDocument(Document("d", "x" * 99), entities, (1,) * len(entities), 1)


def test_only_sentences_with_the_name_or_a_pronoun_come():
    lines = ["Ann won gold .", "Bea left Rome .", "It rained .", "Ann sings songs ."]

    assert about(lines) == ["Ann won gold .", "Ann sings songs ."]
    assert about(lines, "Bea") == ["Bea left Rome ."]
    assert about(lines, "name:Ann|PER") == about(lines)


def test_a_pronoun_becomes_the_name_even_where_somebody_else_was_named_since():
    lines = ["Ann won gold .", "Bea left Rome .", "She sings songs ."]

    assert about(lines) == ["Ann won gold .", "Ann sings songs."]


def test_a_pronoun_stays_beside_the_sentence_before_it():
    assert about(["Ann won gold .", "She sings songs ."]) == ["Ann won gold .", "She sings songs ."]


def test_a_second_pronoun_that_would_mean_nothing_becomes_the_name():
    people = [("Ann", {"her"}), ("Bob", {"he"})]
    lines = ["Ann won gold .", "Bob left Rome .", "Snow won .", "He said her songs won ."]
    tagged = source(lines, people)
    fine = [
        "PRP$" if k == "her" else f
        for k, f in zip(tagged.words.keys, tagged.words.fine_tags, strict=True)
    ]
    tags = [
        "PRON" if k == "her" else t
        for k, t in zip(tagged.words.keys, tagged.words.tags, strict=True)
    ]
    words = replace(tagged.words, fine_tags=tuple(fine), tags=tuple(tags))

    found = summarize_sources([replace(tagged, words=words)], Settings(about="Ann", least_words=1))

    assert found.sentences[-1].text == "Bob said Ann’s songs won."


def test_a_pronoun_stays_where_its_sentence_says_in_other_words_whom_it_means():
    tagged = source(["Ann won gold .", "Bea left .", "Singers won as she won ."], ANN_AND_BEA)
    ann, bea = tagged.parsed.entities
    start = tagged.document.text.index("Singers")
    noun = Mention(start, start + 7, "Singers", "nominal", "Singers", start, 0)
    ann = replace(ann, mentions=(ann.mentions[0], noun, *ann.mentions[1:]))
    scored = replace(tagged.scored, parsed=replace(tagged.parsed, entities=(ann, bea)))

    found = summarize_sources([replace(tagged, scored=scored)], Settings(about="Ann"))

    assert found.sentences[-1].text == "Singers won as she won ."


def test_what_was_said_before_is_not_said_again():
    lines = ["Ann won gold .", "Snow left .", "Ann won gold today .", "Bea left .", "Ann sings ."]

    assert about(lines) == ["Ann won gold today .", "Ann sings ."]


def stems(text, tags=()):
    words = tuple(text.split())
    return Sentence(text, stems=words, stops=(False,) * len(words), tags=tags or ("X",) * 20)


@pytest.mark.parametrize(
    "other",
    ["a b c d e f g h never", "a b c d e f z y x", "a b c d e f g h i j"],
)
def test_what_says_something_else_is_no_repeat(other):
    both = [stems("a b c d e f g h"), stems(other)]
    if other.endswith("j"):
        assert without_repeats(both) == both[1:]
    else:
        assert without_repeats(both) == both


@pytest.mark.parametrize(("other", "repeats"), [("a b c d y", True), ("a b c y z", False)])
def test_four_fifths_of_the_content_words_make_a_repeat(other, repeats):
    both = [stems("a b c d e f"), stems(other)]
    assert without_repeats(both) == (both[:1] if repeats else both)


def test_another_number_or_name_is_no_repeat():
    tags = ("X",) * 9 + ("NUM",)
    both = [stems(f"a b c d e f g h i {year}", tags) for year in (2018, 2019)]

    assert without_repeats(both) == both
    assert without_repeats([both[0], both[0]]) == both[:1]


def test_which_entity_is_meant():
    full = entity("Ada Byrne", texts=("Ada Byrne", "Byrne"), kb_id="Q7")
    other = entity("Byrne", "x")
    found = parsed(full, other)

    assert entity_about(found, "Q7") is full and entity_about(found, "x") is other
    assert entity_about(found, "Dr. ada  BYRNE") is full
    assert entity_about(found, "byrne") is other
    assert entity_about(parsed(full), "byrne") is full
    assert entity_about(found, "Noor") is None
    assert entity_about(parsed(entity("Ann", kind="nominal")), "Ann") is None
    assert entity_about(parsed(), "Ann") is None


def test_of_namesakes_the_one_with_most_mentions_is_meant():
    often = entity("Byrne", "b", texts=("Byrne", "Byrne"))

    assert entity_about(parsed(entity("Byrne", "a"), often), "Byrne") is often


@pytest.mark.parametrize("by", [None, "all"])
def test_documents_without_the_entity_are_rejected(nlp, model, by):
    documents = [
        Document("a", "Ada Byrne met Noor Haddad in Oslo. It rained all day."),
        Document("b", "Noor Haddad opened Acme in Oslo today."),
        Document("c", "Noor Haddad left Oslo today. Ada Byrne opened Acme in Norway today."),
    ]
    rejects = []

    summaries = summarize(
        documents, about="Ada Byrne", by=by, model=model, nlp=nlp, on_reject=rejects.append
    )

    texts = "\n".join(summary.text for summary in summaries)
    assert texts.splitlines() == [
        "Ada Byrne met Noor Haddad in Oslo.",
        "Ada Byrne opened Acme in Norway today.",
    ]
    assert [reject.id for reject in rejects] == ["b"]
    assert "does not mention 'Ada Byrne'" in rejects[0].reason


def test_the_record_says_about_whom(nlp, model):
    text = "Ada Byrne met Noor Haddad in Oslo."
    [summary] = summarize(text, about="Ada Byrne", model=model, nlp=nlp)
    [plain] = summarize(text, model=model, nlp=nlp)

    assert summary.to_dict()["about"] == "Ada Byrne"
    assert "about" not in plain.to_dict()


def test_the_budget_holds():
    lines = [f"Ann won race{i} town{i} today ." for i in range(9)]

    assert len(about(lines, budget=3, unit="sentences")) == 3


@pytest.mark.parametrize(
    "settings", [{"about": " "}, {"about": "Ann", "compress": "tree"}], ids=["blank", "compress"]
)
def test_misuse(settings):
    with pytest.raises(MisuseError, match="about"):
        Settings(**settings)


def test_an_id_or_another_name_of_the_register_is_meant():
    register = Register(
        (
            RegisteredName("p1", "Ada Byrne", "PER", ("Tarn",), kb_id="Q7"),
            RegisteredName("o1", "Velk Harbour Office", "ORG", acronyms=("VHO",)),
            RegisteredName("p2", "Moor", "PER"),
        )
    )
    ada, office = entity("Byrne", "Q7", kb_id="Q7"), entity("VHO", "o1")
    found = parsed(ada, office)

    for name in ("p1", "Q7", "Ada Byrne", "tarn", "Byrne"):
        assert entity_about(found, name, register) is ada
    assert entity_about(found, "Velk Harbour Office", register) is office
    assert entity_about(found, "Velk Harbour Office") is None
    assert entity_about(found, "p2", register) is None
    assert entity_about(found, "Moor", register) is None


def test_an_own_name_goes_before_another_one_of_the_register():
    register = Register((RegisteredName("p1", "Ada Byrne", "PER", ("Tarn",)),))
    ada, tarn = entity("Ada Byrne", "p1"), entity("Tarn", "x")

    assert entity_about(parsed(ada, tarn), "Tarn", register) is tarn


def test_documents_of_one_summary_keep_the_ids_of_the_register():
    names = [("Ada", ())], [("Ann", ())], [("Velk", ())]
    documents = [source([f"{who} won {i} ."], [(who, p)]) for i, [(who, p)] in enumerate(names)]

    def ids(id, register):
        read = []
        for s in documents:
            [one] = s.parsed.entities
            one = replace(one, id=id) if one.name != "Velk" else one
            read.append(
                replace(s, scored=replace(s.scored, parsed=replace(s.parsed, entities=(one,))))
            )
        made = summarize_sources(read, Settings(concepts="entities", least_words=1), names=register)
        return {concept.text for concept in made.concepts}

    register = Register((RegisteredName("p1", "Ada", "PER", ("Ann",)),))
    assert ids("p1", register) == {"Ada", "Velk"}
    assert ids("p1", None) == {"Ada", "Ann", "Velk"}


HALE = [
    ("Tom Hale, the mayor, praised her work.", "Tom Hale, the mayor, praised her work."),
    (
        "Tom Hale praised her work. Hale opened a bridge in Oslo.",
        "Tom Hale opened a bridge in Oslo.",
    ),
    (
        "Anna Tarn opened a school. It rained all day. Tom Hale, the mayor, praised her work.",
        "Tom Hale, the mayor, praised Anna Tarn’s work.",
    ),
    (
        "Anna Tarn opened a school. Tom Hale opened the bridge to it. He praised her work there.",
        "Tom Hale opened the bridge to it. He praised Anna Tarn’s work there.",
    ),
    ("Tom Hale praised his work.", "Tom Hale praised his work."),
    (
        "Tom Hale stayed in Oslo that night. Hale opened a bridge there.",
        "Tom Hale stayed in Oslo that night. Hale opened a bridge there.",
    ),
    (
        "Tom Hale met a singer and praised her work. Hale opened a bridge in Oslo.",
        "Tom Hale met a singer and praised her work. Hale opened a bridge in Oslo.",
    ),
    (
        "In her letter, the singer thanked Tom Hale. Hale opened a bridge in Oslo.",
        "In her letter, the singer thanked Tom Hale. Hale opened a bridge in Oslo.",
    ),
    (
        "Anna Tarn met Maria Moor. It rained all day. Tom Hale, the mayor, praised her work.",
        "Tom Hale, the mayor, praised her work.",
    ),
]


@pytest.mark.parametrize(("text", "summary"), HALE)
def test_a_pronoun_of_somebody_else_has_its_name_or_its_sentence_is_left_out(model, text, summary):
    [found] = summarize(text, about="Tom Hale", model=model, nlp=shipped_pipeline())

    assert " ".join(found.text.splitlines()) == summary
