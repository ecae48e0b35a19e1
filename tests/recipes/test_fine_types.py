"""The recipe of fine types: what its sets tell, and what is learned."""

from resources.recipes.names.fine_types import learn, marked_sentences
from salience.entities.fine_types import KINDS, shares, sure_type

LINES = """The\tB-MISC\tB-art-film
Ferry\tI-MISC\tI-art-film
was\tO\tO
Ann\tB-PER\tB-person-other
's\tO\tO

Ann\tB-PER\tB-person-other
slept\tO\tO
"""


def test_sentences_that_name_a_thing_are_read_with_and_without_the_article(tmp_path):
    path = tmp_path / "fewnerd-part.bio"
    path.write_text(LINES)
    [(text, marked)] = marked_sentences(path)
    assert text == "The Ferry was Ann's"
    assert {text[a:b]: label for (a, b), (_, label) in marked.items()} == {
        "The Ferry": "WORK",
        "Ferry": "WORK",
        "Ann": "MISC",
    }


def test_crossner_is_read_whole_and_what_it_does_not_tell_is_left_out(tmp_path):
    path = tmp_path / "crossner-music.bio"
    path.write_text("Ann\tB-person\nslept\tO\n\nWaltz\tB-misc\n")
    marked = [marked for _, marked in marked_sentences(path)]
    assert [[label for _, label in each.values()] for each in marked] == [["MISC"], [""]]


def test_what_is_learned_tells_the_types_apart_and_holds_the_rest_likely():
    entities = [({"name": 1.0, f"is={kind}": 1.0}, kind) for kind in KINDS for _ in range(60)]
    weights = learn(entities)
    for kind in KINDS:
        evidence = {"name": 1.0, f"is={kind}": 1.0}
        assert max(zip(shares(weights, evidence), KINDS, strict=True))[1] == kind
    assert sure_type({"name": 1.0}, shares(weights, {"name": 1.0})) == "MISC"
