"""The register of names: made of a corpus, edited, read again, and applied to documents."""

import json
from pathlib import Path

import pytest
import spacy

from salience.entities.register import (
    FACTORY,
    Register,
    RegisteredName,
    RegisterMaker,
    RegisterPipe,
    registered,
)
from salience.errors import CorpusError
from salience.types import Document, Entity, Mention, ParsedDocument

ADA = RegisteredName("p1", "Ada Byrne", "PER", beside=("o1",))
UNION = RegisteredName("o1", "World Trade Union", "ORG", ("Trade Body",), ("WTU",), documents=2)
HALLIN = RegisteredName("l1", "Hallin", "LOC", kb_id="Q7", description="town")


def entity(name: str, type_: str = "ORG", start: int = 0, pronoun: str = "") -> Entity:
    words = tuple((word, "PROPN") for word in name.split())
    mentions = [Mention(start, start + len(name), name, "named", name.split()[-1], start, 0, words)]
    if pronoun:
        mentions.append(Mention(start + 50, start + 53, pronoun, "pronominal", pronoun, 50, 1))
    return Entity(tuple(mentions), name, type_, f"name:{name.lower()}|{type_}")


def document(*entities: Entity, id: str = "d") -> ParsedDocument:
    return ParsedDocument(Document(id, ""), entities, tuple(range(1, len(entities) + 1)), 2)


def ids(register: Register, *entities: Entity) -> list[tuple[str, str, str]]:
    return [(e.name, e.id, e.type) for e in register.apply(document(*entities)).entities]


def test_a_name_has_the_id_and_type_of_the_register():
    register = Register((ADA, UNION, HALLIN))
    assert ids(register, entity("WTU", "LOC"), entity("Oslo", "LOC", 9)) == [
        ("WTU", "o1", "ORG"),
        ("Oslo", "name:oslo|LOC", "LOC"),
    ]
    [hallin] = register.apply(document(entity("Hallin", "PER"))).entities
    assert (hallin.id, hallin.kb_id, hallin.type) == ("Q7", "Q7", "LOC")


def test_entities_of_one_name_are_joined():
    register = Register((UNION,))
    first, second = entity("WTU", "ORG", 0), entity("Trade Body", "ORG", 40)
    parsed = register.apply(document(second, entity("Oslo", "LOC", 20), first))
    assert [(e.name, [m.start for m in e.mentions]) for e in parsed.entities] == [
        ("Trade Body", [0, 40]),
        ("Oslo", [20]),
    ]
    assert len(parsed.head_counts) == 2


def test_a_document_may_speak_against_the_register():
    register = Register((HALLIN,))
    assert ids(register, entity("Hallin", "PER", 0, "She")) == [
        ("Hallin", "name:hallin|PER", "PER")
    ]
    town, man = entity("Hallin", "LOC"), entity("Hallin", "PER", 9)
    assert ids(register, town, man) == [
        ("Hallin", "Q7", "LOC"),
        ("Hallin", "name:hallin|PER", "PER"),
    ]


def test_a_family_name_joins_the_person_in_whose_company_the_document_is():
    other = RegisteredName("p2", "Tom Byrne", "PER", beside=("x",))
    byrne, wtu = entity("Byrne", "PER"), entity("WTU", "ORG", 9)
    alone, with_others = Register((ADA, UNION)), Register((ADA, other, UNION))
    for register in (alone, with_others):
        assert ids(register, byrne, wtu)[0] == ("Byrne", "p1", "PER")
        assert ids(register, byrne)[0][1] == "name:byrne|PER"
        full = entity("Eva Byrne", "PER", 30)
        assert ids(register, byrne, wtu, full)[0][1] == "name:byrne|PER"
    both = Register((ADA, RegisteredName("p3", "Lou Byrne", "PER", beside=("o1",)), UNION))
    assert ids(both, byrne, wtu)[0][1] == "name:byrne|PER"


@pytest.mark.parametrize(
    ("lines", "name", "id_"),
    [
        (["ORG Tarn AG"], "Tarn", "0"),
        (["ORG Tarn AG"], "Tarn Ltd", "0"),
        (["ORG Tarn"], "Tarn Ltd", "0"),
        (["ORG Tarn AG"], "Tarn GmbH", ""),
        (["ORG Tarn AG", "ORG Tarn SE"], "Tarn", ""),
        (["ORG Tarn AG", "PER Ann Tarn"], "Tarn", ""),
        (["ORG Tarn AG", "PER Ann Tarn"], "Tarn Ltd", "0"),
        (["LOC Tarn"], "Tarn Ltd", ""),
        (["LOC Tarn", "ORG Tarn"], "Tarn Ltd", ""),
        (["ORG Bank Ltd"], "Bank", ""),
    ],
)
def test_a_firm_is_known_with_another_legal_form_or_none(lines, name, id_):
    types = [line.partition(" ") for line in lines]
    register = Register(
        tuple(RegisteredName(str(i), text, type_) for i, (type_, _, text) in enumerate(types))
    )
    assert ids(register, entity(name))[0][1] == (id_ or f"name:{name.lower()}|ORG")
    assert ids(register, entity("Tarn", "LOC"))[0][1] in ("0", "name:tarn|LOC")


def test_in_a_small_corpus_what_stands_in_half_of_the_documents_tells_a_person():
    for others, told in ((8, ("name:kelton university|ORG",)), (1, ()), (28, ())):
        maker = RegisterMaker()
        for n in range(4 + others):
            names = ("Kelton University",) if n < 4 else ()
            names += ("Ada Byrne",) if n < 2 else ()
            if others == 28 and 4 <= n < 9:
                names += ("Kelton University",)
            types = ["ORG" if "U" in name else "PER" for name in names]
            parsed = document(*map(entity, names, types), id=str(n))
            maker.add(parsed, parsed)
        ada = next(name for name in maker.register().names if name.type == "PER")
        assert ada.beside == told


def test_a_register_is_made_of_a_corpus_and_read_again(tmp_path: Path):
    maker = RegisterMaker()
    for n in range(3):
        read = document(entity("WTU", "LOC"), entity("Ada Byrne", "PER", 9), id=str(n))
        joined = Register((UNION,)).apply(read) if n else document(
            Entity(read.entities[0].mentions, "World Trade Union", "ORG", "o1"), read.entities[1]
        )  # fmt: skip
        maker.add(read, joined)
    register = maker.register()
    ada, union = register.names
    assert (ada.name, ada.types, ada.documents, ada.beside) == (
        "Ada Byrne", {"PER": 3}, 3, ("o1",),
    )  # fmt: skip
    assert (union.name, union.aliases, union.acronyms) == ("World Trade Union", (), ("WTU",))
    assert union.types == {"LOC": 3} and union.type == "ORG"
    path = tmp_path / "names.jsonl"
    path.write_text("\n".join(register.lines()))
    assert Register.read(path) == register
    path.write_text(path.read_text().replace('"WTU"', '"WTU", "W.T.O."'))
    assert ids(Register.read(path), entity("WTO"))[0][1] == "o1"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"id": "a", "name": "Oslo"}', "1: not a name of a register: type must be a text"),
        ('{"id": "a", "name": "Oslo", "type": "GPE"}', "LOC, EVENT, WORK, PRODUCT, MISC, got"),
        ('{"id": "a", "name": " ", "type": "LOC"}', "name must be a text that is not empty"),
        ('{"id": "a", "name": "X", "type": "LOC", "aliases": "Y"}', "aliases must be a list"),
        ('{"id": "a", "name": "X", "type": "LOC", "kb_id": 7}', "kb_id must be a text, got 7"),
        ('{"id": "a", "name": "X", "type": "LOC", "types": 3}', "types an object with numbers"),
        ("[1]", "1: not a name of a register: not an object"),
        ("nonsense", "1: not a name of a register"),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, line: str, reason: str):
    path = tmp_path / "names.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(CorpusError, match=r"names\.jsonl:1: ") as error:
        Register.read(path)
    assert reason in str(error.value)


def test_an_id_stands_once_and_a_file_must_be_there(tmp_path: Path):
    path = tmp_path / "names.jsonl"
    path.write_text((json.dumps({"id": "a", "name": "X", "type": "LOC"}) + "\n") * 2)
    with pytest.raises(CorpusError, match=r"names\.jsonl:2: the id 'a' is that of another line"):
        Register.read(path)
    with pytest.raises(CorpusError, match="is not a file"):
        Register.read(tmp_path / "none.jsonl")


def test_an_unpaired_surrogate_survives_in_file_and_pipeline(tmp_path: Path):
    register = Register((RegisteredName("p2", "Zoë Stol\ud83dberg", "PER"),))
    path = tmp_path / "names.jsonl"
    [line] = register.lines()
    assert '"Zoë Stol\\ud83dberg"' in line  # else as people read it
    path.write_text(line, encoding="utf-8")
    assert Register.read(path) == register
    pipe = RegisterPipe(register)
    assert RegisterPipe(Register()).from_bytes(pipe.to_bytes()).register == register


def test_a_pipeline_carries_it_in_bytes():
    nlp = spacy.blank("en")
    assert registered(nlp, parsed := document(entity("WTU"))) is parsed
    nlp.add_pipe(FACTORY).register = Register((UNION, HALLIN))
    again = spacy.blank("en")
    again.add_pipe(FACTORY)
    again.from_bytes(nlp.to_bytes())
    assert again.get_pipe(FACTORY).register == Register((UNION, HALLIN))
    assert registered(again, parsed).entities[0].id == "o1"


def test_a_thing_gets_the_fine_type_of_the_register_and_keeps_its_place_among_others():
    fair = RegisteredName("e1", "Velk Fair", "EVENT")
    old = RegisteredName("e1", "Velk Fair", "MISC")  # as registers were before
    for register, was in (((fair,), "MISC"), ((fair,), "WORK"), ((old,), "EVENT")):
        found = ids(Register((*register, UNION)), entity("Velk Fair", was))
        assert found == [("Velk Fair", "e1", register[0].type)]
    person = RegisteredName("p2", "Velk Fair", "PER")
    assert ids(Register((person, fair)), entity("Velk Fair", "MISC"))[0][1] == "e1"
