"""CoNLL-2012 files: what is read, what is written, and what is said of broken ones."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.coref.external_clusters import find_words
from salience.corpus.conll2012 import (
    ConllDocument,
    conll_documents,
    in_characters,
    pair_conll,
    read_conll,
)
from salience.errors import CorpusError
from tests.support.conll import write_conll

SHARED_TASK = """\
#begin document (news/0001); part 000
news/0001 0 0 Ann NNP (TOP(NP* - - - spk (PERSON (4
news/0001 0 1 Lee NNP *) - - - spk *) 4)
news/0001 0 2 met VBD * - - - spk * -
news/0001 0 3 Oslo NNP * - - - spk * (7|(2)
news/0001 0 4 's POS * - - - spk * -
news/0001 0 5 mayor NN * - - - spk * 7)

news/0001 0 0 She PRP * - - - spk * (4)

#end document
#begin document (news/0001); part 001
news/0001 1 0 It PRP * - - - spk * -

#end document
"""


def documents(text: str | bytes) -> list[ConllDocument]:
    lines = text.encode() if isinstance(text, str) else text
    return list(conll_documents(io.BytesIO(lines), "x.conll", "x"))


def word_lines(*columns: str) -> str:
    """A document of words with these last columns."""
    lines = "".join(f"d 0 {n} w{n} {column}\n" for n, column in enumerate(columns))
    return f"#begin document (d); part 000\n{lines}#end document\n"


def test_a_file_of_the_shared_task() -> None:
    first, second = documents(SHARED_TASK)
    assert first == ConllDocument(
        "news/0001",
        (("Ann", "Lee", "met", "Oslo", "'s", "mayor"), ("She",)),
        (((0, 2), (6, 7)), ((3, 6),), ((3, 4),)),
    )
    assert (second.id, second.words, second.clusters) == ("news/0001; part 001", ("It",), ())


def test_three_columns_without_separators_and_without_a_name() -> None:
    text = "# begin document \n0\tAnn\t(1(2\n1\tran\t2)(3)\n2\ther\t1)\n3\t.\t_\n# end document\n"
    [document] = documents(text)
    assert document.id == "x"
    assert document.words == ("Ann", "ran", "her", ".")
    assert document.clusters == (((0, 3),), ((0, 2),), ((1, 2),))


def test_tabs_leave_an_empty_last_column_empty() -> None:
    text = (
        "#begin document (d); part 0\r\nd\t0\t0\tAnn\t_\t\r\nd\t0\t1\tran\t_\t(0)\r\n#end document"
    )
    assert documents(text)[0].clusters == (((1, 2),),)


def test_mentions_of_one_cluster_may_nest() -> None:
    [document] = documents(word_lines("(0", "(0", "0)", "0)|(0)"))
    assert document.clusters == (((0, 4), (1, 3), (3, 4)),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (word_lines("-", "1|(2"), r"x\.conll:3: coreference '1\|\(2' can't be read from '1\|\(2'"),
        (word_lines("(1", "x)"), r"x\.conll:3: coreference 'x\)' can't be read"),
        (word_lines("-", "1)"), r"x\.conll:3: a mention of cluster 1 is closed that was not"),
        (word_lines("-", "(8", "-"), r"x\.conll:3: a mention of cluster 8 is opened and never"),
        (word_lines("-")[:-14], r"x\.conll:2: the file ends within document 'd'.* cut off"),
        (word_lines("-") * 2 + "#end document", r"x\.conll:7: a document ends that did not begin"),
        ("#begin document (a)\n" * 2, r"x\.conll:2: a document begins inside of another"),
        ("d 0 0 Ann -\n", r"x\.conll:1: a word before '#begin document'"),
        ("#begin document (a)\nAnn (0)\n", r"x\.conll:2: 2 columns, and there must be at least"),
        (b"#begin document (a)\n0\t\xff\t_\n", r"x\.conll:2: the line is not UTF-8"),
    ],
)
def test_a_broken_file_is_named_with_its_line(text: str | bytes, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        documents(text)


def test_documents_before_the_broken_line_are_read() -> None:
    reading = conll_documents(io.BytesIO((word_lines("-") + "junk").encode()), "x.conll", "x")
    assert next(reading).id == "d"
    with pytest.raises(CorpusError, match=r"x\.conll:4"):
        next(reading)


def test_files_and_folders(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.conll").write_text("#begin document\n0\tHe\t_\n#end document\n")
    (tmp_path / "notes.txt").write_text("no conll")
    assert [document.id for document in read_conll(tmp_path)] == ["a", "b"]
    (tmp_path / "c.conll").write_text("#begin document (a); part 000\n#end document\n")
    with pytest.raises(CorpusError, match=r"c\.conll: there are two documents 'a'"):
        list(read_conll(tmp_path))
    with pytest.raises(CorpusError, match="no such file"):
        list(read_conll(tmp_path / "none"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(CorpusError, match=r"empty has no \.conll files"):
        list(read_conll(tmp_path / "empty"))


def test_key_and_response_are_put_together_by_their_ids(tmp_path: Path) -> None:
    key, response = tmp_path / "key.conll", tmp_path / "response.conll"
    first, second = word_lines("(0", "0)"), word_lines("(0)", "-").replace("(d)", "(e)")
    key.write_text(first + second)
    response.write_text(second + first.replace("(0", "(0)|(0"))
    assert list(pair_conll(key, response)) == [
        ((((0, 2),),), (((0, 2), (0, 1)),)),
        ((((0, 1),),), (((0, 1),),)),
    ]
    for text, message in (
        (second, r"document 'd' of .*key\.conll is not in .*response\.conll"),
        (first + second + word_lines().replace("(d)", "(f)"), "document 'f' .* is not in .*key"),
        (word_lines("-") + second, "document 'd' has 2 words in .*key.* and 1 in .*response"),
    ):
        response.write_text(text)
        with pytest.raises(CorpusError, match=message):
            list(pair_conll(key, response))


WORDS = st.text("abc(|)_-", min_size=1, max_size=4)


@st.composite
def conll(draw: st.DrawFn) -> ConllDocument:
    sentences = draw(st.lists(st.lists(WORDS, min_size=1, max_size=6), min_size=1, max_size=4))
    n = sum(map(len, sentences))
    place = st.tuples(st.integers(0, n - 1), st.integers(1, 5))
    spans = draw(st.lists(place.map(lambda p: (p[0], min(p[0] + p[1], n))), unique=True))
    # Two mentions of one cluster that cross can't be told apart in the format.
    kept: list[list[tuple[int, int]]] = []
    for span in sorted(spans, key=lambda s: (s[0], -s[1])):
        of = draw(st.integers(0, len(kept)))
        crossed = of < len(kept) and any(a < span[0] < b < span[1] for a, b in kept[of])
        if of < len(kept) and not crossed:
            kept[of].append(span)
        else:
            kept.append([span])
    part = draw(st.sampled_from(["", "; part 002"]))
    clusters = tuple(map(tuple, kept))
    return ConllDocument(f"d{part}", tuple(map(tuple, sentences)), clusters)


PIECES = [
    "#begin document (d); part 0",
    "# end document",
    "d\t0\t0\tAnn\t",
    "(1",
    "1)",
    "|",
    " ",
    "9",
]


@given(st.lists(st.sampled_from([*PIECES, "\n", "\n", "\xe9", "#"]), max_size=25).map("".join))
def test_whatever_a_file_holds_it_is_read_or_its_error_is_ours(text: str) -> None:
    for lines in (text.encode(), text.encode("latin-1")):
        try:
            documents(lines)
        except CorpusError as error:
            assert "x.conll:" in str(error)


def test_an_empty_word_is_a_word() -> None:
    [document] = documents("#begin document\n0\tAnn\t(1\n1\t\t1)\n2\tran\t(2)\n#end document\n")
    assert (document.words, document.clusters) == (("Ann", "", "ran"), (((0, 2),), ((2, 3),)))
    assert find_words(document.words, "Ann ran") == [(0, 3), None, (4, 7)]
    file = io.StringIO()
    write_conll([document], file)
    assert documents(file.getvalue())[0].words == ("Ann", "_", "ran")


@given(st.lists(conll(), max_size=2, unique_by=lambda document: document.id))
def test_what_is_written_is_read_again(written: list[ConllDocument]) -> None:
    file = io.StringIO()
    write_conll(written, file)
    assert documents(file.getvalue()) == written


@given(conll())
def test_the_text_of_a_document_has_its_words_at_their_spans(document: ConllDocument) -> None:
    assert [document.text[a:b] for a, b in document.spans] == list(document.words)
    clusters = document.document().meta["clusters"]
    words = document.words
    for cluster, spans in zip(document.clusters, clusters, strict=True):
        for (start, end), (a, b) in zip(cluster, spans, strict=True):
            assert document.text[a:b].split() == list(words[start:end])


@given(st.lists(st.text("abcde", min_size=1, max_size=7)), st.data())
def test_words_are_found_whatever_the_whitespace(words: list[str], data: st.DataObject) -> None:
    text = "".join(data.draw(st.sampled_from(["", " ", "\n\n "])) + word for word in words)
    assert [text[a:b] for a, b in find_words(words, text)] == words


def test_words_that_are_not_in_the_text_lose_only_themselves() -> None:
    text = "Ann of  Oslo, they say, visited her."
    words = ["Ann", "%pw", "of", "Oslo", ",", "visited", "her"]
    found = find_words(words, text)
    assert [text[p[0] : p[1]] if p else None for p in found] == ["Ann", None, *words[2:]]
    document = ConllDocument("d", (tuple(words),), (((0, 1), (1, 2), (0, 2), (6, 7)),))
    assert in_characters(document, found) == [[(0, 3), (32, 35)]]


def test_what_only_the_text_has_is_passed_over() -> None:
    text = "Ann | and Bo [1] in the end of the day left."
    words = ["Ann", "", "and", "Bo", "of", "the", "day", "left", "."]
    found = find_words(words, text)
    assert [text[p[0] : p[1]] if p else "" for p in found] == words
    assert found[5] == (text.index("the day"), text.index(" day"))  # not *the* of *the end*


@pytest.mark.parametrize("id", ["a; part two", "a; part 2", "a; part b; part 003", "; part x"])
def test_an_id_that_only_looks_like_a_part_stays_whole(id: str) -> None:
    file = io.StringIO()
    write_conll([ConllDocument(id, (("Ann",),), ())], file)
    [document] = conll_documents(file.getvalue().encode().splitlines(), "f", "f")
    assert document.id == id
