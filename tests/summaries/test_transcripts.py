"""Turns of a conversation: who speaks where."""

from salience.summaries.transcripts import Turn, Turns


def test_what_asks_has_no_speaker_and_what_stands_before_has_no_turn() -> None:
    talk = "Lee won.\nAnn: Why?\nLee: I ran.\nAnn: And then?\nLee: I sang.\nAnn: Bye."
    turns = Turns(talk)
    found = [turns.at(talk.find(said)) for said in ("won", "Why", "ran")]
    assert found == [None, Turn(9, 14, ""), Turn(19, 24, "Lee")]
    assert Turns("Lee won. Ann left.").at(0) is None


def test_a_short_transcript_has_a_label_before_most_lines_and_headings_make_none() -> None:
    turns = Turns("Ann Lee: I opened it.\nBo Hale: I never did.\nAnn Lee: The city pays.")
    assert [turns.at(place).speaker for place in (10, 35, 60)] == ["Ann Lee", "Bo Hale", "Ann Lee"]  # type: ignore[union-attr]
    memo = "FROM: Ann\nSUBJECT: Trams\nSUBJECT: Cost\n\nThe city pays.\nIt is\nno\nsecret\nhere."
    assert Turns(memo).at(5) is None


def test_who_asks_alone_says_none_of_the_answers() -> None:
    talk = "Wikinews: Why?\n\nI ran.\n\nWikinews: And then?\n\nI sang.\n\nWikinews: Thanks.\n\nBye."
    assert {turn.speaker for n in range(0, len(talk), 5) if (turn := Turns(talk).at(n))} == {""}
