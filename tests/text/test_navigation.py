import pytest

from salience.text.navigation import navigation, navigation_warning, without
from salience.text.titles import repeated_title, title_line

ARTICLE = "Ann Lee wins race in Hallin\n\nAnn Lee won the race on Sunday. She lives in Hallin."


def left_out(text: str) -> list[str]:
    return [text[start:end] for start, end in navigation(text)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["Skip to main content", "Home", "News", "Sport"], ["Contact us", "Privacy policy"]),
        (["Home | News | Hallin | Contact"], ["© 2024 The Hallin Post. All rights reserved."]),
        (["Home", "Hallin", "Valley", "Subscribe"], []),
        (["We use cookies to make the site better.", "Accept all", "Manage cookies"], []),
        ([], ["Share this on Facebook", "Most read", "Related articles"]),
        ([], ["Share on Facebook", "Tweet this on Twitter / Share via email"]),
        ([], ["Most read", "1. Tom Reed buys the mine", "2 Where is Boris Vane of Oslo?"]),
        (["Photo: Ann Lee waves at Hallin.", "Read more: Who is Ann Lee?"], ["See also: Oslo"]),
        (["Image source, Hallin Press", "Photo by Tom Hale"], ["Credit: Tom Hale/Reuters"]),
        (["Sign in", "Most read", "• Boris Vane in Oslo.", "• Hallin", "Home"], []),
    ],
)
def test_menus_and_notes_around_an_article_are_navigation(before, after):
    text = "\n".join([*before, "", ARTICLE, "", *after])
    assert left_out(text) == [*before, *after]
    assert without(text, navigation(text)).strip() == ARTICLE
    [warning] = navigation_warning(text, navigation(text))
    assert f"line{'s' * (len(before + after) > 1)} of the text" in warning
    assert (before + after)[0][:30] in warning


@pytest.mark.parametrize(
    "text",
    [
        ARTICLE,
        "Home\n\nAnn Lee came home.",
        "Ann Lee\nTom Reed\nOslo\n\nThey met on Sunday.",
        "News\nNews\n\nIt rained in Oslo, and nobody had an umbrella.",
        "Home\nNews\nSport\nContact",
        "The shop said: we use cookies to bake cakes.",
        "Facebook bought Hallin.\nShare on Facebook fell.\n\nTwitter did not.",
        "Photo of Ann Lee won.\nPhoto by Tom Hale shows Oslo\nRead more books\nPhotos: a history.",
        "She was closely\nrelated: the Lees, read more: of Oslo\nCredit: Oslo lends less",
        "She read in Oslo.\n\nMost read\n1. Moby Dick\n2. The Hobbit",
        "She read in Oslo.\n\nMost read\nAnn Lee wins her first race\n\nIt was in May.",
        "",
    ],
)
def test_what_an_article_says_is_none(text):
    assert navigation(text) == []
    assert navigation_warning(text, []) == ()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "It won.\nRelated stories\nAnn Lee wins\nTom Reed\n\nMay\n\nShe won.",
            "It won. May She won.",
        ),
        (
            "Most read\n\nAnn Lee wins\n\nStorm in Oslo\n\nIt rained.\n\n© 2024",
            "Storm in Oslo It rained.",
        ),
        (
            "Ann Lee won in Oslo. (Photo: Tom Hale for the Post)\nShe ran.",
            "Ann Lee won in Oslo. She ran.",
        ),
    ],
)
def test_links_end_with_their_list_and_credits_with_the_line(text, kept):
    assert without(text, navigation(text)).split() == kept.split()


def test_a_prize_for_a_picture_is_no_credit_in_a_list_of_prizes():
    assert not left_out("Picture: Barbie\nActor: Tom Hale\nScript: Ann Lee\n\nIt rained in Oslo.")
    assert not left_out("Picture: Barbie\nMusic: Tom Hale\nActor: Ann Lee\n\nIt rained in Oslo.")
    words = "Picture: Tom Hale\nWords: Ann Lee"
    for credits in ("Picture: Tom Hale", words, f"{words}\nMusic: Bo Lind"):
        assert left_out(f"It rained in Oslo.\n\n{credits}") == ["Picture: Tom Hale"]


def test_a_headline_behind_a_menu_is_the_title():
    text = "Home\nNews\n\nStorm hits the bay of Oslo\n\nIt rained."
    assert title_line(text) == "Storm hits the bay of Oslo"
    assert text[repeated_title(text, "Storm hits the bay of Oslo") :] == "\n\nIt rained."
    assert title_line("Home\nNews\n\nIt rained in Oslo.") is None


def test_a_short_headline_after_a_menu_stays():
    assert left_out("Home\nNews\nSport\nStorm hits Oslo\n\nA storm hit Oslo on Sunday.") == [
        "Home",
        "News",
        "Sport",
    ]
