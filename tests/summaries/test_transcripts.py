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


def test_who_asks_most_says_nothing_else() -> None:
    talk = "Ann: Why?\nLee: I ran.\nAnn: And then?\nLee: I sang.\nAnn: It rained.\nLee: Did it?"
    talk += "\nAnn: And now?\nLee: I swam."
    turns = Turns(talk)
    found = [turns.at(talk.find(said)) for said in ("rained", "ran", "sang", "Did")]
    assert [turn and turn.speaker for turn in found] == ["", "Lee", "Lee", ""]


def test_who_asks_now_and_then_says_the_rest() -> None:
    moor = ["The roads are bad.", "Who would vote for it?"]
    few = "\n".join(f"Moor: {said}\nLee: I agree." for said in moor)
    half = f"{few}\nMoor: Why?\nMoor: How?\nMoor: It is late.\nMoor: It is dark."
    two = "Moor: Why?\nLee: I won.\nMoor: The roads are bad.\nMoor: How?\nLee: I ran."
    for talk in (few, half, two):
        told = Turns(talk).at(talk.find("The roads"))
        assert told and told.speaker == "Moor"


def test_talk_without_labels_begins_with_the_first_question_or_word_of_talk() -> None:
    told = "Ann Lee won the race."
    lines = [told, "Did you run?", "I ran every day.", "And then?", "I sang.", "Did you win?"]
    assert Turns("\n\n".join(lines)).at(0) is None
    assert Turns("\n\n".join(lines)).at(30) == Turn(23, 23, "")
    assert Turns("\n\n".join(["I am here.", *lines])).at(0) == Turn(0, 0, "")
    few = [told, "Did you run?", "I ran every day.", "And then?"]
    nobody = [told, "Who can run?", "The town can.", "And then?", "The town wins.", "Why so?"]
    quoted = [told, "“Did you?”", "I ran every day.", "“And then?”", "I sang.", "“Did you win?”"]
    for other in (few, nobody, quoted):
        assert Turns("\n\n".join(other)).at(30) is None


def test_a_number_i_and_a_mine_are_no_word_of_talk() -> None:
    asked = ["Who won?", "And then?", "Why so?"]
    for line in (
        "World War I ended.",
        "It was Elizabeth I.",
        "It fell, i.e. lost.",
        "A mine fell.",
    ):
        assert Turns("\n\n".join([*asked, line])).at(0) is None
    for line in ("When I won, it rained.", "In Oslo, I ran.", "My dog ran.", "It was I."):
        assert Turns("\n\n".join([*asked, line])).at(0) is not None
