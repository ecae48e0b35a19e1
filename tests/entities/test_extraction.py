import re

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from salience.entities.cluster_names import shown_name
from salience.entities.extraction import parse
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention
from salience.names.entity_names import name_id
from salience.text.normalise import normalised
from salience.types import IN_TITLE, Document
from tests.support.tiny_pipeline import tiny_pipeline

VOCAB = Vocab()


def make(*sentences, ents=(), clusters=()):
    """A Doc of `word/POS` sentences: names run on flat, the rest hangs on the first word.

    `ents` are (start, end, label, kb_id), `clusters` lists of (start, end).
    """
    words, pos, deps, heads = [], [], [], []
    for sentence in sentences:
        first = len(words)
        for item in sentence.split(" "):
            i = len(words)
            word, _, tag = item.partition("/")
            follows = i > first and tag == pos[-1] == "PROPN"
            words.append(word.replace("¶", "\n\n"))
            pos.append(tag or "VERB")
            deps.append("flat" if follows else "nsubj" if i > first else "ROOT")
            heads.append((heads[-1] if deps[-2] == "flat" else i - 1) if follows else first)
    doc = Doc(VOCAB, words=words, pos=pos, deps=deps, heads=heads)
    doc.ents = [Span(doc, a, b, label, kb_id=kb_id) for a, b, label, kb_id in ents]
    for n, spans in enumerate(clusters, 1):
        doc.spans[f"coref_clusters_{n}"] = [doc[a:b] for a, b in spans]
    return doc


def read(doc, title=None):
    return parse(doc, Document("d", doc.text, title))


def texts(parsed):
    return [[m.text for m in entity.mentions] for entity in parsed.entities]


def test_clusters_and_singletons_become_entities_in_order_and_unnamed_ones_are_left_out():
    doc = make(
        "met the/DET mayor/NOUN Bob/PROPN Jones/PROPN",
        "saw Ann/PROPN Lee/PROPN her/PRON dog/NOUN",
        "thanked he/PRON Lee/PROPN",
        clusters=[[(6, 8), (8, 9), (12, 13)], [(3, 5), (11, 12)]],
    )
    parsed = read(doc)
    assert texts(parsed) == [["Bob Jones", "he"], ["Ann Lee", "her", "Lee"]]
    assert [[m.kind for m in e.mentions] for e in parsed.entities] == [
        ["named", "pronominal"],
        ["named", "pronominal", "named"],
    ]
    assert [[m.sentence for m in e.mentions] for e in parsed.entities] == [[0, 2], [1, 1, 2]]
    assert parsed.head_counts == (1, 2)
    assert parsed.n_sentences == 3


def test_generic_entities_have_a_noun_and_no_name_and_come_only_if_asked_for():
    doc = make(
        "met mayor/NOUN Bob/PROPN",
        "saw dog/NOUN it/PRON",
        "left he/PRON she/PRON",
        clusters=[[(2, 3), (7, 8)], [(4, 5), (5, 6)]],
    )
    assert read(doc).generic == ()
    parsed = parse(doc, Document("d", doc.text), generic=True)
    assert [e.name for e in parsed.entities] == ["Bob"]
    assert [(e.name, e.id) for e in parsed.generic] == [
        ("mayor", "generic:mayor"),
        ("dog", "generic:dog"),
    ]
    assert [m.text for m in parsed.generic[1].mentions] == ["dog", "it"]


def test_spans_of_another_producer_are_matched_by_head_and_never_taken_twice():
    doc = make(
        "saw Ann/PROPN Lee/PROPN and/CCONJ Bob/PROPN",
        "left she/PRON",
        clusters=[[(2, 3), (6, 7)], [(1, 3), (4, 5)], [(0, 1), (4, 5)]],
    )
    assert texts(read(doc)) == [["Ann Lee", "she"], ["Bob"]]


def test_named_mentions_vote_on_the_type_and_the_longest_proper_name_is_the_name():
    doc = make(
        "met my/PRON friend/NOUN Ann/PROPN",
        "saw Ann/PROPN Mary/PROPN Lee/PROPN",
        "left Lee/PROPN",
        ents=[(3, 4, "PERSON", ""), (5, 8, "PER", ""), (9, 10, "ORG", "")],
        clusters=[[(3, 4), (5, 8), (9, 10)]],
    )
    [entity] = read(doc).entities
    assert (entity.name, entity.type, entity.id) == ("Ann Mary Lee", "PER", "name:ann mary lee|PER")
    assert entity.kb_id is None


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("buy/VERB Northern/ADJ Water/NOUN", "Northern Water"),
        ("the/DET Guided/VERB Missile/NOUN Base/PROPN", "Guided Missile Base"),
        ("buy/VERB new/ADJ Fords/PROPN", "Fords"),
        ("Many/ADJ Fords/PROPN", "Fords"),
        ('"/PUNCT Many/ADJ Fords/PROPN', "Fords"),
        ("¶/SPACE Many/ADJ Fords/PROPN", "Fords"),
    ],
)
def test_a_capital_inside_a_sentence_makes_a_word_a_part_of_the_name(words, name):
    pairs = [tuple(word.split("/")) for word in words.split()]
    last = len(pairs) - 1
    doc = Doc(VOCAB, words=[word for word, _ in pairs], pos=[tag for _, tag in pairs])
    start, end = shown_name(DocColumns(doc), TokenMention(0, last + 1, last, last, "named"))
    assert doc[start:end].text == name


@pytest.mark.parametrize(
    ("names", "shown"),
    [(["OSLO", "Oslo"], "Oslo"), (["NATO", "NATO"], "NATO"), (["US", "America"], "US")],
)
def test_a_name_is_shown_with_its_small_letters(names, shown):
    sentences = [f"saw {name}/PROPN" for name in names]
    [entity] = read(make(*sentences, clusters=[[(1, 2), (3, 4)]])).entities
    assert (entity.name, entity.id) == (shown, name_id(shown, entity.type))


def test_the_id_of_a_linker_goes_before_the_name():
    doc = make(
        "saw Bern/PROPN", "left Bern/PROPN", ents=[(1, 2, "LOC", "NIL"), (3, 4, "LOC", "Q70")],
        clusters=[[(1, 2), (3, 4)]],
    )  # fmt: skip
    [entity] = read(doc).entities
    assert (entity.id, entity.kb_id) == ("Q70", "Q70")


def test_entities_without_a_name_are_found_on_request_and_change_no_other():
    doc = make(
        "met mayor/NOUN Ann/PROPN she/PRON",
        "opened bridge/NOUN monday/NOUN mayor/NOUN",
        ents=[(6, 7, "DATE", "")],
        clusters=[[(1, 2), (3, 4), (7, 8)]],
    )
    document = Document("d7", doc.text)
    plain, every = parse(doc, document), parse(doc, document, nominal=True)
    assert [entity.name for entity in every.entities] == ["mayor", "Ann", "bridge"]
    assert [entity.is_nominal for entity in every.entities] == [True, False, True]
    assert every.entities[1:2] == plain.entities
    mayor, _, bridge = every.entities
    assert texts(every)[0] == ["mayor", "she", "mayor"]
    assert (mayor.id, mayor.type) == ("nominal:d7:4", "PER")
    assert (bridge.id, bridge.type) == ("nominal:d7:25", "LOC")
    assert every.head_counts == (2, 1, 1)


def test_the_longest_mention_of_the_text_names_an_entity_without_a_name():
    doc = Doc(VOCAB, words=["saw", "bridges", "\n\n", "man", "met", "tall", "man"],
              spaces=[True, False, False, True, True, True, False],
              pos=["VERB", "NOUN", "SPACE", "NOUN", "VERB", "ADJ", "NOUN"],
              heads=[0, 0, 0, 4, 4, 6, 4],
              deps=["ROOT", "obj", "dep", "nsubj", "ROOT", "amod", "obj"])  # fmt: skip
    doc.spans["coref_clusters_1"] = [doc[3:4], doc[5:7]]
    parsed = parse(doc, Document("d", "man met tall man", "saw bridges"), nominal=True)
    assert [entity.name for entity in parsed.entities] == ["tall man"]  # none of the headline alone


@pytest.mark.parametrize(("articles", "alike"), [([], 2), (["the"], 1)])
def test_a_plural_without_an_article_is_of_the_kind(articles, alike):
    n = len(articles)
    doc = Doc(
        VOCAB,
        words=["The", "coast", "is", "near", "and", *articles, "coasts", "have", "cliffs"],
        lemmas=["the", "coast", "be", "near", "and", *articles, "coast", "have", "cliff"],
        pos=["DET", "NOUN", "AUX", "ADV", "CCONJ", *["DET"] * n, "NOUN", "VERB", "NOUN"],
        heads=[1, 2, 2, 2, 6 + n, *[5 + n] * n, 6 + n, 2, 6 + n],
        deps=["det", "nsubj", "ROOT", "advmod", "cc", *["det"] * n, "nsubj", "conj", "obj"],
    )
    parsed = parse(doc, Document("d", doc.text), nominal=True)
    [coast] = [e for e in parsed.entities if e.name == "coast"]
    assert len(coast.mentions) == alike


def test_phrases_that_are_shown_alike_are_one_entity_without_a_name():
    doc = Doc(VOCAB, words=["Heavy", "rains", "fell", "such", "heavy", "rains", "in", "Oslo",
                            "fell", "her", "boat", "and", "her", "boat", "sank", "Bo", "saw",
                            "ends", "of", "the", "storm", "in", "Oslo"],
              pos=["ADJ", "NOUN", "VERB", "ADJ", "ADJ", "NOUN", "ADP", "PROPN", "VERB",
                   "PRON", "NOUN", "CCONJ", "PRON", "NOUN", "VERB", "PROPN", "VERB", "NOUN", "ADP",
                   "DET", "NOUN", "ADP", "PROPN"],
              heads=[1, 2, 2, 5, 5, 8, 7, 5, 8, 10, 14, 13, 13, 10, 14, 16, 16, 16, 20, 20,
                     17, 22, 17],
              deps=["amod", "nsubj", "ROOT", "amod", "amod", "nsubj", "case", "nmod", "ROOT",
                    "nmod:poss", "nsubj", "cc", "nmod:poss", "conj", "ROOT", "nsubj", "ROOT",
                    "obj", "case", "det", "nmod", "case", "nmod"])  # fmt: skip
    parsed = parse(doc, Document("d", doc.text), nominal=True)
    shown = [(e.name, [m.text for m in e.mentions]) for e in parsed.entities if e.is_nominal]
    assert shown == [
        ("heavy rains", ["Heavy rains", "such heavy rains in Oslo"]),
        ("her boat", ["her boat"]),
        ("her boat", ["her boat"]),
        ("ends of the storm", ["ends of the storm in Oslo"]),
        ("storm", ["the storm"]),
    ]


def tagged(sentence, clusters=()):
    """A Doc of `word/POS` words, each its own lemma, whose nouns are objects of the first.

    A word before `_` is written together with the next one.
    """
    pairs = [word.split("/") for word in sentence.replace("_", " ").split()]
    words, pos = [word for word, _ in pairs], [tag for _, tag in pairs]
    spaces = [mark != "_" for mark in re.findall(r"[ _]", f"{sentence} ")]
    nouns = [i for i, tag in enumerate(pos) if tag == "NOUN"]
    heads = [next((n for n in nouns if n > i), i) if i else 0 for i in range(len(pos))]
    deps = ["ROOT"] + [
        "case" if tag == "ADP" else "det" if tag == "DET" else "amod" for tag in pos[1:]
    ]
    for i in nouns:
        heads[i], deps[i] = 0, "obj"
        if pos[i - 1] == "ADP" and words[i - 1] == "of":
            before = max(n for n in nouns if n < i)
            heads[i], deps[i] = before, "nmod"
    doc = Doc(VOCAB, words, spaces, pos=pos, heads=heads, deps=deps, lemmas=words)
    for n, spans in enumerate(clusters, 1):
        doc.spans[f"coref_clusters_{n}"] = [doc[a:b] for a, b in spans]
    return doc


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("saw the/DET thing/NOUN and/CCONJ a/DET red/ADJ one/NOUN", []),
        ("saw a/DET bright/ADJ thing/NOUN", ["bright thing"]),
        ("saw a/DET lot/NOUN of/ADP the/DET rain/NOUN", ["rain"]),
        ("saw a/DET side/NOUN of/ADP rain/NOUN", ["side of rain", "rain"]),
        ("ran this/DET long/ADJ time/NOUN", []),
        ("ran a/DET dinner/NOUN", ["dinner"]),
        ("ran in/ADP addition/NOUN to/ADP rain/NOUN", ["rain"]),
        ("ran in/ADP the/DET addition/NOUN", ["addition"]),
        ("ran in/ADP the/DET event/NOUN of/ADP rain/NOUN", ["rain"]),
        ("ran in/ADP the/DET event/NOUN", ["event"]),
        ("take place/NOUN", []),
        ("see place/NOUN a/DET nice/ADJ place/NOUN", ["nice place"]),
        ("say Hm/NOUN", []),
    ],
)
def test_nouns_that_say_nothing_are_no_entities(sentence, shown):
    first, rest = sentence.split(" ", 1)
    doc = tagged(f"{first}/VERB {rest}")
    parsed = parse(doc, Document("d", doc.text), nominal=True)
    assert [entity.name for entity in parsed.entities] == shown


def test_the_commonest_noun_of_an_entity_without_a_name_shows_it():
    doc = tagged(
        "saw/VERB the/DET charge/NOUN the/DET fruit/NOUN of/ADP long/ADJ work/NOUN "
        "a/DET new/ADJ charge/NOUN",
        [[(1, 3), (3, 8), (8, 11)]],
    )
    parsed = parse(doc, Document("d", doc.text), nominal=True)
    assert [entity.name for entity in parsed.entities] == ["new charge", "long work"]


@pytest.mark.parametrize(
    ("sentence", "clusters", "shown"),
    [
        # Quinoa is a crop of long nights; the crop
        (
            "quinoa/NOUN a/DET crop/NOUN of/ADP long/ADJ nights/NOUN the/DET crop/NOUN",
            [[(1, 2), (2, 7), (7, 9)]],
            ["quinoa", "long nights"],
        ),
        (
            "a/DET crop/NOUN of/ADP long/ADJ nights/NOUN the/DET crop/NOUN",
            [[(1, 6), (6, 8)]],
            ["crop", "long nights"],
        ),
        (
            "a/DET crop/NOUN of/ADP nights/NOUN the/DET crop/NOUN of/ADP nights/NOUN "
            "a/DET crop/NOUN",
            [[(1, 5), (5, 9), (9, 11)]],
            ["crop of nights", "nights"],
        ),
        ("two/NUM more/ADJ crops/NOUN most/ADJ crops/NOUN", [], ["crops"]),
        ("the/DET whole/ADJ thing/NOUN", [], []),
        ("another/DET thing/NOUN the/DET other/ADJ thing/NOUN", [], []),
        ("the/DET four/NUM_-/PUNCT_day/ADJ strike/NOUN", [], ["four-day strike"]),
        ("the/DET four/NUM dry/ADJ fields/NOUN", [], ["dry fields"]),
        ("same/ADJ_-/PUNCT_sex/ADJ marriage/NOUN", [], ["same-sex marriage"]),
        ("the/DET same/ADJ marriage/NOUN", [], ["marriage"]),
        ("the/DET all/DET_-/PUNCT_star/ADJ team/NOUN", [], ["all-star team"]),
        ("a/DET 5/NUM_G/ADJ network/NOUN", [], ["5G network"]),
        ("5g/NUM phones/NOUN", [], ["5g phones"]),
        ("5/NUM phones/NOUN 5,000/NUM phones/NOUN 300/NUM phones/NOUN", [], ["phones"]),
        ("the/DET 1918/NUM flu/NOUN the/DET flu/NOUN", [], ["1918 flu", "flu"]),
        ("3000/NUM dogs/NOUN", [], ["dogs"]),
        ("an/DET own/ADJ goal/NOUN whole/ADJ milk/NOUN", [], ["own goal", "whole milk"]),
        ("one/NUM man/NOUN the/DET other/ADJ man/NOUN", [], ["man", "other man"]),
        ("a/DET man/NOUN another/DET man/NOUN", [], ["man", "another man"]),
    ],
)
def test_an_entity_without_a_name_is_called_what_the_text_calls_it(sentence, clusters, shown):
    doc = tagged(f"saw/VERB {sentence}", clusters)
    parsed = parse(doc, Document("d", doc.text), nominal=True)
    assert [entity.name for entity in parsed.entities] == shown


def test_phrases_with_one_possessor_are_one_entity_without_a_name():
    doc = tagged("saw/VERB her/PRON boat/NOUN her/PRON boat/NOUN its/PRON boat/NOUN")
    for i in (1, 3, 5):
        doc[i].dep_ = "nmod:poss"
    doc.spans["coref_clusters_1"] = [doc[1:2], doc[3:4]]
    parsed = parse(doc, Document("d", doc.text), nominal=True)
    found = [(entity.name, len(entity.mentions)) for entity in parsed.entities]
    assert found == [("her boat", 2), ("its boat", 1)]


def test_a_possessor_without_an_entity_is_no_other_one():
    doc = tagged("saw/VERB now/ADV whose/PRON boat/NOUN her/PRON boat/NOUN")  # *her* is of entity 2
    doc[1].head, doc[1].dep_, doc[2].dep_, doc[4].dep_ = doc[0], "advmod", "nmod:poss", "nmod:poss"
    doc.spans["coref_clusters_1"] = [doc[4:5]]
    parsed = parse(doc, Document("d", doc.text), nominal=True)
    assert [entity.name for entity in parsed.entities] == ["whose boat", "her boat"]


def test_a_mention_knows_what_stands_around_it():
    doc = make("met Ann/PROPN Lee/PROPN and/CCONJ", "It/PRON ¶/SPACE saw Bo/PROPN", "Cy/PROPN")
    ann, bo, cy = (entity.first_mention for entity in read(doc).entities)
    assert (ann.before, ann.after, ann.governor) == ("met", "and", "nsubj:met")
    assert (bo.before, bo.after, bo.governor) == ("saw", "", "nsubj:it")
    assert (cy.before, cy.after, cy.governor) == ("", "", "")


def test_a_coordinated_mention_has_the_governor_of_the_first_one():
    words, heads = ["Ann", "and", "Bo", "left"], [3, 2, 0, 3]
    deps = ["nsubj", "cc", "conj", "ROOT"]
    for copies in (1, 30):  # a word is kept up to 40 characters
        doc = Doc(VOCAB, words=[*words[:3], "left" * copies], heads=heads, deps=deps,
                  pos=["PROPN", "CCONJ", "PROPN", "VERB"])  # fmt: skip
        bo = read(doc).entities[1].first_mention
        assert (bo.before, bo.after) == ("and", ("left" * copies)[:40])
        assert bo.governor == "nsubj:" + ("left" * copies)[:40]


def test_content_words_stand_by_sentence_and_those_of_the_title_apart():
    doc = make("Oslo/PROPN freezes/VERB ¶/SPACE", "freezes the/DET Lake/NOUN", "and/CCONJ")
    parsed = read(doc, "Oslo freezes")
    assert parsed.title_words == ("oslo", "freezes")
    assert parsed.sentence_words == (("freezes", "lake"), ())


def test_of_a_headline_that_was_not_parsed_all_words_count():
    parsed = read(make("freezes Oslo/PROPN"), "The ice of Oslo")
    assert parsed.title_words == ("the", "ice", "of", "oslo")


def test_a_mention_knows_its_words_head_and_role():
    doc = make("saw Ann/PROPN Lee/PROPN", ents=[(1, 3, "PER", "")])
    [mention] = read(doc).entities[0].mentions
    assert (mention.head, mention.head_start, mention.role) == ("Lee", 8, "nsubj")
    assert mention.words == (("Ann", "PROPN"), ("Lee", "PROPN"))


@pytest.mark.parametrize(
    ("dep", "above", "role"),
    [
        ("nsubj:pass", "VERB", "nsubj"),
        ("nsubjpass", "VERB", "nsubj"),
        ("dobj", "VERB", "obj"),
        ("pobj", "VERB", "obl"),
        ("pobj", "NOUN", "nmod"),
        ("ROOT", "VERB", "root"),
    ],
)
def test_roles_are_universal(dep, above, role):
    last = 2 if dep == "ROOT" else 1
    doc = Doc(
        VOCAB,
        words=["saw", "with", "Ann"],
        pos=[above, "ADP", "PROPN"],
        heads=[0, 0, last],
        deps=["ROOT", "prep", dep],
    )
    doc.ents = [Span(doc, 2, 3, "PER")]
    [mention] = read(doc).entities[0].mentions
    assert mention.role == role


def test_a_name_in_no_cluster_joins_the_first_entity_of_its_name():
    doc = make(
        "sold six/NUM Skittles/PROPN",
        "ate the/DET Skittles/PROPN they/PRON",
        "saw Skittles/PROPN it/PRON",
        "liked SKITTLES/PROPN",
        clusters=[[(5, 6), (6, 7)], [(8, 9), (9, 10)]],
    )
    # Both clusters stay as they were found; what is in none goes to the first of them.
    assert texts(read(doc)) == [
        ["Skittles", "Skittles", "they", "SKITTLES"],
        ["Skittles", "it"],
    ]


def test_names_that_are_alone_join_each_other_but_persons_do_not():
    doc = make("met Lee/PROPN", "met Lee/PROPN", "in Oslo/PROPN", "in Oslo/PROPN")
    assert texts(read(doc)) == [["Lee", "Lee"], ["Oslo", "Oslo"]]
    doc.ents = [Span(doc, i, i + 1, "PERSON" if i < 4 else "GPE") for i in (1, 3, 5, 7)]
    assert texts(read(doc)) == [["Lee"], ["Lee"], ["Oslo", "Oslo"]]


def test_clusters_of_one_mention_stay_apart_and_mentions_stay_in_order():
    doc = make("in Paris/PROPN", "in Paris/PROPN", "in Paris/PROPN", "in Paris/PROPN")
    doc.spans["coref_clusters_1"] = [doc[1:2], doc[7:8]]
    doc.spans["coref_clusters_2"] = [doc[3:4]]
    starts = [[m.start for m in entity.mentions] for entity in read(doc).entities]
    assert starts == [[doc[1].idx, doc[5].idx, doc[7].idx], [doc[3].idx]]


def test_names_with_other_ids_or_a_person_among_them_do_not_join():
    doc = make("in Paris/PROPN", "in Paris/PROPN", "in Paris/PROPN", "in Paris/PROPN")
    kb_ids = ("Q90", "Q830149", "", "Q90")
    doc.ents = [Span(doc, 2 * n + 1, 2 * n + 2, "GPE", kb_id=k) for n, k in enumerate(kb_ids)]
    found = [(e.kb_id, len(e.mentions)) for e in read(doc).entities]
    assert found == [("Q90", 3), ("Q830149", 1)]
    doc = make("met Jordan/PROPN he/PRON", "in Jordan/PROPN", clusters=[[(1, 2), (2, 3)]])
    doc.ents = [Span(doc, 1, 2, "PERSON"), Span(doc, 4, 5, "GPE")]
    assert [e.type for e in read(doc).entities] == ["PER", "LOC"]
    doc.ents = [Span(doc, 1, 2, "PERSON")]  # a name of no type may be the person's
    assert texts(read(doc)) == [["Jordan", "he", "Jordan"]]


def test_noun_phrases_that_are_alone_stay_apart():
    doc = make("met Ann/PROPN a/DET friend/NOUN", "saw a/DET friend/NOUN")
    (entity,) = read(doc).entities
    assert [m.text for m in entity.mentions] == ["Ann"]
    generic = parse(doc, Document("d", doc.text), generic=True).generic
    assert [[m.text for m in e.mentions] for e in generic] == [["friend"], ["friend"]]


def test_a_repeated_title_is_not_sentence_0():
    doc = make(
        "Visit/NOUN of/ADP Ann/PROPN",
        "¶/SPACE Then Bob/PROPN came",
        "She/PRON met Cem/PROPN",
    )
    parsed = read(doc, title="VISIT of Ann!")
    assert [e.mentions[0].sentence for e in parsed.entities] == [IN_TITLE, 0, 1]
    assert parsed.n_sentences == 2
    assert [e.mentions[0].sentence for e in read(doc).entities] == [0, 1, 2]


def with_headline(*sentences, **kwargs):
    """A parsed document of a headline, the first sentence, and a text."""
    doc = make(sentences[0], f"¶/SPACE {sentences[1]}", *sentences[2:], **kwargs)
    title, text = doc.text.split("\n\n")
    return parse(doc, Document("d", text, title))


def test_mentions_of_the_headline_stand_apart_from_those_of_the_text():
    parsed = with_headline(
        "met Byrne/PROPN in/ADP Oslo/PROPN Bonn/NOUN",
        "cheered Oslo/PROPN for/ADP Ada/PROPN Byrne/PROPN",
        "won she/PRON",
        ents=[(1, 2, "PER", ""), (3, 4, "ORG", ""), (7, 8, "LOC", ""), (9, 11, "PER", "Q1")],
        clusters=[[(1, 2), (9, 11), (12, 13)]],
    )
    oslo, byrne = parsed.entities
    for entity in parsed.entities:
        for m in entity.mentions:
            assert parsed.document.text[m.start : m.end] == m.text
            assert parsed.document.text[m.head_start :].startswith(m.head)
        for m in entity.title_mentions:
            assert parsed.document.title[m.start : m.end] == m.text
            assert (m.sentence, m.paragraph) == (IN_TITLE, IN_TITLE)
    assert [m.text for m in oslo.mentions] == [m.text for m in oslo.title_mentions] == ["Oslo"]
    assert oslo.type == "LOC"  # the headline has no say where the text names it
    assert [m.text for m in byrne.mentions] == ["Ada Byrne", "she"]
    assert [m.text for m in byrne.title_mentions] == ["Byrne"]
    assert [m.sentence for m in byrne.mentions] == [0, 1]
    assert (parsed.n_sentences, parsed.n_paragraphs, parsed.head_counts) == (2, 1, (1, 1))


def test_what_only_the_headline_names_is_an_entity_before_those_of_the_text():
    parsed = with_headline(
        "met Noor/PROPN Haddad/PROPN in/ADP Bonn/PROPN",
        "cheered Oslo/PROPN",
        "won she/PRON",
        ents=[(1, 3, "PER", ""), (4, 5, "LOC", "Q1"), (7, 8, "LOC", "")],
        clusters=[[(1, 3), (9, 10)]],
    )
    assert [e.name for e in parsed.entities] == ["Bonn", "Oslo", "Noor Haddad"]
    bonn = next(e for e in parsed.entities if e.name == "Bonn")
    assert (bonn.mentions, bonn.type, bonn.id) == ((), "LOC", "Q1")
    assert bonn.first_mention == bonn.title_mentions[0]
    noor = next(e for e in parsed.entities if e.name == "Noor Haddad")
    assert [m.text for m in noor.mentions] == ["she"]
    assert parsed.head_counts == (0, 1, 1)


def test_what_only_a_headline_capitalises_is_none():
    parsed = with_headline("met Cosplay/PROPN", "cheered Oslo/PROPN", ents=[(4, 5, "LOC", "")])
    assert [e.name for e in parsed.entities] == ["Oslo"]


def test_a_name_in_capitals_is_shown_as_it_was_read():
    doc = make("cheered Oslo/PROPN")
    [oslo] = parse(doc, Document("d", "CHEERED OSLO ")).entities
    assert (oslo.name, oslo.mentions[0].text) == ("Oslo", "OSLO")


def test_a_name_of_the_text_is_shown_before_a_fuller_one_of_the_headline():
    parsed = with_headline(
        "met Ada/PROPN Byrne/PROPN",
        "cheered Byrne/PROPN",
        ents=[(1, 3, "PER", ""), (5, 6, "PER", "")],
        clusters=[[(1, 3), (5, 6)]],
    )
    assert [(e.name, len(e.title_mentions)) for e in parsed.entities] == [("Byrne", 1)]


def test_a_headline_that_the_text_repeats_is_read_twice():
    doc = make("met Ann/PROPN", "¶/SPACE met Ann/PROPN", "¶/SPACE cheered Ann/PROPN")
    title, text = doc.text.split("\n\n", 1)
    [ann] = parse(doc, Document("d", text, title)).entities
    assert [m.sentence for m in ann.mentions] == [IN_TITLE, 0]
    assert [m.start for m in ann.title_mentions] == [4]


def test_a_mention_of_others_that_reaches_from_headline_into_text_is_cut():
    parsed = with_headline(
        "met Ann/PROPN", "Lee/PROPN cheered", clusters=[[(1, 4), (3, 4)]], ents=[(1, 2, "PER", "")]
    )
    mentions = [m.text for e in parsed.entities for m in (*e.title_mentions, *e.mentions)]
    assert sorted(mentions) == ["Ann", "Lee"]


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("Oslo praises Ada", [("Oslo", 0)]),
        ("OSLO PRAISES BYRNE", [("OSLO", 0), ("BYRNE", 13)]),
        ("Mayor of  Oslo and Ada  Byrne meet", [("Oslo", 10), ("Ada  Byrne", 19)]),
        ("oslo or Osloer, not byrne", []),
        ("  ", []),
        (None, []),
    ],
)
def test_the_headline_of_a_doc_of_the_text_alone_is_searched_for_its_names(title, found):
    doc = make(
        "cheered Oslo/PROPN for/ADP Ada/PROPN Byrne/PROPN",
        "thanked Byrne/PROPN",
        clusters=[[(3, 5), (6, 7)]],
    )
    parsed = read(doc, title)
    there = [(m.text, m.start) for e in parsed.entities for m in e.title_mentions]
    assert sorted(there, key=lambda m: m[1]) == found
    assert all(m.sentence == IN_TITLE for e in parsed.entities for m in e.title_mentions)


def test_a_text_that_is_not_english_has_a_warning():
    text = "Der Hafen war still und niemand auf dem Steg wusste etwas davon " * 2
    [warning] = parse(tiny_pipeline()(text), Document("d", text)).warnings
    assert warning.startswith("the text does not look like English")


def test_nothing_comes_of_nothing():
    for text in ("", " \n\t ", "He saw her.", "12 + 30 = 42"):
        parsed = parse(tiny_pipeline()(text), Document("d", text))
        assert (parsed.entities, parsed.head_counts, parsed.warnings) == ((), (), ())


def test_a_doc_of_another_text_is_refused():
    with pytest.raises(ValueError, match="document 'd': the Doc must be of the document's ti"):
        parse(spacy.blank("en")("Ann Lee"), Document("d", "Ann"))


ODD = st.sampled_from(
    ["<b>Ann</b>", "\x00", "\ud800", "\r\n", "\r", "\u2028", "😀", "e\u0301", "ß"]
)
TEXTS = st.lists(st.one_of(ODD, st.text(max_size=5), st.just(" Ann Lee ")), max_size=12).map(
    "".join
)


ENGLISH = spacy.blank("en")


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_offsets_are_those_of_the_text(text):
    text = normalised(text).text
    doc = ENGLISH(text)
    for token in doc:
        token.pos_ = "PROPN" if token.text[0].isupper() else "NOUN"
        token.dep_ = "ROOT"
    doc.ents = [Span(doc, t.i, t.i + 1, "PER") for t in doc if not t.is_space]
    parsed = parse(doc, Document("d", text, title=text[:7]))
    assert len(parsed.entities) >= ("Ann Lee" in text)
    for entity in parsed.entities:
        assert entity.name
        for m in entity.mentions:
            assert text[m.start : m.end] == m.text
            assert text[m.head_start : m.head_start + len(m.head)] == m.head
            assert m.start <= m.head_start < m.end
            assert IN_TITLE <= m.sentence < max(parsed.n_sentences, 1)


@pytest.mark.parametrize(
    ("words", "roots", "names"),
    [
        # Whose it is, and where somebody is from, are other names.
        ("Oslo 's Silo Act passed", {0: "Oslo", 3: "Silo Act"}, ["Oslo", "Silo Act"]),
        ("Oslo mayor Ann Lee spoke", {0: "Oslo", 3: "Ann Lee"}, ["Oslo", "mayor Ann Lee"]),
        ("Ann Lee of Oslo spoke", {1: "Ann Lee", 3: "Oslo"}, ["Ann Lee", "Oslo"]),
        # A pronoun or a title is no other name.
        ("Her aunt Ann Lee spoke", {3: "Ann Lee"}, ["Her aunt Ann Lee"]),
        ("Governor Ann Lee spoke", {2: "Ann Lee"}, ["Governor Ann Lee"]),
    ],
)
def test_a_mention_of_a_name_holds_no_other_name(words, roots, names):
    doc = spacy.blank("en")(words)
    tags = {"of": "ADP", "'s": "PART", "mayor": "NOUN", "aunt": "NOUN", "Her": "PRON"}
    last = len(doc) - 1
    head = max(roots) if words.split()[2] != "of" else 1
    deps = []
    for token in doc:
        token.pos_ = "VERB" if token.i == last else tags.get(token.text, "PROPN")
        token.head = doc[last] if token.i in (head, last) else doc[head]
        deps.append("ROOT" if token.i == last else "nsubj" if token.i == head else "compound")
    for token, dep in zip(doc, deps, strict=True):
        token.dep_ = dep
    if "of" in words:
        doc[2].head, doc[2].dep_, doc[3].dep_ = doc[3], "case", "nmod"
    spans = [(i - len(name.split()) + 1, i + 1) for i, name in roots.items()]
    doc.ents = [Span(doc, a, b, "LOC" if doc[a].text == "Oslo" else "PER") for a, b in spans]
    assert [e.mentions[0].text for e in read(doc).entities] == names


def test_a_name_after_another_does_not_begin_with_white_space():
    words = ["Ada", " ", "Byrne", "won"]
    tags, deps = ["PROPN", "SPACE", "PROPN", "VERB"], ["nsubj", "dep", "flat", "ROOT"]
    doc = Doc(
        VOCAB,
        words=words,
        pos=tags,
        deps=deps,
        heads=[3, 0, 0, 3],
        spaces=[True, False, True, False],
    )
    doc.ents = [Span(doc, 0, 1, "PERSON"), Span(doc, 2, 3, "PERSON")]
    entities = parse(doc, Document("d", "Ada\0 Byrne won")).entities
    assert [(m.text, m.start) for e in entities for m in e.mentions] == [("Ada", 0), ("Byrne", 5)]
