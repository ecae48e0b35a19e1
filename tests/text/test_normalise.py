"""Texts as people have them are read as the clean ones; what is clean stays."""

from __future__ import annotations

import textwrap
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.text.normalise import Clean, Edit, normalised, normalised_line

NOISE = {
    "no-break and thin spaces": ("Orla\u00a0Finch met\u2009Mr. Dale.", "Orla Finch met Mr. Dale."),
    "several spaces": ("She left.  He  stayed. \n\nAll left.", "She left. He stayed.\n\nAll left."),
    "ends of lines": ("She left.\r\n\r\nHe stayed.\u2029Why?", "She left.\n\nHe stayed.\nWhy?"),
    "control characters": ("Orla\x00Finch \ud800 left.", "Orla Finch \ufffd left."),
    "soft hyphens": ("Fin\u00adch and the Har\u00ad\nbour Board", "Finch and the Harbour Board"),
    "marks of direction": ("\ufeffOrla\u200b Finch\u200e\u200d left.", "Orla Finch left."),
    "ligatures": ("Geo\ufb00rey Gri\ufb03n met Stef\ufb01.", "Geoffrey Griffin met Steffi."),
    "accents apart": ("Jose\u0301 left.", "José left."),
    "full-width marks": (
        "Huawei\uff08\u534e\u4e3a\uff09, and Sony\uff08\u30bd\u30cb\u30fc\uff09in Leeds",
        "Huawei (\u534e\u4e3a), and Sony (\u30bd\u30cb\u30fc) in Leeds",
    ),
    "mojibake": ("JosÃ© said â€œYes.â€\x9d Itâ€™s Â£5.", "José said “Yes.” It’s £5."),
    "quotes of Windows": ("\x93Yes,\x94 it\x92s 5\x967.", "“Yes,” it’s 5–7."),
    "marks of references": (
        "Finch[1] of Kestrel Ltd.[2][3] left.[4]\n\nShe is a poet.[a] He was.[citation needed]",
        "Finch of Kestrel Ltd. left.\n\nShe is a poet. He was.",
    ),
    "a place to edit": ("History[edit]\n\nThe town is old.", "History\n\nThe town is old."),
    "marks of a mail": (
        "Ann wrote:\n> Orla Finch is\n> the mayor.\n>\n>> She left.",
        "Ann wrote:\n\nOrla Finch is the mayor.\n\nShe left.",
    ),
    "a wire's name": ("(CNN)Orla Finch left.", "Orla Finch left."),
    "a wire's name behind a place": ("LONDON (CNN)Finch left.", "LONDON (CNN) Finch left."),
    "entities": ("Moor &amp; Sons&nbsp;left: &quot;No.&quot;", 'Moor & Sons left: "No."'),
    "tags": (
        "Orla <b>Finch</b> and <i class='a'>Dale</i> left<!-- x -->.<script>a < b</script></body>",
        "Orla Finch and Dale left.\n\n",
    ),
    "a break in a name": (
        "They met at the Oslo\n   Opera House in Norway. The Oslo Opera House is new.",
        None,
    ),
    "words divided": (
        "The council of Birming-\nham met at the Har-\nbour Board, a well-\nknown body.",
        "The council of Birmingham met at the Harbour Board, a well-known body.",
    ),
    "a compound of the text": (
        "The tram-depot burnt, and the trams of the tram-\ndepot were lost, she said.",
        "The tram-depot burnt, and the trams of the tram-depot were lost, she said.",
    ),
}
CLEAN = [
    "",
    "\n",
    "Orla Finch met Mr. Dale. He left.\n\nShe stayed.",
    "values[2] = f(a[1]) + values[0]",
    "He said “it was [sic] late”, and one book[s] was [her] own.",
    "1. A. Moor, Trams.\n[2] B. Dale, Trains.",
    "5 m², ½ of it, Kestrel™, H₂O, ① and naïve café–bars”",
    "CAFÉ–BAR” ÜBER… Ärzte",
    "> 5 of them left, she said.".removeprefix("> "),
    "The price is < 5 and > 3 <or so>.",
    "See [the map](https://velk.example/a) and [1](b).",
    "क्\u200dष and 👩\u200d🚀",
    "Name\tAge\nAnn\t5\nBill\t6\nTom\t7",
    "The (Re)appointments of the Service (IRS)s and f(CNN)x",
    "Home\nNews\nSport\nAbout us\nSign in",
    "ANN: Will you go?\nBILL: I do not know\nANN: Then stay",
    "Ann Moor: Possession of a knife, 30 days\nTom Dale: Theft of a bicycle, fined 200 crowns",
    "Oslo United 3, Leeds Town 1\nBergen 0, Velk City 0\nTarn Rovers 2, Harbour Boys 2",
    "The woods are lovely, dark and deep,\nBut I have promises to keep,\n"
    "And miles to go before I sleep,\nAnd miles to go before I sleep.",
    "Ingredients\n2 cups of flour\n1 cup of sugar\nhalf a teaspoon of salt\n3 eggs",
    "Ann Holloway\nMoor Trams Ltd.\n5 Harbour Road\nVelk",
    "Chapter 1\n\nShe left.\n\nChapter 2\n\nHe stayed.\n\nChapter 3\n\nThey met.",
]


@pytest.mark.parametrize(("text", "clean"), NOISE.values(), ids=NOISE)
def test_noise_goes(text: str, clean: str | None) -> None:
    assert normalised(text).text == (clean or " ".join(text.split()))


@pytest.mark.parametrize("text", CLEAN)
def test_what_is_clean_stays(text: str) -> None:
    clean = normalised(text)
    assert not clean.changed
    assert clean.text == text


@pytest.mark.parametrize(
    ("line", "clean"),
    [
        ("Recount confirms win of\n  Finch | UK News | Sky News", "Recount confirms win of Finch"),
        ("Finch wins | UK News", "Finch wins | UK News"),
        ("Orla\u00a0Finch", "Orla Finch"),
    ],
)
def test_a_headline_is_one_line_without_the_name_of_its_site(line: str, clean: str) -> None:
    assert normalised_line(line).text == clean


PAGE = """{0} the council met at nine, and Orla Finch opened the meeting with thanks to {1}

{2}

Journal of Trams {2}

"""


def test_a_head_beside_the_number_of_its_page_goes() -> None:
    """No sentence is broken here: pages end where paragraphs do."""
    head = "Journal of Trams                Vol. 3, No. 2"
    paragraphs = [f"The {one} tram was late on Monday, she said." for one in ("red", "old", "new")]
    pages = [f"{head}\n\n{text}\n\n{14 + i}" for i, text in enumerate(paragraphs)]
    assert normalised("\n\n".join(pages)).text == "\n\n".join(paragraphs)
    chapters = "\n\n".join(f"Chapter {i}\n\n{text}" for i, text in enumerate(paragraphs))
    assert normalised(chapters).text == chapters, "what comes again without one is a heading"
    counted = "\n\n".join(f"{i}\n\n{text}" for i, text in enumerate(paragraphs))
    assert normalised(counted).text == counted


def test_running_heads_and_page_numbers_go() -> None:
    parts = ("Then", "the people of the town"), ("who had come, and then", "all"), ("of them.", "A")
    text = "".join(PAGE.format(a, b, n) for n, (a, b) in enumerate(parts, 7)) + "man left."
    assert "Journal" not in normalised(text).text
    assert "to the people of the town who had come" in normalised(text).text
    assert "\n" not in normalised(text).text


def test_heads_of_pages_go_between_paragraphs_too() -> None:
    head = "{}\n\n\fJournal of Trams {}"
    text = "\n\n".join(["She left.", head.format(11, 12), "He left.", head.format(12, 13), "Why?"])
    assert normalised(text).text == "She left.\n\nHe left.\n\nWhy?"
    assert not normalised(text.replace("\f", "")).changed


ARTICLE = """Trams of Velk will run in May

The mayor of Velk, Orla Finch, said on Monday that the trams of the town will run again from May, \
after a winter in which the rails along the old harbour had been under snow for weeks. The firm of \
Ann Holloway would pay for it, she told reporters.

Prices will not go up. The Harbour Board has asked the council to look at the lines in the north \
of the town too, where most of the people who work in the mills live.

"Nobody knows when the first tram will come," said Tom Dale, who has driven trams for thirty years.

What is asked of the council:

- two lines for the north of the town
- a new depot"""


def wrapped(text: str, width: int) -> str:
    lines = (textwrap.fill(line, width, break_on_hyphens=False) for line in text.split("\n"))
    return "\n".join(lines)


@pytest.mark.parametrize("width", [50, 60, 72, 80, 100])
@pytest.mark.parametrize("mark", ["", "> ", "  "])
@pytest.mark.parametrize("gap", ["\n", "\r\n"])
def test_a_wrapped_article_is_the_article(width: int, mark: str, gap: str) -> None:
    lines = wrapped(ARTICLE, width).split("\n")
    assert normalised(gap.join(mark + line for line in lines)).text == ARTICLE


SPOILING = {
    "spaces": lambda text: text.replace(" ", "  "),
    "no-break": lambda text: text.replace(" ", "\u00a0"),
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
    "soft hyphens": lambda text: text.replace("own", "o\u00adwn"),
    "ligatures": lambda text: text.replace("fi", "\ufb01"),
    "marks": lambda text: text.replace("Finch,", "Finch[1],"),
    "entities": lambda text: text.replace('"', "&quot;"),
}


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(sorted(SPOILING)), unique=True), st.sampled_from([None, 72, 78]))
def test_kinds_go_together(ways: list[str], width: int | None) -> None:
    text = wrapped(ARTICLE, width) if width else ARTICLE
    for way in ways:
        text = SPOILING[way](text)
    assert normalised(text).text == ARTICLE


WORDS = [
    "Ann",
    "a",
    "well-",
    "-",
    "the",
    "7",
    ".",
    ":",
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "\f",
]
MARKS = ["[1]", "[edit]", "> ", "(CNN)", "&amp;", "&lt;", "<b>", "</b>", "Ã©", "\x93", "\ufb01"]
HIDDEN = ["\u00ad", "\u00a0", "\u200d", "\uff08", "e\u0301", "\ud800"]
PIECES = st.sampled_from([*WORDS, *MARKS, *HIDDEN])
TEXTS = st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=40)


@settings(deadline=None)
@given(TEXTS)
def test_clean_texts_stay_and_places_lead_back(text: str) -> None:
    clean = normalised(text)
    assert clean.original == text
    assert not normalised(clean.text).changed
    spans = [clean.span(i, i + 1) for i in range(len(clean.text))]
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert spans == sorted(spans)
    for i, letter in enumerate(clean.text):
        if letter.isascii() and letter.isalnum() and clean.changed:
            start, end = spans[i]
            assert letter in text[start:end] or not text[start:end].isascii()


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.text(max_size=3)), max_size=4))
def test_edits_are_what_they_say(drawn: list[tuple[int, int, str]]) -> None:
    text, expected, at = "0123456789", "", 0
    edits = []
    for start, end, new in sorted(drawn):
        if at <= start <= end:
            edits.append(Edit(start, end, new))
            expected += text[at:start] + new
            at = end
    clean = Clean.of(text).edited(edits)
    assert clean.text == expected + text[at:]


def test_words_of_the_clean_text_are_found_in_the_original() -> None:
    text = wrapped(ARTICLE, 60).replace(" ", "  ").replace("\n", "\r\n")
    clean = normalised(text)
    for word in ("Velk", "Ann Holloway", "Harbour Board", "Tom Dale"):
        start = clean.text.index(word)
        first, end = clean.span(start, start + len(word))
        assert " ".join(text[first:end].split()) == word
        assert clean.place(first, end) == (start, start + len(word))


REPEATED = (
    "word | |\n|> |a[1]|<b>|<!--|&amp;|\u00ad \n|( |Ann\n|a\n\n|-\n|[|x\tb\n|\u00a0|Ã©|<script>"
)


@pytest.mark.parametrize("text", REPEATED.split("|"))
def test_long_texts_take_no_minutes(text: str) -> None:
    many = (text * 200_000)[:400_000] + "x"
    start = time.process_time()
    normalised(many)
    assert time.process_time() - start < 8


def test_any_place_of_a_long_text_may_be_noisy() -> None:
    noisy = "\u200b".join(
        textwrap.wrap(ARTICLE, 31, drop_whitespace=False, replace_whitespace=False)
    )
    assert normalised(noisy).text == ARTICLE
