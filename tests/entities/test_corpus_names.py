"""Names are joined across documents where the corpus shows that they are of one thing."""

from __future__ import annotations

import random

import pytest

from salience.entities.corpus_names import CorpusNames
from salience.entities.name_table import NameTable
from salience.errors import CorpusError
from salience.types import Document, Entity, Mention, ParsedDocument, coarse_type


def mention(name: str) -> Mention:
    words = name.split()
    tags = tuple((word, "PROPN") for word in words)
    return Mention(0, len(name), name, "named", words[-1], 0, 0, tags)


def document(*entities: str) -> ParsedDocument:
    """A document of entities: `PER John Boehner=Boehner`, `ORG Acme @Q1` (with an id)."""
    made = []
    for text in entities:
        type_, _, names = text.partition(" ")
        names, _, kb_id = names.partition(" @")
        mentions = tuple(
            Mention(0, 2, n, "pronominal", n, 0, 0) if n in ("he", "she") else mention(n)
            for n in names.split("=")
        )
        name = mentions[0].text
        type_ = type_.strip("-")
        made.append(Entity(mentions, name, type_, kb_id or f"name:{name}|{type_}", kb_id or None))
    return ParsedDocument(Document("d", ""), tuple(made), (1,) * len(made), 1)


def ids(*documents: ParsedDocument, table: NameTable | None = None) -> list[list[str]]:
    names = CorpusNames(table)
    for parsed in documents:
        names.add(parsed)
    joined = names.joined()
    return [[e.id.removeprefix("name:") for e in joined.apply(d).entities] for d in documents]


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        # The fullest name of the document counts; a bare family name is a name of its own.
        (
            [["PER John Boehner=Boehner"], ["PER Boehner"]],
            [["john boehner|PER"], ["boehner|PER"]],
        ),
        # A ministry with its country before it or behind it, which no document joins.
        (
            [["ORG Norland Ministry of Trade"], ["ORG Ministry of Trade of Norland"]],
            [["ministry of trade of norland|ORG"], ["ministry of trade of norland|ORG"]],
        ),
        (
            [["ORG Estavia Ministry of Trade"], ["ORG Ministry of Trade of Norland"]],
            [["estavia ministry of trade|ORG"], ["ministry of trade of norland|ORG"]],
        ),
        ([["ORG York Bank"], ["ORG Bank of York"]], [["york bank|ORG"], ["bank of york|ORG"]]),
        # Two given names are no ambiguity where all documents mean one person.
        (
            [["PER John Boehner"], ["PER John A. Boehner=John Boehner"]],
            [["john a. boehner|PER"], ["john a. boehner|PER"]],
        ),
        # By name_variants.txt, in documents that have only one of the names.
        (
            [["ORG EU"], ["ORG European Union"], ["LOC the U.S."]],
            [["european union|ORG"], ["european union|ORG"], ["united states|LOC"]],
        ),
        # By a document that has both.
        (
            [["ORG World Trade Union=WTU"], ["ORG WTU"]],
            [["world trade union|ORG"], ["world trade union|ORG"]],
        ),
        # Not if documents say different things,
        (
            [["ORG World Trade Union=WTU"], ["ORG West Texas University=WTU"], ["ORG WTU"]],
            [["world trade union|ORG"], ["west texas university|ORG"], ["wtu|ORG"]],
        ),
        # nor if one document of many says it,
        (
            [["LOC Thames Valley=TV"], ["MISC TV"], ["MISC TV"], ["MISC TV"]],
            [["thames valley|LOC"], ["tv|MISC"], ["tv|MISC"], ["tv|MISC"]],
        ),
        # nor if a number tells them apart.
        (
            [["MISC 1985 World Cup=World Cup"], ["MISC World Cup"]],
            [["1985 world cup|MISC"], ["world cup|MISC"]],
        ),
        # Case, accents, hyphens and full stops; the most frequent spelling is in the id.
        (
            [["LOC Orléá"], ["LOC Orlea"], ["LOC Orléá"], ["PER ANN LEE"], ["PER Ann Lee"]],
            [["orléá|LOC"]] * 3 + [["ann lee|PER"]] * 2,
        ),
        # The type of most documents,
        (
            [["ORG Boeing"], ["LOC Boeing"], ["ORG Boeing"], ["-- Boeing"]],
            [["boeing|ORG"]] * 4,
        ),
        # but two where one document has both,
        (
            [["ORG Acme", "LOC Acme"], ["ORG Acme"], ["-- Acme"]],
            [["acme|ORG", "acme|LOC"], ["acme|ORG"], ["acme|ORG"]],
        ),
        # or where a single word may be a person.
        (
            [["LOC Jordan"], ["LOC Jordan"], ["PER Jordan"]],
            [["jordan|LOC"], ["jordan|LOC"], ["jordan|PER"]],
        ),
        ([["LOC Oslo"]] * 9 + [["PER Oslo"]], [["oslo|LOC"]] * 10),
        ([["-- Xylo"], ["-- &"]], [["xylo|"], ["&|"]]),
        # What a linker knows stays.
        ([["ORG EU @Q458"], ["ORG EU"]], [["Q458"], ["european union|ORG"]]),
    ],
)  # fmt: skip
def test_golden_cases(documents: list[list[str]], expected: list[list[str]]) -> None:
    made = [document(*entities) for entities in documents]
    assert ids(*made) == expected
    order = list(range(len(made)))
    random.Random(1).shuffle(order)  # noqa: S311
    assert ids(*(made[i] for i in order)) == [expected[i] for i in order]


def test_types_are_those_of_the_ids() -> None:
    names = CorpusNames()
    documents = [document("ORG Boeing"), document("ORG Boeing"), document("LOC Boeing")]
    for parsed in documents:
        names.add(parsed)
    assert [names.joined().apply(d).entities[0].type for d in documents] == ["ORG"] * 3


def test_a_table_of_ones_own_goes_first() -> None:
    rows = [
        {"alias": "Big Blue", "name": "International Machines"},
        {"name": "International Machines", "id": "M1"},
        {"name": "EU", "id": "Q458"},
    ]
    table = NameTable.from_rows(rows)
    documents = document("ORG big blue"), document("ORG IM=IM"), document("ORG the European Union")
    assert ids(*documents, table=table) == [["M1"], ["im|ORG"], ["Q458"]]
    documents = document("ORG International Machines=IM"), document("ORG IM")
    assert ids(*documents, table=table) == [["M1"], ["M1"]]


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        # The recogniser took them for two kinds of things, in one document or in two.
        ([["ORG IBM", "LOC Big Blue"], ["ORG IBM"]], [["ibm|ORG", "ibm|ORG"], ["ibm|ORG"]]),
        ([["PER Big Blue"], ["ORG IBM"], ["ORG IBM"]], [["ibm|ORG"]] * 3),
        ([["PER Big Blue"]], [["ibm|PER"]]),
        # The name itself is told apart as it is without a table.
        ([["ORG IBM", "LOC IBM", "ORG Big Blue"]], [["ibm|ORG", "ibm|LOC", "ibm|ORG"]]),
        # A document has one vote for a type, in whatever order its entities come.
        (
            [["LOC Big Blue", "LOC Big Blue", "LOC IBM"], ["ORG IBM"], ["ORG IBM"]],
            [["ibm|ORG"] * 3, ["ibm|ORG"], ["ibm|ORG"]],
        ),
    ],
)
def test_what_a_table_joins_has_one_id_whatever_types_were_found(documents, expected) -> None:
    table = NameTable.from_rows([{"alias": "Big Blue", "name": "IBM"}])
    assert ids(*(document(*names) for names in documents), table=table) == expected


def test_tables_are_read_from_csv(tmp_path) -> None:
    path = tmp_path / "names.csv"
    path.write_bytes('\ufeffName, ID\nAcme,"A,1"\n'.encode())
    assert NameTable.read(path) == NameTable({}, {"Acme": "A,1"})
    path.write_text("alias,name,id\nBig Blue,IBM,\n,Acme,A1\n")
    assert NameTable.read(path) == NameTable({("big", "blue"): "IBM"}, {"Acme": "A1"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "first line must be alias,name or name,id"),
        (b"name\nAcme\n", "first line must be alias,name or name,id"),
        (b"name,type\nAcme,ORG\n", r"got 'name,type'"),
        (b"name,id\nAcme\n", r"names\.csv:2: a row must have 2 cells"),
        (b"name,id\n,A1\n", r"names\.csv:2: a row must have .* and a name"),
        (b"name,id\nAcme,A1,x\n", r"names\.csv:2: a row must have 2 cells"),
        (b"name,id\nAcm\xe9,A1\n", r"names\.csv can't be read"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(tmp_path, text: bytes, message: str) -> None:
    path = tmp_path / "names.csv"
    path.write_bytes(text)
    with pytest.raises(CorpusError, match=message):
        NameTable.read(path)
    with pytest.raises(CorpusError, match="No such file"):
        NameTable.read(tmp_path / "none.csv")


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        # A firm is one with its legal form and without it, whatever the recogniser took it for,
        ([["ORG Tarn"], ["ORG Tarn AB"]], [["tarn ab|ORG"]] * 2),
        (
            [["PER Tarn"], ["ORG Tarn"], ["ORG Tarn GmbH & Co. KG"]],
            [["tarn gmbh & co. kg|ORG"]] * 3,
        ),
        ([["ORG Tarn"], ["ORG Tarn N.V."], ["LOC Oslo"]], [["tarn n.v.|ORG"]] * 2 + [["oslo|LOC"]]),
        (
            [["ORG Tarn"]] * 3 + [["LOC Tarn"], ["ORG Tarn AG"]],
            [["tarn ag|ORG"]] * 5,
        ),
        # in all forms that one firm may have,
        (
            [["ORG Tarn AG"], ["ORG Tarn Ltd"], ["ORG Tarn"], ["ORG Tarn AG"]],
            [["tarn ag|ORG"]] * 4,
        ),
        # but not in two kinds of forms,
        (
            [["ORG Tarn AG"], ["ORG Tarn GmbH"], ["ORG Tarn"]],
            [["tarn ag|ORG"], ["tarn gmbh|ORG"], ["tarn|ORG"]],
        ),
        # nor if one document has two firms,
        (
            [["ORG Tarn AG", "ORG Tarn Ltd"], ["ORG Tarn"]],
            [["tarn ag|ORG", "tarn ltd|ORG"], ["tarn|ORG"]],
        ),
        # nor if the bare name is that of a place, a person, a country or a common noun.
        ([["LOC Tarn"], ["ORG Tarn AG"]], [["tarn|LOC"], ["tarn ag|ORG"]]),
        (
            [["LOC Tarn"]] * 2 + [["ORG Tarn AG"], ["ORG Tarn"]],
            [["tarn|LOC"]] * 2 + [["tarn ag|ORG"], ["tarn|LOC"]],
        ),
        (
            [["PER Ann Tarn"], ["PER Tarn"], ["ORG Tarn AG"], ["ORG Tarn AG"]],
            [["ann tarn|PER"], ["tarn|PER"], ["tarn ag|ORG"], ["tarn ag|ORG"]],
        ),
        (
            [["PER Tarn=he"], ["ORG Tarn AG"], ["ORG Tarn AG"]],
            [["tarn|PER"], ["tarn ag|ORG"], ["tarn ag|ORG"]],
        ),
        (
            [["PER Tarn=Mayor Tarn"], ["ORG Tarn AG"], ["ORG Tarn AG"]],
            [["tarn|PER"], ["tarn ag|ORG"], ["tarn ag|ORG"]],
        ),
        ([["ORG Norway"], ["ORG Norway AS"]], [["norway|ORG"], ["norway as|ORG"]]),
        ([["ORG Bank"], ["ORG Bank AG"]], [["bank|ORG"], ["bank ag|ORG"]]),
        # *Group* is no legal form, and a state is none.
        ([["ORG Tarn"], ["ORG Tarn Group"]], [["tarn|ORG"], ["tarn group|ORG"]]),
        ([["LOC Tarn"], ["LOC Tarn SA"]], [["tarn|LOC"], ["tarn sa|LOC"]]),
    ],
)  # fmt: skip
def test_a_firm_is_one_with_its_legal_form_and_without(documents, expected) -> None:
    made = [document(*entities) for entities in documents]
    assert ids(*made) == expected
    assert ids(*reversed(made)) == expected[::-1]


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        # One word that no document tells apart is one thing.
        ([["LOC Tarn"]] * 4 + [["PER Tarn"]] * 3 + [["ORG Tarn"]] * 2, ["tarn|LOC"] * 9),
        # It is a person's too if a document says *he*, or has both,
        ([["LOC Tarn"], ["PER Tarn=he"]], ["tarn|LOC", "tarn|PER"]),
        ([["LOC Tarn"], ["PER Tarn", "LOC Tarn"]], ["tarn|LOC", "tarn|PER", "tarn|LOC"]),
        # or if it is a family name of the corpus, a given name, or a country.
        ([["LOC Tarn"], ["PER Tarn"], ["PER Ann Tarn"]], ["tarn|LOC", "tarn|PER", "ann tarn|PER"]),
        ([["LOC Florence"], ["PER Florence"]], ["florence|LOC", "florence|PER"]),
    ],
)
def test_one_word_is_a_person_and_a_place_only_where_something_says_so(documents, expected) -> None:
    made = [document(*entities) for entities in documents]
    assert [id_ for found in ids(*made) for id_ in found] == expected


@pytest.mark.parametrize(
    ("longer", "joined"),
    [
        (
            [
                "Agency for Lakes and Forests",
                "Agency for the Lakes and Forest",
                "Swiss Agency for Lakes and Forests",
            ],
            True,
        ),
        (["Agency for Lakes and Forests", "Agency for Labour and Forests"], False),
        (["Agency for Lakes and Forests", "Academy of Lakes and Forests"], False),
    ],
)
def test_an_acronym_is_sure_of_a_long_name_in_several_spellings(longer, joined) -> None:
    made = [document(f"ORG {name}=ALF") for name in longer] + [document("ORG ALF")]
    found = [id_ for each in ids(*made) for id_ in each]
    assert (len(set(found)) == 1) == joined
    assert joined or found[-1] == "alf|ORG"


@pytest.mark.parametrize(
    ("types", "expected"),
    [
        (["EVENT", "EVENT", "MISC", "WORK"], "EVENT"),  # what most are sure of
        (["MISC"] * 4 + ["WORK"], "WORK"),
        (["MISC"] * 9 + ["WORK"], "MISC"),  # one of ten may be wrong
        (["PER", "PER", "EVENT"], "PER"),  # the coarse type comes first
        (["LOC", "EVENT", "WORK"], "EVENT"),  # two of three say that it is a thing
    ],
)
def test_a_name_has_one_fine_type_in_all_documents(types: list[str], expected: str) -> None:
    documents, names = [document(f"{type_} Velk Day") for type_ in types], CorpusNames()
    for parsed in documents:
        names.add(parsed)
    joined = [names.joined().apply(parsed).entities[0] for parsed in documents]
    assert {entity.type for entity in joined} == {expected}
    assert {entity.id for entity in joined} == {f"name:velk day|{coarse_type(expected)}"}
