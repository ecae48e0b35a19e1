"""What the service says of itself: its description as OpenAPI, and a page for people."""

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from salience.corpus.read import read_corpus
from salience.pages.document_page import STRENGTHS
from salience.pages.html import render
from salience.resources import example_paths
from salience.service.replies import JSON, LINES, Limits
from salience.service.work import PATHS
from salience.version import __version__

_OPENAPI = Path(__file__).with_name("templates") / "openapi.json"


def openapi(limits: Limits, length: int) -> dict[str, Any]:
    """The service described as OpenAPI 3.1."""
    said: dict[str, Any] = json.loads(_OPENAPI.read_text(encoding="utf-8"))
    said["info"]["version"] = __version__
    parts = said["components"]
    parts["schemas"]["Documents"]["maxItems"] = limits.documents
    parts["schemas"]["Document"]["properties"]["text"]["maxLength"] = length
    for path, kind in PATHS.items():
        post = said["paths"][path]["post"]
        result, failed = post["responses"]["200"], {"$ref": "#/components/schemas/Error"}
        names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
        post["parameters"] = [{"$ref": f"#/components/parameters/{name}"} for name in names]
        post["requestBody"] = {
            "required": True,
            "content": {
                JSON: _either(*({"$ref": f"#/components/schemas/Document{s}"} for s in ("", "s"))),
                LINES: {"schema": {"type": "string", "description": "A document in each line."}},
            },
        }
        post["responses"] = {
            "200": {
                "description": "A result; of a list, a result or an error for each document.",
                "content": {
                    JSON: _either(result, {"type": "array", "items": {"oneOf": [result, failed]}}),
                    LINES: {"schema": {"type": "string", "description": "One in each line."}},
                },
            },
            **{n: {"$ref": f"#/components/responses/{n}"} for n in parts["responses"]},
        }
    return said


def _either(*schemas: dict[str, Any]) -> dict[str, Any]:
    return {"schema": {"oneOf": [*schemas]}}


def docs_page(said: Mapping[str, str], where: str, limits: Limits, length: int) -> str:
    """The page at `/docs`, made of the same description. It loads nothing from elsewhere."""
    described = openapi(limits, length)
    parts = described["components"]
    options = {path: [field.name for field in fields(kind)] for path, kind in PATHS.items()}  # type: ignore[arg-type]
    return render(
        "service/templates/docs.html",
        title="salience",
        said=said,
        where=where,
        limits=limits,
        length=length,
        paths={path: each.get("post") for path, each in described["paths"].items()},
        options=options,
        parameters=parts["parameters"],
        statuses={n: text["description"] for n, text in parts["responses"].items()},
        example=json.dumps(parts["schemas"]["Document"]["examples"][0]),
    )


def workbench_page(said: Mapping[str, str], threshold: float, length: int) -> str:
    """The page at `/`, which asks the service that has it and nobody else."""
    return render(
        "service/templates/workbench.html",
        title="salience",
        said=said,
        threshold=round(threshold, 2),
        length=length,
        example=next(read_corpus(example_paths())),
        strengths=STRENGTHS,
        most_tied=0,
    )
