"""Subtitles are read as running text."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.corpus.read import read_corpus
from salience.errors import Reject
from salience.types import Document


def read(path: Path) -> tuple[list[Document], list[Reject]]:
    rejects: list[Reject] = []
    return list(read_corpus(path, on_reject=rejects.append)), rejects


SRT = """\
1
00:00:01,000 --> 00:00:04,000
Ada Byrne, the mayor of <i>Oslo</i>,
left in 1

2
00:00:04,500 --> 00:00:06,000 X1:1 X2:2
{\\an8}of 2 ferries.
"""
VTT = """\
WEBVTT - Talk
Kind: captions

STYLE
::cue { color: red }

NOTE not said
00:03 by anybody

intro
00:01.000 --> 00:04.000 align:start position:0%
Ada Byrne, the mayor of <c.red>Oslo</c>,

00:04.500 --> 01:00:06.000
left in 1 of 2 &amp; more fer&shy;ries.
"""
ROLLING = """\
WEBVTT

00:01.000 --> 00:02.000
Ada<00:01.500><c> Byrne</c>

00:02.000 --> 00:02.010
Ada Byrne

00:02.010 --> 00:03.000
Ada Byrne
left<00:02.500><c> Oslo.</c>

00:03.000 --> 00:04.000
left Oslo.
No. No.
"""
READ = {
    "SRT": (SRT, "Ada Byrne, the mayor of Oslo, left in 1 of 2 ferries."),
    "no blank lines": (
        SRT.replace("\n\n", "\n"),
        "Ada Byrne, the mayor of Oslo, left in 1 of 2 ferries.",
    ),
    "a blank line in a cue": (
        SRT.replace("\nleft", "\n\nleft"),
        "Ada Byrne, the mayor of Oslo, left in 1 of 2 ferries.",
    ),
    "no numbers": (
        SRT.replace("2\n00", "00").removeprefix("1\n"),
        "Ada Byrne, the mayor of Oslo, left in 1 of 2 ferries.",
    ),
    "VTT": (VTT, "Ada Byrne, the mayor of Oslo, left in 1 of 2 & more fer\xadries."),
    "lines that roll": (ROLLING, "Ada Byrne left Oslo. No. No."),
    "voices": (
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada Byrne>I left.\n\n00:02.000 --> 00:03.000\n"
        "<v Ada Byrne>Then.\n\n00:03.000 --> 00:04.000\n<v.loud Noor>When?",
        "Ada Byrne: I left. Then.\nNoor: When?",
    ),
    "an empty cue": ("1\n00:00:01,000 --> 00:00:04,000\n", ""),
}


@pytest.mark.parametrize(("content", "text"), READ.values(), ids=READ)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_cues_are_joined(tmp_path: Path, content: str, text: str, end: str, encoding: str) -> None:
    path = tmp_path / ("a.vtt" if content.startswith("WEBVTT") else "a.srt")
    path.write_bytes(content.replace("\n", end).encode(encoding))
    assert read(path) == ([Document(path.name, text)], [])


@pytest.mark.parametrize("content", ["", "WEBVTT\n", "Ada left Oslo.", "1\n00:01 -> 00:02\nAda."])
def test_what_has_no_times_is_no_file_of_subtitles(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.srt").write_text(content)
    documents, (reject,) = read(tmp_path / "a.srt")
    assert not documents and "it has no times such as" in reject.reason


@pytest.mark.parametrize(
    "piece", ["1", "1\n", "\n", "<", "<v ", "{\\", "00:01.000 --> ", "00:", " ", "\n ", "a\n\n"]
)
def test_strange_subtitles_take_a_time_that_grows_with_their_length(
    tmp_path: Path, piece: str
) -> None:
    (tmp_path / "a.srt").write_text(piece * (500_000 // len(piece)) + "\n00:01.000 --> 00:02.000\n")
    begun = time.perf_counter()
    read(tmp_path / "a.srt")
    assert time.perf_counter() - begun < 5


CUES = st.lists(st.lists(st.text("aB.?", min_size=1), min_size=1, max_size=3), max_size=5)


@given(CUES)
def test_subtitles_keep_every_word(
    tmp_path_factory: pytest.TempPathFactory, cues: list[list[str]]
) -> None:
    path = tmp_path_factory.mktemp("s") / "a.srt"
    blocks = [
        f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n"
        + "\n".join(f"{w}{n}{i}" for i, w in enumerate(c))
        for n, c in enumerate(cues)
    ]
    path.write_text("\n\n".join(["0\n00:00:00,000 --> 00:00:00,900\nStart", *blocks]))
    said = [f"{w}{n}{i}" for n, cue in enumerate(cues) for i, w in enumerate(cue)]
    assert [d.text for d in read(path)[0]] == [" ".join(["Start", *said])]
