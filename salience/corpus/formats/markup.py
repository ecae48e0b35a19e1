"""Articles with markup: Markdown, and pages in HTML, of which the main text is taken."""

import re
from collections.abc import Iterator
from typing import Any

from salience.corpus.formats.source import RawDocument, SourceFile, text_reader, whole
from salience.errors import extra
from salience.text.navigation import LEFT_OUT
from salience.text.titles import title_line

_FRONT = re.compile(r"\A---[ \t]*\n(?P<fields>.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_TITLE = re.compile(r"^title:(.*)$", re.MULTILINE)
_HEADING = re.compile(r"#[ \t]+[^\n]+(?:\n|\Z)|[^\n]+\n=++[ \t]*+(?:\n|\Z)")
# Beyond these, a page takes time that grows with the square.
_DEEPEST = 1000
_MOST_ATTRIBUTES = 5_000
_MOST_OPTIONS = 10_000
_ATTRIBUTE = rb"[\s/]*+=?[^\s/>=]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+)?+)?+"
_ATTRIBUTES = re.compile(
    rb"<[a-zA-Z][^\s/>]*+(?:%b){0,%d}+(?P<more>%b)?" % (_ATTRIBUTE, _MOST_ATTRIBUTES, _ATTRIBUTE)
)
_OPTION = re.compile(rb"<option", re.IGNORECASE)
_TAG = re.compile(rb"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
# A list without others in it.
_LIST = re.compile(rb"<ul\b[^<>]*+>(?P<inside>(?:(?!</?ul\b).)*+)</ul>", re.IGNORECASE | re.DOTALL)
_LINK = re.compile(rb"<a\b[^<>]*+>(?P<text>(?:(?!</a>).)*+)", re.IGNORECASE | re.DOTALL)
_ANY_TAG = re.compile(rb"<[^<>]*+>")
_CELLS = re.compile(r" *+\t[ \t]*+")  # between the cells of a table
_LABEL_WORDS = 3
_SHOWN: dict[str, Any] = {
    "alt_texts": False,
    "comments": False,
    "list_bullets": False,
    "skip_elements": [  # of MediaWiki, as encyclopedias have them
        *(".mw-editsection", "sup.reference", ".reflist", "ol.references", "h2 #References"),
        *(".infobox", ".navbox", ".catlinks", ".toc", ".hatnote", "#siteSub"),
    ],
}
_WITHOUT_END = frozenset(
    b"area base br col embed hr img input link meta param source track wbr "
    b"p li dt dd tr td th thead tbody tfoot colgroup option optgroup html head body".split()
)


_REMOVED = [
    (re.compile(pattern, re.MULTILINE), kept)
    for pattern, kept in (
        (r"^(```|~~~)[^\n]*\n(?:(?!\1)[^\n]*\n)*(?:\1[^\n]*|\Z)", ""),  # code
        (r"<!--[\s\S]*?(?:-->|\Z)", ""),
        (r"^[ \t]*+\[[^\]\n]{1,200}+\]:[^\n]*", ""),  # where a link leads
        (r"!\[[^\]\n]{0,500}+\](?:\([^)\n]{0,2000}+\)|\[[^\]\n]{0,200}+\])?", ""),  # an image
        (r"\[([^\[\]\n]{1,500}+)\](?:\([^)\n]{0,2000}+\)|\[[^\]\n]{0,200}+\])", r"\1"),
        (r"<(?:https?://|mailto:)[^>\s]{1,2000}+>|</?[A-Za-z][^>\n]{0,500}+>", ""),
        # a heading, behind which there may be as many # as before it
        (r"^#{1,6}[ \t]++([^\n]*)$", lambda m: m[1].rstrip(" \t").rstrip("#").rstrip(" \t")),
        (r"^[ \t]*+(?:[-*_=][ \t]*+){3,}+$", ""),  # a rule, or the line below a heading
        (r"^[ \t]*+>[ \t]?", ""),
        (r"^[ \t]*+[-*+][ \t]+", ""),
        (r"(\*\*|__|~~)(?=\S)((?:(?!\1)[^\n]){1,500}?)(?<=\S)\1", r"\2"),
        (r"(?<![\w*_])([*_])(?=\S)((?:(?!\1)[^\n]){1,500}?)(?<=\S)\1(?![\w*_])", r"\2"),
        (r"(`{1,9})([^`\n]{1,500}+)\1", r"\2"),
        (r"\n{3,}", "\n\n"),
    )
]


@text_reader
def read_markdown(source: SourceFile, text: str) -> dict[str, str | None]:
    """One article. Its title is that of the front matter, else the first heading or title line."""
    title, plain = plain_markdown(text)
    return {"id": source.id, "title": title, "text": plain}


def plain_markdown(text: str) -> tuple[str | None, str]:
    """The title of a text in Markdown, and the text without marks, code, images and addresses."""
    text = text.replace("\r\n", "\n")
    front = _FRONT.match(text)
    text = text[front.end() :] if front else text
    named = _FRONT_TITLE.search(front["fields"]) if front else None
    given = _without_quotes(named[1].strip(" \t")) if named else ""
    heading = _HEADING.match(text.lstrip())
    for pattern, kept in _REMOVED:
        text = pattern.sub(kept, text)
    text = text.strip()
    return given or (text.partition("\n")[0] if heading else title_line(text)) or None, text


def _without_quotes(title: str) -> str:
    """A value of the front matter, which may stand in quotes."""
    start = len(title) > 1 and title[0] in "\"'"
    end = len(title) > 1 + start and title[-1] in "\"'"
    return title[start : len(title) - end]


def read_html(source: SourceFile) -> Iterator[RawDocument]:
    """The article of a page: headline and main text, without menus and advertisements.

    The lines of these are in the field `navigation`.
    """
    with extra("html", f"{source.name}: HTML needs resiliparse"):
        from resiliparse.extract.html2text import extract_plain_text
        from resiliparse.parse.encoding import detect_encoding
        from resiliparse.parse.html import HTMLTree
    data = whole(source)
    if isinstance(data, str):
        yield source.name, data
        return
    if too_much := _too_much(data):
        yield source.name, f"the page {too_much}; save its text as .txt"
        return
    try:
        data = _LIST.sub(_list, data)
        page = HTMLTree.parse_from_bytes(data, detect_encoding(data) or "utf-8")
        main, shown = (
            _CELLS.sub("\n", extract_plain_text(page, main_content=part, **_SHOWN))
            for part in (True, False)
        )
        text = main.strip()
        title = _page_title(page)
    except Exception as error:  # whatever is wrong with one page
        yield source.name, f"the page can't be read ({type(error).__name__}: {error}); correct it"
        return
    if text:
        fields = {"id": source.id, "title": title, "text": text}
        kept = {*_page_lines(text), title}
        left_out = [line for line in _page_lines(shown) if line not in kept]
        yield source.name, fields | ({LEFT_OUT: left_out} if left_out else {})
    else:
        yield source.name, "no article was found in the page; save its text as .txt"


def _list(match: re.Match[bytes]) -> bytes:
    """A list of phrases as one with numbers: others are left out of an article, as menus are."""
    inside = match["inside"]
    phrases = _ANY_TAG.sub(b" ", inside)
    linked = sum(len(link["text"]) for link in _LINK.finditer(inside))
    is_menu = 2 * linked > len(phrases) or len(phrases.split()) <= _LABEL_WORDS * match[0].count(
        b"<li"
    )
    return match[0] if is_menu else b"<ol>%b</ol>" % inside


def _page_lines(text: str) -> list[str]:
    """The lines of a text, without the marks of lists."""
    lines = (" ".join(line.split()).removeprefix("• ") for line in text.split("\n"))
    return [line for line in lines if line]


def _page_title(page: Any) -> str | None:
    """The headline: as it is given to other sites, else the first heading, else the page's name."""
    given = page.document.query_selector("meta[property='og:title']")
    heading = page.document.query_selector("h1")
    headline = (given and given.getattr("content")) or (heading and heading.text) or page.title
    return " ".join((headline or "").split()) or None


def _too_much(data: bytes) -> str | None:
    """Why a page would take a time that grows with the square of its length, if it would."""
    if _depth(data) > _DEEPEST:
        return f"nests over {_DEEPEST:,} elements"
    if any(tag["more"] for tag in _ATTRIBUTES.finditer(data)):
        return f"has a tag of over {_MOST_ATTRIBUTES:,} attributes"
    if sum(1 for _ in _OPTION.finditer(data)) > _MOST_OPTIONS:
        return f"has over {_MOST_OPTIONS:,} options"
    return None


def _depth(data: bytes) -> int:
    """How deeply elements are nested at most, those left out that need no end tag."""
    depth = deepest = 0
    for tag in _TAG.finditer(data):
        if tag[2].lower() not in _WITHOUT_END:
            depth = max(depth - 1, 0) if tag[1] else depth + 1
            deepest = max(deepest, depth)
    return deepest
