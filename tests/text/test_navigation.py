import time

import pytest

from salience.text.navigation import navigation, navigation_warnings, without
from salience.text.titles import repeated_title, title_line

ARTICLE = "Ann Lee wins race in Hallin\n\nAnn Lee won the race on Sunday. She lives in Hallin."


def left_out(text: str) -> list[str]:
    return [text[start:end].strip() for start, end in navigation(text)]


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
    [warning] = navigation_warnings(text, navigation(text))
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
    assert navigation_warnings(text, []) == ()


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


def test_lines_that_a_page_lost_before_are_counted_too():
    assert navigation_warnings("", [], ["Home", "News"]) == (
        "2 lines of the page are left out as navigation, the first of them 'Home'",
    )
    [said] = navigation_warnings("", [], ("Home",))
    assert said == "1 line of the page is left out as navigation: 'Home'"
    for other in (None, "Home", {"Home": 1}, [1, None], 3):
        assert navigation_warnings("", [], other) == ()


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


SURE = [
    "We and our 48 partners use cookies to store data.",
    "Published 3 hours ago",
    "Last updated: 2 days ago",
    "5 min read",
    "Story continues below advertisement",
    "Advertisement - continue reading below",
    "Share: Twitter Facebook E-mail",
    "[Twitter](https://twitter.com/annlee)",
    "[Home](/) [News](/news) [Contact us](/contact)",
    "Home News Contact us",
    "Home  News  Hallin Valley",
    "Image source: Getty Images",
    "Image caption: Ann Lee waves in Hallin",
    "Image source,\nHallin Press",
    "Image caption,\nAnn Lee waves in Hallin.",
    "View image in fullscreen",
    "Credit...Ken Ito for The Hallin Post",
    "Media caption, Ann Lee waves in Hallin",
    "Follow Hallin Post on Facebook, X and Instagram.",
    "The HBC is not responsible for the content of external sites.",
    "(AP Photo/Ken Ito)",
    "(Ken Ito/The Hallin Post via AP, File)",
    "REUTERS/Ken Ito/File Photo",
    "Reuters/Ken Ito",
    "FILE - In this file photo Ann Lee waves in Hallin.",
    "FILE - Ann Lee waves in Hallin, May 4, 2021. (AP Photo/Ken Ito, File)",
    "FILE PHOTO: Ann Lee waves in Hallin, May 4, 2021.",
    "File photo of Ann Lee in Hallin REUTERS/Ken Ito",
]
ON_A_PAGE = [
    "Advertisement",
    "3 hours ago",
    "Caption: Ann Lee waves",
    "Getty Images",
    "[ Sign up for alerts from Hallin Post ]",
    "See more on: Hallin, Tom Reed",
    "Read 12 comments",
    "Reuters",
    "Previous: Storm hits Bergen",
    "Next story: Tom Reed buys the mine",
    "FILE - Ann Lee waves in Hallin",
    "File photo of Ann Lee in Hallin",
    "Features\nHow Lisbon got its trams back",
    "Editors' picks\nHow Lisbon got its trams back",
    "More from Hallin\nTom Reed: a life in mines\n2 days ago",
]


@pytest.mark.parametrize("line", SURE)
@pytest.mark.parametrize("below", ["", "\nBig crowds"])
def test_some_lines_are_of_a_page_wherever_they_stand(line, below):
    text = f"Ann Lee won in Hallin.\n\n{line}{below}\n\nShe lives in Oslo."
    assert left_out(text) == line.split("\n")


def test_what_stands_below_a_long_note_that_ends_in_a_colon_stays():
    note = "Copyright 2006 The Hallin Post. The guests of the show were:"
    assert left_out(f"{note}\nAnn Lee of Oslo.\n\nTom Reed: Welcome to the show.") == [note]


@pytest.mark.parametrize("line", ON_A_PAGE)
def test_others_are_only_in_what_is_a_page(line):
    text = f"Ann Lee won in Hallin.\n\n{line}\n\nShe lives in Oslo."
    assert not left_out(text)
    assert left_out(f"{text}\n\n© 2024 The Hallin Post") == [
        *line.split("\n"),
        "© 2024 The Hallin Post",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Image captions: a history",
        "Image source code in Oslo",
        "Published in Oslo 3 hours ago, it sold well",
        "Three hours ago, Ann Lee won",
        "5 minutes read like an hour",
        "Share: Twitter fell by 3%",
        "Home News Hallin",
        "Follow the road on foot",
        "Reuters Norland",
        "They sign up for courses in Oslo",
        "12 comments on Hallin",
        "Credit... for the work in Oslo",
        "Next minutes: 4 May",
        "Advertisements for Ann Lee",
        "Features of Hallin",
        "Nobody reads File photos of Ann Lee",
        "See [Twitter](https://twitter.com/annlee)",
        "She works for Reuters/Ipsos",
        "Ann Lee (AP) left",
        "It was an AP photo/film",
    ],
)
def test_other_words_on_a_page_are_of_the_article(line):
    assert left_out(f"Ann Lee won.\n\n{line}\n\nShe ran.\n\n© 2024 The Post") == ["© 2024 The Post"]


@pytest.mark.parametrize(
    "text",
    [
        "INT. KITCHEN\n\nANN\nNext: the eggs\n\nTOM\nPrevious: none\n\nCAPTION: Three hours ago",
        "HOST\nNext: the eggs.\nPrevious: none.\n\nIt is late in Oslo.",
        "Minutes of 4 May\n\nPrevious minutes: approved\nNext meeting: Oslo\nAdvertisement: none",
        "Features\nBattery of 40 hours for travel\nNext: charging\n\nThe phone is made in Oslo.",
        "The dog\nis home again\n\nnext  to the  fire\nno news\nno menu\nno search",
        "Soup\n2  eggs\n1  leek\n\nFILE - path of the file (required)\nMore from the kitchen",
        "Name  Place  Home\nAnn  Oslo  1\nTom  Bath  2",
        "Ann Lee reads.\n\nMost popular\nThe house of the last spirits\nA long walk to the sea",
        "Ann Lee reads.\n\nMore from Tom Hale\nThe house of the last spirits",
        "Top stories\n\nAnn Lee wins\nShe ran.\n\nMore news\n\nStorm hits Oslo\nIt rained.",
        "ADVERTISEMENT\n\nThe reader is told that Ann Lee wrote this.",
    ],
)
def test_scripts_minutes_poems_recipes_and_tables_lose_nothing(text):
    assert left_out(text) == []


def test_links_to_the_articles_beside_it_make_a_page():
    for what in ("", " story"):
        links = [f"Previous{what}: Storm hits Bergen", f"Next{what}: Boris Vane visits Lisbon"]
        assert left_out("\n".join(["Ann Lee won in Hallin.", "", *links])) == links


def test_a_credit_behind_a_caption_is_left_out_alone():
    for credit in ("(AP Photo/Ken Ito)", "REUTERS/Ken Ito", "(Ken Ito/AFP via Getty Images)"):
        assert left_out(f"It rained.\n\nAnn Lee waves. {credit}") == [credit]


def test_a_page_like_those_of_broadcasters_keeps_its_article():
    page = [
        *("Skip to content", "Your account", "Home  News  Sport", "", "Ann Lee wins in Hallin", ""),
        *("Published 3 hours ago", "", "Ann Lee won.", "", "Advertisement", "", "Big crowds", ""),
        *("Tom Reed came.", "", "More on this story", "Why the mine matters", "2 days ago"),
        *("Related topics", "Mining", "Hallin", "Also in the news", "Reed and sons close shop"),
    ]
    text = "\n".join(page)
    kept = ["Ann Lee wins in Hallin", "Ann Lee won.", "Big crowds", "Tom Reed came."]
    assert [line for line in without(text, navigation(text)).split("\n") if line] == kept


def test_a_line_of_very_many_labels_takes_no_time_that_grows_with_the_square():
    start = time.perf_counter()
    for line in ("home " * 200_000, "home | hall | " * 100_000):
        assert not left_out(line)
    assert time.perf_counter() - start < 10
