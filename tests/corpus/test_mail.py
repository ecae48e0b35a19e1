"""Mails and mailboxes: subject and plain text are read, and what is broken or hostile is named."""

from __future__ import annotations

import time
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.corpus.read import read_corpus
from salience.errors import Reject
from salience.types import Document

TEXT = "Ada Byrne left Oslo.\n\nShe took the ferry to Tarn.\n"
HTML = "<html><body><p>Ada Byrne left <b>Oslo</b>.</p><p>She took the ferry to Tarn.</p></body>"


def read(path: Path, **options: Any) -> tuple[list[Document], list[Reject]]:
    rejects: list[Reject] = []
    return list(read_corpus(path, on_reject=rejects.append, **options)), rejects


def message(text: str = TEXT, subject: str = "Byrne leaves", **more: str) -> EmailMessage:
    made = EmailMessage()
    made["From"] = "Noor Haddad <noor@tarn.example>"
    made["Subject"] = subject
    for name, value in more.items():
        made[name.replace("_", "-")] = value
    made.set_content(text)
    return made


def with_attachment() -> EmailMessage:
    made = message()
    made.add_attachment("Tom Dale's CV", filename="cv.txt")
    made.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="a.pdf")
    return made


def with_both() -> EmailMessage:
    made = message()
    made.add_alternative(HTML.replace("Ada", "Eve"), subtype="html")
    return made


def html_alone() -> EmailMessage:
    made = message()
    made.set_content(HTML, subtype="html")
    return made


def encoded(encoding: str, charset: str) -> EmailMessage:
    made = message()
    made.set_content(TEXT.replace("Oslo", "Århus"), cte=encoding, charset=charset)
    return made


READ = {
    "plain text": (message(), TEXT, "Byrne leaves"),
    "an answer": (message(subject="RE: Fwd: Re[2]: Byrne leaves"), TEXT, "Byrne leaves"),
    "no answer": (message(subject="Real: Byrne leaves"), TEXT, "Real: Byrne leaves"),
    "no subject": (message(subject=""), TEXT, None),
    "a signature": (message(f"{TEXT}-- \nNoor Haddad\nTarn Ltd.\n"), TEXT, "Byrne leaves"),
    "a dash": (message(f"{TEXT}--\tHe left.\n"), f"{TEXT}--\tHe left.\n", "Byrne leaves"),
    "attachments": (with_attachment(), TEXT, "Byrne leaves"),
    "two forms": (with_both(), TEXT, "Byrne leaves"),
    "HTML": (html_alone(), TEXT.strip(), "Byrne leaves"),
    "base64": (encoded("base64", "utf-8"), TEXT.replace("Oslo", "Århus"), "Byrne leaves"),
    "latin": (
        encoded("quoted-printable", "iso-8859-1"),
        TEXT.replace("Oslo", "Århus"),
        "Byrne leaves",
    ),
    "a subject in code": (message(subject="Åse leaves " * 9), TEXT, ("Åse leaves " * 9).strip()),
}


@pytest.mark.parametrize(("made", "text", "title"), READ.values(), ids=READ)
@pytest.mark.parametrize("suffix", [".eml", ".mbox"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_subject_and_text_are_read(
    tmp_path: Path, made: EmailMessage, text: str, title: str | None, suffix: str, end: bytes
) -> None:
    data = bytes(made).replace(b"\n", end)
    path = tmp_path / f"m{suffix}"
    path.write_bytes(data if suffix == ".eml" else b"From noor Mon Sep 6" + end + data)
    ((document,), rejects) = read(path)
    assert not rejects
    assert (document.text.replace("\r\n", "\n"), document.title) == (text, title)
    assert document.id == ("m.eml" if suffix == ".eml" else "m.mbox:1")
    assert document.meta == {} and document.abstracts == ()


def test_ids_and_days_are_those_of_the_message(tmp_path: Path) -> None:
    made = message(Message_ID="<17@tarn.example>", Date="Mon, 06 Sep 2021 23:59:00 -0500")
    (tmp_path / "m.eml").write_bytes(bytes(made))
    (document,), _ = read(tmp_path / "m.eml")
    assert (document.id, document.meta) == ("17@tarn.example", {"date": "2021-09-06"})


def test_a_mailbox_is_its_messages(tmp_path: Path) -> None:
    second = message(f"{TEXT}\nHe wrote:\nFrom here it is not far.\n", Message_ID="<b@t>")
    third = message("", Message_ID="<c@t>")
    boxes = [f"From noor Mon\n{m}\n".encode() for m in (message(), second, third, message())]
    (tmp_path / "m.mbox").write_bytes(b"".join(boxes))
    documents, (reject,) = read(tmp_path / "m.mbox")
    assert [d.id for d in documents] == ["m.mbox:1", "b@t", "m.mbox:37"]
    assert documents[1].text.rstrip() == f"{TEXT}\nHe wrote:\nFrom here it is not far."
    assert "no text of its own" in reject.reason


BROKEN = [
    (".eml", b"", "no text of its own"),
    (".eml", b"Subject: Rain\n\n", "no text of its own"),
    (".eml", b"Content-Type: image/png\n\n\x89PNG", "no text of its own"),
    (".eml", b"Content-Type: text/plain; charset=klingon\n\nAda\xe9.", "can't be read"),
    (".eml", b"Subject: " + b"a" * 20_000 + b"\n\nAda.", "a header takes over 10,000 characters"),
    (".mbox", b"", "no line begins with 'From '"),
    (".mbox", b"Subject: Rain\n\nAda.", "no line begins with 'From '"),
    (".mbox", b"From ada Mon\n", "no text of its own"),
    (".mbox", b"From ada Mon\n\n" + b"Rain. " * 200_000, "takes over 1,064,576 bytes"),
]


@pytest.mark.parametrize(("suffix", "data", "reason"), BROKEN)
def test_what_is_no_message_is_named(tmp_path: Path, suffix: str, data: bytes, reason: str) -> None:
    (tmp_path / f"m{suffix}").write_bytes(data)
    documents, (reject,) = read(tmp_path / f"m{suffix}", max_length=1000)
    assert not documents and reason in reject.reason


def nested(depth: int, lines: int) -> bytes:
    starts = (
        b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(depth)
    )
    return b"".join(starts) + b"\n" + b"a\n" * lines


@pytest.mark.parametrize(
    "data",
    [
        nested(2_000, 10),
        nested(200, 500_000),
        nested(20, 400_000),
        b"Subject: " + b"=?utf-8?q?a?= " * 600 + b"\n\nAda.",
        b"Subject: a\n" * 200_000 + b"\nAda.",
        b"Content-Type: text/plain" + b"; a=b" * 1900 + b"\n\nAda.",
        b"Content-Type: text/plain; charset=" + b"'" * 9000 + b"\n\nAda.",
        b"Subject: a\n\n" + b"-- " * 300_000,
        b"Subject: " + b"Re: " * 2400 + b"\n\n" + b"-- \n" * 300_000,
    ],
)
def test_strange_messages_take_a_time_that_grows_with_their_length(
    tmp_path: Path, data: bytes
) -> None:
    (tmp_path / "m.eml").write_bytes(data)
    begun = time.perf_counter()
    documents, rejects = read(tmp_path / "m.eml")
    assert len(documents) + len(rejects) == 1
    assert time.perf_counter() - begun < 20


PIECES = [
    b"Content-Type: multipart/alternative; boundary=x\n", b"Content-Type: text/html\n", b"\n",
    b"--x\n", b"--x--\n", b"Content-Transfer-Encoding: base64\n", b"Subject: =?utf-8?b?w?=\n",
    b"\xff", b"Date: 32\n", b"Message-ID: <<\n", b"Ada. ", b"From ada\n", b"=\n",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES)).map(b"".join), st.sampled_from(["eml", "mbox"]))
def test_no_bytes_break_the_reading_of_mail(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, suffix: str
) -> None:
    path = tmp_path_factory.mktemp("m") / f"m.{suffix}"
    path.write_bytes(b"From ada\n" + data if suffix == "mbox" else data)
    documents, rejects = read(path)
    assert documents or rejects
