import pytest

from salience.text.navigation import navigation, navigation_warning, without

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
        "",
    ],
)
def test_what_an_article_says_is_none(text):
    assert navigation(text) == []
    assert navigation_warning(text, []) == ()


def test_a_short_headline_after_a_menu_stays():
    assert left_out("Home\nNews\nSport\nStorm hits Oslo\n\nA storm hit Oslo on Sunday.") == [
        "Home",
        "News",
        "Sport",
    ]
