"""Names are the same, or shortened, by rules that hold both ways."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.language import ENGLISH
from salience.names.proper_names import abbreviates, bare, read_name, same_name
from salience.resources import resource_dir


@pytest.mark.parametrize(
    ("a", "b", "type_", "same"),
    [
        ("Barack Hussein Obama", "Barack Obama", "PER", True),
        ("Barack Obama", "Barry Obama", "PER", False),
        ("Gabriel García Márquez", "García Márquez", "PER", True),
        ("George H. W. Bush", "George W. Bush", "PER", False),
        ("Jack Kennedy", "J. F. Kennedy", "PER", True),
        ("Mr. Barack", "Barack Obama", "PER", False),
        ("Queen Elizabeth I", "Queen Elizabeth II", "PER", False),
        ("City of London", "London", "LOC", True),
        ("Hudson River", "the Hudson", "LOC", True),
        ("New York", "York", "LOC", False),
        ("Kansas City", "Kansas", "LOC", False),
        ("Harvard University", "Harvard", "ORG", True),
        ("Ford Foundation", "Ford", "ORG", False),
        ("Bank of America", "Bank of England", "ORG", False),
        ("the Commission", "European Commission", "ORG", True),
        ("Department of Justice", "DOJ", "ORG", True),
        ("Department of Justice", "U.S. Justice Department", "ORG", True),
        ("Department of Justice", "Department of Criminal Justice", "ORG", False),
        ("Federal Bureau of Investigation", "the F.B.I.", "ORG", True),
        ("Millennium Goals", "MGs", "MISC", True),
        ("Law Reporting", "Law", "", False),
        ("Miller & Lee", "Lee", "", False),
        ("Miller & Lee", "Miller & Lee", "", True),
        ("Johnny To", "Mr. To", "PER", True),
        ("President of the Senate", "the Senate", "", False),
        ("the U.S.", "U.S", "LOC", True),
        ("Glacier National Park", "Glacier", "LOC", True),
        ("Southern Indiana", "Indiana", "LOC", False),
        ("Southern Indiana", "Indiana", "", False),
        ("southern Indiana", "Southern Indiana", "LOC", True),
        ("North Americans", "Americans", "MISC", False),
        ("the Central Bank", "the Bank", "ORG", True),
        ("the Western Wall", "the Wall", "LOC", True),
        ("the Eastern Mediterranean", "the Mediterranean", "LOC", False),
        ("the Eastern Roman Empire", "the Roman Empire", "LOC", False),
        ("West Lee", "Lee", "PER", True),
        ("Google Assistant", "the Assistant", "ORG", True),
        ("Windows 3.1", "Windows 31", "", False),
        ("Vice President of France", "President of France", "", False),
        ("Deputy Secretary", "Vice Secretary", "", False),
        ("Josef Škvorecký", "Skvorecky", "PER", True),
        ("Łódź", "LODZ", "LOC", True),
        ("Brit-Mart", "Britmart", "ORG", True),
        ("Jean-Luc Moreau", "Jean Luc Moreau", "PER", True),
        ("Hector Salazar Paredes", "HECTOR SALAZAR PAREDES", "PER", True),
        ("Hector Salazar Paredes", "Salazar", "PER", True),
        ("Ana Thomas Ruiz", "Thomas", "PER", False),  # a given name
        ("Gaza Strip", "Gaza", "LOC", True),
        ("Ohio River", "Ohio", "LOC", False),
        ("Upper Silver Lake", "Silver Lake", "LOC", False),
        ("Marlow International Airport", "Marlow Airport", "LOC", True),
        ("Marlow National Bank", "Marlow Bank", "ORG", False),
        ("Saint Oda Hospital", "Saint Oda", "ORG", True),
        ("Saint Oda High School", "Saint Oda", "ORG", True),
        ("Saint Oda Choir", "Saint Oda", "ORG", False),
        ("Northern Ute Tribe", "Northern Ute", "ORG", True),
        ("U.S. Liberty Party", "Liberty Party", "ORG", True),
        ("Harlow T-17 Flying Castle", "T-17s", "MISC", True),
        ("Harlow T-17 Flying Castle", "T-1", "MISC", False),
        ("New Year", "the Year", "MISC", False),
        ("Condor 9", "Condor Heavy", "MISC", False),
        ("Best Actor in a Drama", "Best Actor", "MISC", False),
        ("House of Elders of Marlow", "House of Elders", "ORG", True),
        ("House of Elders Museum", "House of Elders", "ORG", False),
        ("Mission of Norway to the European Union", "Mission of Norway to the UN", "ORG", False),
        ("People's Republic of Marlow", "Marlow", "LOC", True),
        ("Treaty of Osnabrück", "Treaty", "MISC", False),
        ("Council for Security and Co-operation", "CSC", "ORG", True),
        ("Council for Security and Co-operation", "CSCO", "ORG", True),
    ],
)
def test_names_that_may_be_the_same(a, b, type_, same):
    assert same_name(read_name(a.split(), type_), read_name(b.split(), type_), type_) is same


def test_what_may_be_left_out_is_never_the_whole_name():
    assert bare(("national", "park")) == ("national", "park")
    assert bare(("glacier", "national", "park")) == ("glacier",)


@pytest.mark.parametrize(
    ("short", "long", "right"),
    [
        ("UNMIK", "United Nations Interim Administration Mission in Kosovo", True),
        ("OER", "Open Educational Resources", True),
        ("MTPs", "Medium Term Plans", True),
        ("DNA", "Deoxyribonucleic Acid", True),
        ("AWG", "Acme Widget Group", True),
        ("AW", "Acme Widgets Inc.", True),
        ("SCOTUS", "the Supreme Court of the United States", True),
        ("OR", "Portland", False),
        ("CO", "Colorado Springs", False),
        ("WA", "Walla Walla", False),
        ("LA", "Los Angeles Lakers", False),
        ("ITA", "Inter Milan", False),
        ("UN", "UN Security Council", False),
        ("US", "United Kingdom", False),
        ("EU", "New Zealand", False),
        ("ET", "Medium Term Plans", False),
        ("Open", "Open Educational Resources", False),
        ("V4", "Visegrád Group", True),
        ("A4", "Visegrád Group", False),
        ("G20", "Group of Twenty", True),
        ("G20", "Group", False),
    ],
)
def test_letters_of_an_abbreviation_stand_in_the_name_in_order(short, long, right):
    assert abbreviates(read_name([short]), read_name(long.split(), "ORG")) is right


WORD = st.sampled_from(
    ["Bank", "of", "America", "Mr.", "Ann", "A.", "Jones", "Jr.", "the", "University", "NASA", "&"]
)


@given(st.lists(WORD, min_size=1, max_size=5), st.lists(WORD, min_size=1, max_size=5))
@settings(deadline=None)
def test_sameness_is_symmetric_and_reflexive(a, b):
    for type_ in ("PER", "ORG", "LOC", "MISC", ""):
        x, y = read_name(a, type_), read_name(b, type_)
        assert same_name(x, x, type_)
        assert same_name(x, y, type_) == same_name(y, x, type_)


@pytest.mark.parametrize(
    ("name", "seconds"),
    [
        ("titles", {"m", "f", "-"}),
        ("person_nouns", {"m", "f", "-"}),
        ("given_names", {"m", "f", "-"}),
        ("organization_nouns", {"suffix", "body", "-"}),
        ("place_nouns", {"any", "of", "-"}),
        ("nicknames", None),
        ("demonyms", None),
        ("name_variants", None),
    ],
)
def test_word_lists_have_two_columns_and_no_word_twice(name, seconds):
    text = (resource_dir() / "words" / f"{name}.txt").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(ENGLISH.table(name)) == len(rows)
    assert all(line.count("\t") == 1 for line in rows)
    assert seconds is None or set(ENGLISH.table(name).values()) == seconds
