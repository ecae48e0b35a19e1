"""Papers of journals: whole ones in JATS, as PubMed Central has them, and abstracts of PubMed."""

from typing import Any
from xml.etree.ElementTree import Element

from salience.corpus.formats.elements import paragraphs, remove, text_of

_NO_PROSE = (
    "table-wrap", "table", "fig", "fig-group", "disp-formula", "tex-math", "fn", "ref-list",
    "supplementary-material",
)  # fmt: skip


def _is_no_prose(element: Element) -> bool:
    """Whether it is no running text: such as a table, or a raised number that leads to a note."""
    raised = {"sup": "xref", "xref": "sup"}.get(element.tag)
    return element.tag in _NO_PROSE or (raised is not None and element.find(raised) is not None)


def jats_fields(root: Element) -> dict[str, Any] | str:
    """A paper: the paragraphs of its body, without tables, figures and notes; its abstracts."""
    remove(root, _is_no_prose)
    front = root.find("front/article-meta")
    body = root.find("body")
    meta = Element("front") if front is None else front
    abstracts = ["\n\n".join(paragraphs(part)) for part in meta.findall("abstract")]
    text = "\n\n".join([] if body is None else paragraphs(body))
    if not text:
        text, abstracts = "\n\n".join(abstracts), []
    if not text:
        return "the paper has neither a body nor an abstract; leave it out"
    title = text_of(meta.find("title-group/article-title"))
    return {"id": text_of(meta.find("article-id")), "title": title, "text": text} | (
        {"abstract": abstracts} if abstracts else {}
    )


def pubmed_fields(record: Element) -> dict[str, Any] | str:
    """A record of PubMed, whose text is the abstract of the paper."""
    parts = record.findall("MedlineCitation/Article/Abstract/AbstractText")
    text = "\n\n".join(filter(None, map(text_of, parts)))
    if not text:
        return "the record has no abstract, which would be its text; leave it out"
    title = text_of(record.find("MedlineCitation/Article/ArticleTitle"))
    return {"id": text_of(record.find("MedlineCitation/PMID")), "title": title, "text": text}
