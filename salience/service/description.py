"""What the service says of itself: its description as OpenAPI, and a page for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from salience.pages.html import render
from salience.service.limits import Limits
from salience.version import __version__

_OPENAPI = Path(__file__).with_name("templates") / "openapi.json"


def openapi(limits: Limits, length: int) -> dict[str, Any]:
    """The service described as OpenAPI 3.1."""
    said: dict[str, Any] = json.loads(_OPENAPI.read_text(encoding="utf-8"))
    said["info"]["version"] = __version__
    schemas = said["components"]["schemas"]
    schemas["Documents"]["maxItems"] = limits.documents
    schemas["Document"]["properties"]["text"]["maxLength"] = length
    return said


def docs_page(said: Mapping[str, str], where: str, limits: Limits, length: int) -> str:
    """The page at `/docs`, made of the same description. It loads nothing from elsewhere."""
    described = openapi(limits, length)
    post = described["paths"]["/score"]["post"]
    statuses = {n: text["description"] for n, text in post["responses"].items() if n != "200"}
    return render(
        "service/templates/docs.html",
        title="salience",
        said=said,
        where=where,
        limits=limits,
        length=length,
        options=post["parameters"],
        statuses=statuses,
        example=json.dumps(described["components"]["schemas"]["Document"]["examples"][0]),
    )
