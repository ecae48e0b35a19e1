"""Subtitles of films and talks (`.srt`, `.vtt`), as running text."""

import html
import re

from salience.corpus.formats.source import SourceFile, text_reader

_TIME = r"(?:\d+:)?\d{1,2}:\d\d[,.]\d{1,3}"
_CUE = re.compile(
    rf"(?:^\d+[ \t]*\n|(?<=\n\n)[^\n]+\n|\A[^\n]+\n)?^[ \t]*{_TIME}[ \t]*-->[^\n]*$", re.MULTILINE
)
_NO_CUE = re.compile(r"(?:WEBVTT|NOTE|STYLE|REGION)\b")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?[ \t]+([^>\n]+)>")
_MARK = re.compile(r"<[^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}")


@text_reader
def read_subtitles(source: SourceFile, text: str) -> dict[str, str] | str:
    """One text of all cues, without their numbers and times. A line begins where a voice is named.

    A line that the next cue shows again, as those that roll, is said once.
    """
    cues, count = _CUE.subn("\n\n", text.replace("\r\n", "\n").replace("\r", "\n"))
    if not count:
        return "it has no times such as 00:01:02,500 --> 00:01:04,000; correct it, or name it .txt"
    said: list[str] = []
    voice = ""
    for block in re.split(r"\n{2,}", cues):
        if _NO_CUE.match(block.lstrip()):
            continue
        for line in block.split("\n"):
            named = _VOICE.search(line)
            shown = " ".join(html.unescape(_MARK.sub("", line)).split())
            if named and named[1] != voice:
                voice = named[1]
                shown = f"\n{voice}: {shown}"
            if shown and (not said or said[-1] != shown):
                said.append(shown)
    return {"id": source.id, "title": "", "text": " ".join(said).replace(" \n", "\n").strip()}
