"""spaCy's training files from the corpus folder: `syntax` (tags, tree, lemmas, names), those with
names alone, and what is only measured (`ewt-dev`, `gum-dev`, `tuning`: GUM's closed genres).
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import spacy
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from resources.recipes.pipeline.names import (
    Labels,
    bio_docs,
    common_words,
    docred_rows,
    doubtful,
    gum_labels,
    map_labels,
    read_bio,
    read_gum,
)
from resources.recipes.pipeline.silver import Parse, silver_docs
from resources.recipes.pipeline.ud import GAP, Sentence, chunks, documents, read_conllu, to_doc
from resources.recipes.pipeline.weak import typed_titles, weak_docs
from resources.recipes.reading import OPEN_GENRES

CROSSNER = ("ai", "literature", "music", "politics", "science")
PARTS = ("fewnerd-part", "inlegalner-part")  # Names for the layers that `taught.py` learns.


def genre(document_id: str) -> str:
    """The genre in a GUM id such as `GUM_news_afghan`."""
    return document_id.split("_")[1]


def gum_files(corpus: Path, part: str, *, ships: bool | None) -> list[Path]:
    """`ships` picks the open genres, the closed ones, or (None) all."""
    paths = sorted((corpus / f"gum/{part}").glob("*.conllu"))
    return [p for p in paths if ships is None or (genre(p.stem) in OPEN_GENRES) == ships]


def ewt(corpus: Path, part: str) -> Iterator[list[Sentence]]:
    with (corpus / f"ner/uner-ewt-{part}.bio").open(encoding="utf8") as file:
        labels = {key: (words, map_labels(words, tags)) for key, words, tags in read_bio(file)}
    text = (corpus / f"ud-ewt/{part}.conllu").read_text("utf-8")
    for document in documents(read_conllu(text.split("\n"))):
        for sentence in document:
            words, names = labels.get(sentence.id, ([], []))
            if words == sentence.words:
                sentence.names = names
        yield document


def gum(corpus: Path, part: str, *, ships: bool | None) -> Iterator[list[Sentence]]:
    entities = read_gum(corpus / f"gum/{part}.jsonl")
    vocab = Vocab()
    for path in gum_files(corpus, part, ships=ships):
        for document in documents(read_conllu(path.read_text("utf-8").split("\n"))):
            doc = to_doc(document, vocab, gap_space=True)
            names = gum_labels(doc, entities[document[0].new_document])
            words = iter(name for token, name in zip(doc, names, strict=True) if token.text != GAP)
            for sentence in document:
                sentence.names = [next(words) for _ in sentence.words]
            yield document


def _name_rows(corpus: Path, name: str) -> list[tuple[list[str], Labels]]:
    with (corpus / f"ner/{name}.bio").open(encoding="utf8") as file:
        strict = name == "re3d"
        return [
            (words, map_labels(words, tags, strict=strict)) for _, words, tags in read_bio(file)
        ]


def name_sets(corpus: Path, vocab: Vocab) -> Iterator[Doc]:
    for name in ("wikigold", "re3d", *(f"crossner-{domain}" for domain in CROSSNER)):
        yield from bio_docs(_name_rows(corpus, name), vocab)


def silver_names(corpus: Path, vocab: Vocab) -> Iterator[Doc]:
    """GMB: many names of news, made by machine and corrected in part, some of them unmarked."""
    rows = _name_rows(corpus, "gmb")
    common = common_words(rows)
    yield from bio_docs(((words, doubtful(words, row, common)) for words, row in rows), vocab)


def encyclopedia_names(corpus: Path, vocab: Vocab) -> Iterator[Doc]:
    """Re-DocRED train, whole documents, and grobid's texts; the first leaves some names out."""
    documents = list(docred_rows(corpus / "coref/docred-train.jsonl"))
    common = common_words(row for rows in documents for row in rows)
    for rows in documents:
        marked = [(words, doubtful(words, labels, common)) for words, labels in rows]
        yield from bio_docs(marked, vocab, group=len(rows))
    yield from bio_docs(_name_rows(corpus, "grobid"), vocab)


def convert(corpus: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    vocab = spacy.blank("en").vocab

    def save(name: str, docs: Iterator[Doc]) -> None:
        path = out / f"{name}.spacy"
        if not path.exists():
            data = DocBin(docs=docs, store_user_data=True)
            data.to_disk(path)
            print(f"{path}: {len(data)} docs, {sum(map(len, data.get_docs(vocab)))} words")

    def treebank() -> Iterator[Doc]:
        for document in ewt(corpus, "train"):
            yield from (to_doc(chunk, vocab) for chunk in chunks(document))
        for document in gum(corpus, "train", ships=True):
            yield from (to_doc(chunk, vocab, gap_space=True) for chunk in chunks(document))

    def whole(source: Iterator[list[Sentence]], *, gap_space: bool) -> Iterator[Doc]:
        for document in source:
            doc = to_doc(document, vocab, gap_space=gap_space)
            doc.user_data["id"] = document[0].new_document
            yield doc

    save("syntax", treebank())
    save("name-sets", name_sets(corpus, vocab))
    save("silver-names", silver_names(corpus, vocab))
    save("encyclopedia", encyclopedia_names(corpus, vocab))
    for part in PARTS:
        save(part, bio_docs(_name_rows(corpus, part), vocab))
    nlp = spacy.blank("en")
    save("weak", weak_docs(nlp, corpus))
    titles: dict[str, list[str]] = {"PER": [], "ORG": [], "LOC": []}
    for title, kind, _ in typed_titles(corpus):
        if kind in titles:
            titles[kind].append(title)
    (out / "titles.json").write_text(json.dumps(titles), encoding="utf8")
    save("ewt-dev", whole(ewt(corpus, "dev"), gap_space=False))
    save("gum-dev", whole(gum(corpus, "dev", ships=None), gap_space=True))
    save("tuning", whole(gum(corpus, "train", ships=False), gap_space=True))


def convert_silver(
    corpus: Path, out: Path, first: Path, teacher: Callable[[list[list[str]]], list[Parse]]
) -> None:
    titles = json.loads((out / "titles.json").read_text(encoding="utf8"))
    docs = silver_docs(spacy.load(first), teacher, corpus, titles)
    DocBin(docs=docs).to_disk(out / "silver.spacy")
