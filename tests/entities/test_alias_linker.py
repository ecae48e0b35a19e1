import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, Span

from salience.entities.alias_linker import AliasTable, Linker
from salience.entities.extraction import parse
from salience.errors import CorpusError
from salience.types import Document

VOCAB = spacy.blank("en").vocab
# Words with their tags, UD relations and heads.
TREE = """
    We/PRON/nsubj/1 saw/VERB/ROOT/1 my/PRON/nmod:poss/3 friend/NOUN/obj/1 Ann/PROPN/flat/3
    Lee/PROPN/flat/4 at/ADP/case/8 the/DET/det/8 University/PROPN/obl/1 of/ADP/case/10
    Oslo/PROPN/nmod/8 with/ADP/case/14 Rex/PROPN/nmod:poss/14 Moe/PROPN/flat/12 dog/NOUN/obl/1
"""


def sentence(*ents):
    words, pos, deps, heads = zip(*(token.split("/") for token in TREE.split()), strict=True)
    doc = Doc(VOCAB, words=words, pos=pos, deps=deps, heads=list(map(int, heads)))
    doc.ents = [Span(doc, a, b, label, kb_id=kb_id) for a, b, label, kb_id in ents]
    return doc


def ids(doc, *rows):
    """Name, type and id of every entity, as a document in bytes has them."""
    doc = Linker(AliasTable.from_rows([(*row, 1.0) for row in rows]))(doc)
    again = Doc(doc.vocab).from_bytes(doc.to_bytes())
    return {e.name: (e.type, e.kb_id) for e in parse(again, Document("d", doc.text)).entities}


def test_a_name_that_the_recogniser_missed_gets_its_id_and_a_type():
    found = ids(sentence(), ("Ann Lee", "Q1"), ("University of Oslo", "Q2"), ("oslo", "Q3"))
    assert found["Ann Lee"] == ("PER", "Q1")
    assert found["University of Oslo"] == ("ORG", "Q2")
    assert "Oslo" not in found
    assert [id_ for name, (_, id_) in found.items() if name.startswith("Rex")] == [None]


def test_a_name_is_looked_up_whole_where_the_recogniser_saw_a_part():
    found = ids(sentence((8, 9, "ORG", "")), ("University of Oslo", "Q2"), ("Moe", "Q9"))
    assert found["University of Oslo"] == ("ORG", "Q2")
    assert [name for name, (_, id_) in found.items() if id_] == ["University of Oslo"]


def test_the_table_goes_before_another_linker_whose_ids_stay_for_other_names():
    ents = (4, 6, "PER", "NIL"), (8, 11, "ORG", "Q0")
    found = ids(sentence(*ents), ("Ann Lee", "Q1"), ("University of Oslo", "Q2"))
    assert found["Ann Lee"] == ("PER", "Q1")
    assert found["University of Oslo"] == ("ORG", "Q2")
    found = ids(sentence(*ents))
    assert found["Ann Lee"] == ("PER", None)
    assert found["University of Oslo"] == ("ORG", "Q0")


def test_the_heads_of_mentions_that_were_missed_stand_in_the_doc_with_their_ids():
    doc = Linker(AliasTable.from_rows([("Ann Lee", "Q1", 1.0), ("Rex Moe", "Q3", 1.0)]))(
        sentence((8, 11, "ORG", "NIL"))
    )
    found = {span.text: span.kb_id_ for span in doc.spans["salience_links"]}
    assert found == {"Lee": "Q1", "Moe": "Q3"}


def test_a_name_does_not_take_the_id_of_one_in_it():
    found = ids(sentence((10, 11, "LOC", "")), ("Oslo", "Q3"))
    assert found["University of Oslo"][1] is None


def test_a_title_does_not_keep_a_name_from_its_id():
    words = ["President", "Ann", "Lee", "met", "Mr.", "Lee", "and", "Lord", "Moe"]
    for ents, table, linked in (
        ([(0, 3), (4, 6)], [("Ann Lee", "Q1"), ("Lee", "Q7")], ["Q1", "Q7"]),
        ([(0, 3), (7, 9)], [("Ann Lee", "Q1"), ("Lord Moe", "Q8"), ("Moe", "Q9")], ["Q1", "Q8"]),
        ([(0, 3)], [("Lee", "Q7")], [""]),  # a given name is no title
    ):
        doc = Doc(VOCAB, words=words)
        doc.ents = [Span(doc, a, b, "PER") for a, b in ents]
        doc = Linker(AliasTable.from_rows([(*row, 1.0) for row in table]))(doc)
        assert [ent.kb_id_ for ent in doc.ents] == linked


def test_without_a_hit_a_doc_stays_as_it_was():
    doc = sentence((4, 6, "PER", ""))
    before = doc.to_bytes()
    assert Linker(AliasTable.from_rows([("Bern", "Q70", 1.0)]))(doc).to_bytes() == before


def test_a_table_that_is_not_there_is_named(tmp_path):
    for path in (tmp_path / "none.tsv", tmp_path):
        with pytest.raises(CorpusError, match=rf"alias table {path} can't be read: "):
            AliasTable.read(path)


def write(tmp_path, content):
    path = tmp_path / "aliases.tsv"
    path.write_bytes(content)
    return path


def test_an_exact_name_comes_before_a_folded_one_whatever_the_priors():
    table = AliasTable.from_rows([("US", "country", 0.1), ("us", "pronoun", 0.9)])
    assert table.lookup("US") == ("country", 0.1)
    assert table.lookup("Us") == ("pronoun", 0.9)


@given(st.permutations([("X", "b", 0.5), ("X", "a", 0.5), ("X", "c", 0.2), ("x", "d", 0.5)]))
def test_the_highest_prior_wins_and_ties_go_by_id_in_any_order(rows):
    table = AliasTable.from_rows(rows)
    assert table.lookup("X") == ("a", 0.5)
    assert table.lookup("x") == ("d", 0.5)


def test_read_takes_a_missing_prior_as_one_and_skips_empty_lines(tmp_path):
    path = write(tmp_path, "\ufeffZürich\tQ72\r\n\r\nBasel\tQ78\t0.25\n".encode())
    table = AliasTable.read(path)
    assert table.lookup("zürich") == ("Q72", 1.0)
    assert table.lookup(" Basel ") == ("Q78", 0.25)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"Basel", "must be alias<TAB>id"),
        (b"Basel\t", "must be alias<TAB>id"),
        (b"\tQ78", "must be alias<TAB>id"),
        (b"Basel\tQ78\t0.5\tRhine\tmore", "must be alias<TAB>id"),
        (b"Basel\tQ78\thigh", "prior must be a number of at least 0, got 'high'"),
        (b"Basel\tQ78\tnan", "prior must be a number of at least 0, got 'nan'"),
        (b"Basel\tQ78\t-1", "prior must be a number of at least 0, got '-1'"),
        (b"Z\xfcrich\tQ72", "must be UTF-8, got byte 0xfc"),
    ],
)
def test_a_broken_line_is_named_with_file_and_line(tmp_path, line, message):
    path = write(tmp_path, b"Bern\tQ70\n" + line + b"\n")
    with pytest.raises(CorpusError) as error:
        AliasTable.read(path)
    assert f"{path}:2: " in str(error.value)
    assert message in str(error.value)


PARIS = [
    ("Paris", "Q90", 0.95, ["France", "Seine", "Paris"]),
    ("Paris", "Q830149", 0.04, ["Texas", "Lamar County", "Red River"]),
    ("Paris", "Q167646", 0.01),
]


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("Paris, the seat of Lamar County, Texas, rebuilt its square.", "Q830149"),
        ("Paris is far from Texas.", "Q90"),  # one word does not outweigh what is common
        ("Paris, France, is far from Lamar County, Texas.", "Q90"),
        ("In Paris the Seine rose; France and Texas watched Lamar County.", "Q90"),
        ("Paris lies in Lamar and in a County of texas and the RED RIVER.", "Q830149"),
        ("Paris Paris Paris and a Texan of the Lamarcounty", "Q90"),
        ("", "Q90"),
    ],
)
def test_context_words_of_the_document_choose_among_the_ids_of_a_name(text, id_):
    for rows in (PARIS, PARIS[::-1]):
        assert AliasTable.from_rows(rows).lookup("PARIS", text)[0] == id_


def test_a_linker_looks_for_context_in_the_whole_document_and_travels_with_it():
    words = ["Fire", "rebuilt", "Paris", ".", "Lamar", "County", "is", "in", "Texas", "."]
    doc = Doc(VOCAB, words=words)
    doc.ents = [Span(doc, 2, 3, "LOC")]
    linker = Linker(AliasTable.from_rows(PARIS))
    again = Linker(AliasTable({}, {})).from_bytes(linker.to_bytes())
    assert again.table == linker.table
    assert [ent.kb_id_ for ent in again(doc).ents] == ["Q830149"]
    doc = Doc(VOCAB, words=words[:3])
    doc.ents = [Span(doc, 2, 3, "LOC")]
    assert [ent.kb_id_ for ent in again(doc).ents] == ["Q90"]


def test_read_takes_context_words_with_commas_between_them(tmp_path):
    lines = "Paris\tQ90\t0.9\nParis\tQ830149\t0.1\t Texas,Lamar County ,\nParis\tQ1\t\tIdaho\n"
    table = AliasTable.read(write(tmp_path, lines.encode()))
    assert table.lookup("Paris") == ("Q1", 1.0)  # an empty prior is a missing one
    assert table.lookup("Paris", "Lamar County, Texas") == ("Q830149", 0.1)


@given(st.permutations([*PARIS, ("Paris", "Q2", 0.04), ("paris", "Q3", 0.9, ["Texas"])]))
def test_the_order_of_rows_with_context_changes_nothing(rows):
    table, expected = AliasTable.from_rows(rows), AliasTable.from_rows(sorted(rows))
    for near in ("", "Texas", "Texas and Lamar County", "France"):
        for name in ("Paris", "PARIS", "paris"):
            assert table.lookup(name, near) == expected.lookup(name, near)


def test_any_number_of_context_words_may_stand_in_the_document():
    context = [f"word{n}" for n in range(400)]
    table = AliasTable.from_rows([("Paris", "Q90", 0.9), ("Paris", "Q830149", 0.1, context)])
    assert table.lookup("Paris", " ".join(context)) == ("Q830149", 0.1)
