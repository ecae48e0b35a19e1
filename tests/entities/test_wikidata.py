"""Ids of Wikidata: from records in the form of its dump, written by hand, and from a table."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from salience.entities.register import Register, RegisteredName
from salience.entities.wikidata import Item, read_items, with_items
from salience.errors import CorpusError
from salience.types import Document, Entity, Mention, ParsedDocument


def record(id: str, label: str, description: str, links: int, aliases=(), human: bool = False):
    snak = {"datavalue": {"value": {"entity-type": "item", "id": "Q5" if human else "Q1"}}}
    return {
        "type": "item",
        "id": id,
        "labels": {"en": {"language": "en", "value": label}, "de": {"value": "anders"}},
        "descriptions": {"en": {"language": "en", "value": description}},
        "aliases": {"en": [{"language": "en", "value": alias} for alias in aliases]},
        "claims": {"P31": [{"mainsnak": snak}, {"mainsnak": {"snaktype": "somevalue"}}]},
        "sitelinks": {f"wiki{n}": {"title": label} for n in range(links)},
    }


ITEMS = [
    record("Q10", "Hallin", "city in Norland", 40, ["Hallin City"]),
    record("Q11", "Hallin", "town in Estavia", 4),
    record("Q12", "Ada Byrne", "Norland politician", 9, ["Ada M. Byrne", "Byrne"], human=True),
    record("Q13", "Ada Byrne", "Estavia singer", 8, human=True),
    record("Q14", "Byrne", "river in Estavia", 90),
    {"type": "property", "id": "P31", "labels": {}},
    {"type": "item", "id": "Q15", "labels": {"de": {"value": "Hallin"}}},
    {"type": "item", "id": "Q16", "labels": [], "aliases": [], "descriptions": [], "claims": []},
]


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    lines = ",\n".join(map(json.dumps, ITEMS))
    path = tmp_path / "dump.json.gz"
    path.write_bytes(gzip.compress(f"[\n{lines}\n]\n".encode()))
    return path


def test_items_of_a_dump_are_read_one_by_one(dump: Path) -> None:
    items = list(read_items(dump))
    assert [item.id for item in items] == ["Q10", "Q11", "Q12", "Q13", "Q14"]
    assert items[2] == Item(
        "Q12", "Ada Byrne", ("Ada M. Byrne", "Byrne"), "Norland politician", "PER", 9
    )
    assert [item.type for item in items] == ["LOC", "LOC", "PER", "PER", "LOC"]


def test_the_common_thing_is_meant_unless_what_stands_beside_says_otherwise(dump: Path) -> None:
    names = (
        RegisteredName("a", "Hallin", "LOC"),
        RegisteredName("b", "Ada Byrne", "PER", beside=("n",)),
        RegisteredName("c", "Byrne", "PER"),
        RegisteredName("n", "Norland", "LOC"),
    )
    hallin, ada, byrne, norland = with_items(Register(names), read_items(dump)).names
    assert (hallin.kb_id, hallin.aliases) == ("Q10", ("Hallin City",))
    assert (ada.kb_id, ada.description) == ("Q12", "Norland politician")
    assert ada.aliases == ("Ada M. Byrne",)
    assert byrne.kb_id is None and norland.kb_id is None
    [unsure] = with_items(Register((names[1],)), read_items(dump)).names
    assert unsure.kb_id is None
    estavian = (
        RegisteredName("a", "Hallin", "LOC", beside=("e",)),
        RegisteredName("e", "Estavia", "LOC"),
    )
    town, _ = with_items(Register(estavian), read_items(dump), threshold=0.5).names
    assert town.kb_id == "Q11"


NORLAND, ESTAVIA, VELL, PLACE = (
    RegisteredName(id_, name, "LOC", documents=1, beside=("h",))
    for id_, name in (("n", "Norland"), ("e", "Estavia"), ("v", "Vell County"), ("w", "West"))
)
TOWNS = (
    Item("Q10", "Hallin", ("Old Hallin",), "capital of Norland", "LOC", 200),
    Item("Q11", "Hallin", ("Hallin, Vell",), "town in Vell County, Estavia, West", "LOC", 30),
)


@pytest.mark.parametrize(
    ("beside", "ids"),
    [  # of documents with Norland, with the county, with its country, and with neither
        (("n", "v", "e"), ["Q10", "Q11", "Q11", "Q10"]),
        (("n",), ["Q10", "Q11", "Q10", "Q10"]),
        (("v", "e"), ["Q10", "Q11", "Q11", "Q11"]),
        ((), ["Q10", "Q11", "Q10", "Q10"]),
    ],
)
def test_a_place_is_what_its_document_names(beside: tuple[str, ...], ids: list[str]) -> None:
    hallin = RegisteredName("h", "Hallin", "LOC", documents=2, beside=beside)
    register = with_items(Register((hallin, NORLAND, ESTAVIA, VELL, PLACE)), TOWNS)
    assert len(register.names) == 6
    again = Register(tuple(RegisteredName.from_record(json.loads(x)) for x in register.lines()))
    assert again == register

    def place(name: str, start: int) -> Entity:
        mention = Mention(start, start + len(name), name, "named", name.split()[-1], start, 0)
        return Entity((mention,), name, "LOC", f"name:{name.lower()}|LOC")

    found = []
    for other in ("Norland", "Vell County", "Estavia", "West"):
        parsed = ParsedDocument(Document("d", ""), (place("Hallin", 0), place(other, 9)), (1, 1), 1)
        found.append(again.apply(parsed).entities[0].kb_id)
    assert found == ids


def test_two_things_that_are_as_common_have_no_id_but_in_company() -> None:
    hallin = RegisteredName("h", "Hallin", "LOC", documents=2, beside=("n", "v"))
    items = [replace(item, links=30) for item in TOWNS]
    base, *others = with_items(Register((hallin, NORLAND, VELL)), items).names[:3]
    assert base.kb_id is None and base.beside == () and base.documents == 2
    assert [(o.id, o.kb_id, o.beside) for o in others] == [
        ("h|Q10", "Q10", ("n",)),
        ("h|Q11", "Q11", ("v",)),
    ]


def test_types_must_agree_and_a_known_id_stays(dump: Path) -> None:
    names = (
        RegisteredName("a", "Hallin", "PER"),
        RegisteredName("b", "Ada Byrne", "ORG"),
        RegisteredName("c", "Hallin City", "LOC", kb_id="X1"),
    )
    assert with_items(Register(names), read_items(dump)).names == names


def test_a_table_gives_the_same(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    row = {
        "id": "Q9",
        "name": "Acme",
        "aliases": ["Acme Trams"],
        "description": "tram company",
        "links": 3,
    }
    path.write_text(json.dumps(row) + "\n")
    [acme] = with_items(Register((RegisteredName("a", "Acme", "ORG"),)), read_items(path)).names
    assert (acme.kb_id, acme.aliases, acme.description) == ("Q9", ("Acme Trams",), "tram company")


def test_a_bad_file_is_named(tmp_path: Path, dump: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text('{"id": "Q1", "name": "Acme"}\nnonsense\n')
    with pytest.raises(CorpusError, match=r"items\.jsonl:2: .*a line must be an item of the dump"):
        list(read_items(path))
    path.write_text("[1]\n")
    with pytest.raises(CorpusError, match=r"items\.jsonl:1: "):
        list(read_items(path))
    with pytest.raises(CorpusError, match=r"none\.json is not a file"):
        list(read_items(tmp_path / "none.json"))
    dump.write_bytes(dump.read_bytes()[:-20])
    with pytest.raises(CorpusError, match=r"dump\.json\.gz:\d+: "):
        list(read_items(dump))


def test_two_towns_of_one_state_have_no_line_by_its_name() -> None:
    hallin = RegisteredName("h", "Hallin", "LOC", documents=2, beside=("n", "e", "v"))
    towns = [
        *TOWNS,
        Item("Q12", "Hallin", (), "village in Upper County, Estavia, West", "LOC", 30),
    ]
    lines = with_items(Register((hallin, NORLAND, ESTAVIA, VELL)), towns).names
    assert [(x.id, x.beside) for x in lines if "|" in x.id] == [("h|Q11", ("e", "v"))]


def test_names_in_descriptions_begin_with_capitals_of_all_alphabets() -> None:
    hallin = RegisteredName("h", "Hallin", "LOC", documents=2, beside=("n", "v"))
    places = replace(NORLAND, name="Łódź"), replace(VELL, name="Élysée")
    items = [
        replace(TOWNS[0], description="town in Łódź", links=30),
        replace(TOWNS[1], description="town in the département of Élysée"),
    ]
    lines = with_items(Register((hallin, *places)), items).names
    assert [x.beside for x in lines if "|" in x.id] == [("n",), ("v",)]
