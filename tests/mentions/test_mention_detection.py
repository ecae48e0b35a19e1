import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import as_mentions, find_mentions
from tests.support.builders import cases
from tests.support.docs import mentions_of

CASES = cases("mentions")
VOCAB = Vocab()


def make_doc(case, scheme):
    tree = case[scheme]
    doc = Doc(
        VOCAB,
        words=case["text"].replace("¶", "\n\n").split(" "),
        pos=case["pos"].split(),
        tags=case["tag"].split() if "tag" in case else None,
        deps=tree["deps"].split(),
        heads=tree["heads"],
    )
    doc.ents = [Span(doc, start, end, label) for start, end, label in case["ents"]]
    return doc


def described(doc, mentions):
    return [[doc[m.start : m.end].text, doc[m.head].text, m.kind, m.type] for m in mentions]


@pytest.mark.parametrize("scheme", ["ud", "clear"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["note"])
def test_mentions_and_heads_are_the_same_for_both_schemes(case, scheme):
    doc = make_doc(case, scheme)
    assert described(doc, mentions_of(doc)) == case["mentions"]


def test_a_blank_line_ends_a_mention():
    doc = Doc(
        VOCAB,
        words=["the", "mayor", "\n\n", "of", "Oslo"],
        pos=["DET", "NOUN", "SPACE", "ADP", "PROPN"],
        deps=["det", "ROOT", "dep", "case", "nmod"],
        heads=[1, 1, 1, 4, 1],
    )
    assert [doc[m.start : m.end].text for m in mentions_of(doc)] == [
        "the mayor",
        "Oslo",
    ]


@pytest.mark.parametrize("recognised", [0, 1])
@pytest.mark.parametrize("pictures", [["🎉"], ["❤", "\ufe0f"], ["👍🏽", "™"]])
def test_pictures_after_a_mention_are_none_of_it(pictures, recognised):
    n = len(pictures)
    doc = Doc(
        VOCAB,
        words=["the", "mayor", "of", "Oslo", *pictures],
        pos=["DET", "NOUN", "ADP", "PROPN", *["SYM"] * n],
        deps=["det", "ROOT", "case", "nmod", *["dep"] * n],
        heads=[1, 1, 3, 1, *[1] * n],
    )
    doc.ents = [Span(doc, 3, 4 + recognised * n, "LOC")]
    mayor, oslo = mentions_of(doc)
    assert [doc[m.start : m.end].text for m in (mayor, oslo)] == ["the mayor of Oslo", "Oslo"]
    assert oslo.name == (3, 4)


def test_capitals_in_a_headline_make_no_names():
    case = {
        "text": "Learning Goals And Further Questions ¶ We list the Baltic Questions .",
        "pos": "NOUN NOUN CCONJ ADJ NOUN SPACE PRON VERB DET NOUN NOUN PUNCT",
        "ud": {
            "deps": "compound ROOT cc amod conj dep nsubj ROOT det compound obj punct",
            "heads": [1, 1, 4, 4, 1, 4, 7, 7, 10, 10, 7, 7],
        },
        "ents": [],
    }
    doc = make_doc(case, "ud")
    named = [doc[m.start : m.end].text for m in mentions_of(doc) if m.kind == "named"]
    assert named == ["Further Questions", "the Baltic Questions"]


@pytest.mark.parametrize(
    ("words", "pos", "kind"),
    [
        ("Trent does it", "PROPN VERB PRON", "named"),
        ("Trees do it", "NOUN VERB PRON", "nominal"),
        ("Hope does it . The hope does", "PROPN VERB PRON PUNCT DET NOUN VERB", "nominal"),
        ("Mhm does it", "PROPN VERB PRON", "nominal"),
        ("Hm does it", "PROPN VERB PRON", "nominal"),
        ("Wha- does it", "PROPN VERB PRON", "nominal"),
        ("Jean-Luc does it", "PROPN VERB PRON", "named"),
        ("CE does it", "PROPN VERB PRON", "named"),
        ("#food does it", "PROPN VERB PRON", "named"),
        ("@ann_lee does it", "NOUN VERB PRON", "named"),
        ("#1 does it", "NOUN VERB PRON", "nominal"),
        ("@_ does it", "NOUN VERB PRON", "nominal"),
        ("#covid-19 does it", "NOUN VERB PRON", "named"),
        ("ann@example.org does it", "NOUN VERB PRON", "nominal"),
        ("HMM does it", "PROPN VERB PRON", "named"),
        ("food does it", "PROPN VERB PRON", "nominal"),
    ],
)
def test_the_first_word_is_a_name_by_tag_and_capital_or_as_a_hashtag(words, pos, kind):
    words = words.split()
    starts = [i == 0 or words[i - 1] == "." for i in range(len(words))]
    deps = ["det" if tag == "DET" else "nsubj" for tag in pos.split()]
    verbs = [i for i, tag in enumerate(pos.split()) if tag == "VERB"]
    heads = [next((v for v in verbs if v >= i), verbs[-1]) for i in range(len(words))]
    for verb in verbs:
        deps[verb] = "ROOT"
    doc = Doc(VOCAB, words=words, pos=pos.split(), deps=deps, heads=heads, sent_starts=starts)
    assert mentions_of(doc)[0].kind == kind


def test_no_tags_no_mentions():
    doc = Doc(VOCAB, words=["Ann", "Lee", "sang"])
    doc.ents = [Span(doc, 0, 2, "PER")]
    assert mentions_of(doc) == ()
    assert find_mentions(Doc(VOCAB)) == ()


def test_spans_found_by_others_become_mentions():
    case = CASES[1]
    doc = make_doc(case, "ud")
    spans = [(3, 6), (0, 6), (7, 8), (6, 7)]
    assert described(doc, as_mentions(DocColumns(doc), spans)) == [
        ["the United States", "States", "named", "LOC"],
        ["The President of the United States", "President", "named", ""],
        ["him", "him", "pronominal", ""],
        ["met", "met", "nominal", ""],
    ]


POS = ["NOUN", "PROPN", "PRON", "DET", "ADP", "VERB", "ADJ", "PUNCT", "CCONJ", "NUM", "SPACE"]
DEPS = ["nsubj", "flat", "compound", "nmod", "appos", "conj", "case", "det", "acl:relcl", "prep"]
WORDS = [
    *("Ann", "ann", "Mayor", "#Oslo", "it", "this", "Jr.", ",", "\n\n", " ", "US", "the", "§", "A.")
]


@st.composite
def docs(draw):
    """Docs with any tree, tag and name whatever: parsers make odd ones."""
    n = draw(st.integers(1, 12))

    def some(values):
        return draw(st.lists(st.sampled_from(values), min_size=n, max_size=n))

    # Heads to the left or the first word: every such tree is free of cycles.
    heads = [draw(st.integers(0, i - 1)) if i else 0 for i in range(n)]
    if draw(st.booleans()):
        heads = [n - 1 - head for head in reversed(heads)]
    doc = Doc(VOCAB, words=some(WORDS), pos=some(POS), deps=some(DEPS), heads=heads)
    cuts = sorted(draw(st.sets(st.integers(0, n), max_size=4)))
    doc.ents = [
        Span(doc, a, b, draw(st.sampled_from(["PER", "DATE"])))
        for a, b in zip(cuts[::2], cuts[1::2], strict=False)
        if not doc[a].is_space and not doc[b - 1].is_space
    ]
    return doc


@settings(max_examples=300, deadline=None)
@given(docs())
def test_mentions_are_sorted_unique_nested_or_apart_and_hold_their_heads(doc):
    mentions = mentions_of(doc)
    spans = [(m.start, m.end) for m in mentions]
    assert spans == sorted(set(spans), key=lambda span: (span[0], -span[1]))
    for m in mentions:
        assert m.start <= m.head < m.end
        assert m.start <= m.root < m.end
        assert not doc[m.start].text.isspace()
        assert not doc[m.end - 1].text.isspace()
        assert (m.kind == "named") >= bool(m.type)
    for a in mentions:
        assert not any(a.start < b.start < a.end < b.end for b in mentions)
