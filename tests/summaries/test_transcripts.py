"""Turns of a conversation: who speaks where."""

from salience.summaries.transcripts import Turn, Turns


def test_what_asks_has_no_speaker_and_what_stands_before_has_no_turn() -> None:
    talk = "Lee won.\nAnn: Why?\nLee: I ran.\nAnn: And then?\nLee: I sang.\nAnn: Bye."
    turns = Turns(talk)
    found = [turns.at(talk.find(said)) for said in ("won", "Why", "ran")]
    assert found == [None, Turn(9, 14, ""), Turn(19, 24, "Lee")]
    assert Turns("Lee won. Ann left.").at(0) is None
