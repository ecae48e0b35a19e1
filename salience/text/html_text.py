"""The text of a piece of HTML, and where each of its characters stands there."""

import html
import re
from html.entities import html5

# No piece but a comment or a script has a "<" in it, so that time grows with the length alone.
_PIECE = re.compile(
    r"<!--(?:(?!-->).)*+(?:-->|\Z)"
    r"|<(?P<hidden>script|style|template|noscript)\b[^<>]*+>"
    r"(?:(?!</(?P=hidden)).)*+(?:</(?P=hidden)[^<>]*+>|\Z)"
    r"|</?(?P<tag>[a-z][a-z0-9]*)\b(?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+'|[\"'])*+>"
    r"|<[!?][^<>]*+>"
    r"|(?P<reference>&(?:\#[0-9]{1,7}|\#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});?)"
    r"|(?P<space>[\t\n\r\f])",
    re.IGNORECASE | re.DOTALL,
)
_LINE = re.compile(
    "address|article|aside|blockquote|body|br|caption|d[dlt]|details|div|fieldset|figcaption"
    "|figure|footer|form|h[1-6r]|head|header|html|legend|li|main|nav|ol|option|p|pre|section"
    "|select|summary|table|t[dhr]|tbody|tfoot|thead|textarea|title|ul",
    re.IGNORECASE,
)


def html_text(source: str) -> tuple[str, list[int]]:
    """The text of HTML, and the index in `source` of each of its characters and of its end."""
    texts: list[str] = []
    places: list[int] = []

    def put(text: str, start: int, step: int = 0) -> None:
        texts.append(text)
        places.extend(start + i * step for i in range(len(text)))

    end = 0
    for piece in _PIECE.finditer(source):
        put(source[end : piece.start()], end, 1)
        end = piece.end()
        if piece["reference"]:
            head = _decoded_length(piece[0])
            put(html.unescape(piece[0][:head]), piece.start())
            put(piece[0][head:], piece.start() + head, 1)
        elif piece["space"]:
            put(" ", piece.start())
        elif piece["tag"] and _LINE.fullmatch(piece["tag"]):
            put("\n" if piece["tag"].lower() == "br" else "\n\n", piece.start())
    put(source[end:], end, 1)
    return "".join(texts), [*places, len(source)]


def _decoded_length(reference: str) -> int:
    """How many characters of a reference `html.unescape` decodes: 5 of `&copyright`, 0 of `&No`."""
    if reference[1] == "#":
        return len(reference)
    return next((n for n in range(len(reference), 2, -1) if reference[1:n] in html5), 0)


def plain_html(source: str) -> str:
    """The text of HTML as it is shown, with a blank line between its paragraphs."""
    shown = (" ".join(line.split()) for line in html_text(source)[0].split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(shown)).strip()
