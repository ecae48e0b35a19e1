"""How English writes dates, times, amounts of money, measures and percentages."""

import re

from salience.language.rule_words import Values
from salience.resources import word_list, word_set


def _one_of(words: str) -> str:
    """An expression for one of several words, longer ones first."""
    return "(?:" + "|".join(sorted(words.split(), key=len, reverse=True)) + ")"


def _by_first_letter(words: str) -> str:
    """The same, divided by first letter, so that most other words are refused by it."""
    rests: dict[str, list[str]] = {}
    for word in words.split():
        rests.setdefault(word[0], []).append(word[1:])
    return _one_of(" ".join(f"{x}(?:{'|'.join(rest)})" for x, rest in rests.items()))


_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
_MONTHS = "January February March April May June July August September October November December"
_NAMED = f"{_WEEKDAYS} {_MONTHS}"
CALENDAR = word_set(_NAMED.lower())
"""Weekdays and months, in small letters."""

# A space stays on its line, so that the cells of a table and the items of a menu stay apart.
_S = "[ \t\u00a0\u2009\u202f]{1,4}"
_MAYBE = "[ \t\u00a0\u2009\u202f]?"
_LINK = "[- \t\u00a0\u2009\u202f\u2010\u2011]"
_UNTIL = f"(?:{_MAYBE}[-\u2010-\u2015]{_MAYBE}|{_S}to{_S})"
_TO = f"(?:{_MAYBE}[-\u2010-\u2015]{_MAYBE}|{_S}(?:to|or){_S})"

_ONES = "(?:one|two|three|four|five|six|seven|eight|nine)"
_TENS = "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
_SCALE = "(?:hundred|thousand|million|billion|trillion)"
_DIGITS = "(?:\\d{1,3}(?:[,’'\u00a0\u2009\u202f]\\d{3}){1,4}|\\d{1,15})(?:\\.\\d{1,9})?"
_FRACTION = f"{_DIGITS}(?:{_MAYBE}[½¼¾]|{_S}?\\d/\\d(?!\\d))?"
_SPELT = (
    f"(?i:{_TENS}(?:{_LINK}{_ONES})?|{_ONES}|ten|eleven|twelve"
    f"|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:a{_S})?(?:dozen|hundred|thousand|million)|several|a{_S}few|a{_S}couple{_S}of|half{_S}an?)"
)
_NUMBER = f"(?:(?:{_FRACTION}|{_SPELT})(?:{_LINK}{_SCALE}\\b){{0,2}}|[½¼¾])"
_NUMBERS = f"{_NUMBER}(?:{_TO}{_NUMBER})?"

_SIGN = "(?:(?:US|AU|NZ|CA|HK|SG|NT|[ACRSU])?\\$|[€£¥₹₩₽₺₪₴₱฿])"
_CODE = (
    _one_of(
        "CHF EUR USD GBP JPY AUD CAD NZD SEK NOK DKK ISK INR CNY RMB BRL MXN ZAR RUB TRY PLN CZK "
        "HUF SGD HKD KRW ILS AED SAR"
    )
    + "(?![A-Za-z])"
)
_AMOUNT = f"{_DIGITS}(?:(?:{_LINK}|{_S})?(?:{_SCALE}|bn|mn|tn|m|k|M|B|K)\\b){{0,2}}"
_BEFORE_AMOUNT = f"(?:{_SIGN}|{_CODE}|(?:Rs|S?Fr)\\b\\.?){_MAYBE}"
_CURRENCY = (
    _one_of(
        "dollars? euros? francs? yen yuan renminbi rou?bles? rupees? pesos? cents? pence krona "
        "kronor kroner liras? shekels? rand baht ringgit rupiah dinars? dirhams? riyals? zloty "
        "forints?"
    )
    + "\\b"
)

_UNIT = (
    _one_of(
        "metres? meters? kilomet(?:re|er)s? centimet(?:re|er)s? millimet(?:re|er)s? miles? yards? "
        "feet foot inch(?:es)? acres? hectares? grams? kilograms? kilos? milligrams? tons? tonnes? "
        "pounds? ounces? lit(?:re|er)s? millilit(?:re|er)s? gallons? barrels? bushels? degrees? "
        "knots? light-years? watts? (?:kilo|mega|giga|tera)watts?(?:[- ]hours?)? volts? "
        "(?:kilo|mega|giga)hertz (?:kilo|mega|giga|tera)bytes? km/h kph mph km[²2] m[²23³] km cm "
        "mm mi ft kg mg lbs? oz ha ml kW MW GW kWh MWh GWh TWh kV Hz kHz MHz GHz kB KB MB GB TB"
    )
    + "(?!\\w)"
)
_MEASURE = (
    f"(?:{_LINK}?(?:(?:square|cubic|nautical|metric|light){_LINK})?{_UNIT}"
    f"|{_MAYBE}°{_MAYBE}[CF]?\\b|(?<=\\d){_MAYBE}[gmltVW](?![\\w/'’]))"
    f"(?:{_S}(?:Celsius|Fahrenheit|per{_S}(?:hour|second)))?"
)

_SURE_ZONE = _one_of("UTC GMT CEST CET EDT PDT CDT MDT AEST AEDT ACST AWST NZST NZDT EEST JST MSK")
_ZONE = (
    f"(?:{_SURE_ZONE}|[ECMP]S?T|[BIK]ST|AK[SD]T|HST|HKT|SGT|EET|WES?T|local{_S}time"
    f"|(?:Eastern|Central|Mountain|Pacific|Greenwich{_S}Mean|Central{_S}European)"
    f"(?:{_S}(?:Standard|Daylight|Summer))?{_S}Time)"
)
_OFFSET = "(?:[+−-]\\d{1,2}(?::\\d\\d)?)?"
_HALF = f"{_MAYBE}(?:[ap]m\\b|[AP]M\\b|[ap]\\.m\\b\\.?|[AP]\\.M\\b\\.?)"
_HOUR = "(?:[01]?\\d|2[0-4])"
_CLOCK = (
    f"(?:{_HOUR}(?:(?:[:.][0-5]\\d){{1,2}})?(?:{_HALF}|{_S}o['’]clock\\b)"
    f"|{_HOUR}:[0-5]\\d(?::[0-5]\\d)?(?!\\d|[.:]\\d)"
    f"|{_HOUR}[.:]?[0-5]\\d(?={_S}(?:{_ZONE}|hours|hrs)\\b))"
)
_PART_OF_DAY = "(?:morning|afternoon|evening|night|noon|midday)s?\\b"

_MONTH_NAMES = "|".join(_MONTHS.split())
RELEASE_LINE = re.compile(
    r"\s*(?:for (?:immediate )?release|(?:press|news|media) release|(?:media|news) advisory"
    r"|breaking news|opinion|editorial"
    rf"|(?:(?:{'|'.join(_WEEKDAYS.split())}),? )?"
    rf"(?:(?:{_MONTH_NAMES}) \d\d?|\d\d? (?:{_MONTH_NAMES})),? \d{{4}})[ \t:.—–-]*(?:\r\n?|\n)",
    re.IGNORECASE,
)
"""A line above a headline: what the text is, or its date."""
_DAY = _one_of(f"{_WEEKDAYS} {_WEEKDAYS.upper()}")
_FULL_MONTH = _one_of(f"{_MONTHS} {_MONTHS.upper()}") + "\\b"
_MONTH = f"(?:{_FULL_MONTH}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b\\.?)"
_DAY_NUMBER = "(?:3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)?(?![\\d:.,]?\\d)"
_DAYS = f"{_DAY_NUMBER}(?:{_TO}{_DAY_NUMBER}|{_S}and{_S}{_DAY_NUMBER})?"
_YEAR = "(?:1\\d{3}|20\\d\\d)(?![\\d:%]|[.,]\\d|-\\w|[’'](?!s\\b)\\w)"
_ERA = f"{_S}(?:BCE?|B\\.C\\.(?:E\\.)?|CE|C\\.E\\.|AD|A\\.D\\.)(?!\\w)"
_PART = f"(?i:(?:mid|early|late)[-\u2010\u2011 ]|the{_S}end{_S}of{_S})"
_WHICH = f"(?i:last|next|this|past|previous|following|every|each|late|early){_S}"
_ORDINAL = (
    "(?:\\d{1,2}(?:st|nd|rd|th)|(?i:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    "|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|twenty-first))"
)
_PERIOD = "(?:(?:day|week|weekend|fortnight|month|quarter|year|decade)s?|century|centuries|nights)"
_AFTER_WORDS = "|".join(
    f"(?<={word} )"
    for word in ("in", "In", "since", "Since", "until", "by", "during", "from", "after", "of")
)
_SEASON = "(?:[Ss]pring|[Ss]ummer|[Aa]utumn|[Ff]all|[Ww]inter)"

_OF_CALENDAR = (
    # 23 August 1987, the 3rd of May
    f"(?=\\d){_DAYS}(?:{_S}of)?{_S}{_MONTH}(?:,?{_S}{_YEAR})?",
    # August 23 and 24, 1987
    f"(?=[A-Z]){_MONTH}{_S}{_DAYS}(?:,{_MAYBE}{_YEAR}|{_S}{_YEAR})?",
    # late May 1987, mid-December, last May
    f"(?=[A-Zelmnptf])(?:{_WHICH})?(?:{_PART})?(?=[A-Z])"
    f"(?:{_MONTH}(?:{_S}of)?,?{_S}{_YEAR}|{_FULL_MONTH}(?:{_TO}{_FULL_MONTH})?)",
)
_CALENDAR = f"(?:{'|'.join(_OF_CALENDAR)})"
_DATES = (
    f"(?:{_WHICH})?(?=[MTWFS]){_DAY}s?\\b(?:,?{_S}{_CALENDAR})?",
    f"(?=[MTWFS])(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),{_S}{_CALENDAR}",
    *_OF_CALENDAR,
    # 2019-08-23, 23.8.1987, 8/23/87
    "\\d{4}-\\d\\d-\\d\\d(?!\\d)",
    "\\d{1,2}(?P<_>[./])\\d{1,2}(?P=_)(?:\\d{4}|\\d\\d)(?![\\d./])",
    # the 1800s, mid-1990s, the '90s
    f"(?:[Tt]he{_S})?(?:{_PART})?(?:\\d{{3}}0|['’]\\d0)['’]?s\\b",
    # the late 16th and 17th centuries
    f"(?:[Tt]he{_S})?(?:{_PART})?{_ORDINAL}(?:{_S}(?:and|to|or){_S}{_ORDINAL})?{_LINK}"
    f"(?:century|centuries)\\b(?:{_ERA})?",
    f"(?=\\d)(?:\\d{{1,4}}{_TO})?\\d{{1,4}}{_ERA}|(?:AD|A\\.D\\.){_S}\\d{{1,4}}\\b",
    # spring 2012, last summer, Q3 2019, fiscal 2019, 1939–1945
    f"(?:{_WHICH})?{_SEASON}(?:{_S}of)?{_S}{_YEAR}|{_WHICH}{_SEASON}\\b",
    f"(?:Q[1-4]|H[12]|(?:the{_S})?(?:first|second|third|fourth){_S}(?:quarter|half){_S}of"
    f"|[Ff]iscal(?:{_S}year)?|FY|(?:the{_S})?year){_MAYBE}{_YEAR}",
    f"(?=[12])(?<!: ){_YEAR}{_UNTIL}(?:{_YEAR}|\\d\\d(?!\\d|[.,]\\d))",
    f"(?=[12])(?:{_AFTER_WORDS}){_YEAR}",
    f"(?=[12])(?<=\\(){_YEAR}(?=\\))",
    f"{_PART}{_YEAR}",
    # yesterday, last week, the past two years
    f"(?:the{_S}day{_S}(?:before|after){_S})?(?:[Yy]esterday|[Tt]oday|[Tt]omorrow)\\b",
    f"{_WHICH}(?:(?:{_SPELT}|few|\\d{{1,3}}){_S})?{_PERIOD}\\b(?:['’]s\\b)?",
)
_TIMES = (
    f"(?=\\d)(?:(?:{_CLOCK}|{_HOUR}){_UNTIL})?{_CLOCK}(?:{_S}(?:hours|hrs)\\b)?"
    f"(?:{_S}(?:{_ZONE}\\b{_OFFSET}|\\({_ZONE}\\)))?",
    f"(?=[A-Z]){_SURE_ZONE}\\b{_OFFSET}",
    f"(?:(?:{_WHICH}){{0,2}}(?:{_DAY}|[Yy]esterday|[Tt]omorrow)|(?i:this|last|that)){_S}"
    f"(?:early{_S}|late{_S})?{_PART_OF_DAY}",
    f"{_SPELT}{_S}o['’]clock\\b",
    "[Tt]onight\\b|(?<=at )(?:noon|midnight)\\b",
)
_WITH_NUMBER = (
    f"{_LINK}?(?P<PERCENT>%|‰|per{_LINK}?cent\\b|percentage{_S}points?\\b|pct\\b)",
    f"(?P<MONEY>{_MAYBE}(?:€|{_CODE})|{_LINK}(?:[A-Z][\\w.]+{_S}){{0,2}}{_CURRENCY}"
    f"|{_LINK}(?:[A-Z][\\w.]+{_S}){{1,2}}(?=[A-Z])(?i:{_CURRENCY})"
    f"|(?:(?<=llion)|{_S}[A-Z][\\w.]+){_S}pounds?\\b|{_S}pounds?{_S}sterling\\b"
    f"|{_S}(?:South{_S})?Korean{_S}won\\b)",
    f"(?P<TIME>{_LINK}(?:seconds?|minutes?|hours?|hrs?|mins?)\\b(?:-long\\b)?)",
    f"(?P<DATE>{_LINK}{_PERIOD}\\b(?:['’]s?(?!\\w))?"
    f"(?:{_LINK}(?:olds?|long|ago|later|earlier)\\b)?)",
    f"(?P<QUANTITY>{_MEASURE})",
)
_STARTS = word_list("value_starts")
_BOTH_CASES = " ".join(sorted(_STARTS | {word.title() for word in _STARTS}))
_CAPITAL_STARTS = (
    f"{_WEEKDAYS} {_MONTHS} {_WEEKDAYS.upper()} {_MONTHS.upper()} Mon Tue Wed Thu Fri Sat Sun "
    "Jan Feb Mar Apr Jun Jul Aug Sept? Oct Nov Dec FY Q[1-4] H[12] AD"
)
_VALUE = (
    # Most words are refused here.
    "(?<![\\w&/+.,:#-])"
    f"(?=[\\d½¼¾'’$€£¥₹₩₽₺₪₴₱฿]|{_by_first_letter(_BOTH_CASES)}\\b"
    f"|{_by_first_letter(_CAPITAL_STARTS)}s?\\b|[A-Z]{{2,4}}(?![a-z])|[A-Z]{{1,2}}\\$|Rs\\b|S?Fr\\b)"
    "(?:"
    f"(?P<MONEY_>{_BEFORE_AMOUNT}{_AMOUNT}(?:{_UNTIL}(?:{_BEFORE_AMOUNT})?{_AMOUNT})?)"
    f"|(?P<TIME_>{'|'.join(_TIMES)})"
    f"|(?P<DATE_>{'|'.join(_DATES)})"
    f"|{_NUMBERS}(?:{'|'.join(_WITH_NUMBER)})"
    ")"
)

VALUES = Values(
    expression=_VALUE,
    starts=_STARTS,
    calendar=word_set(f"{_NAMED} {_NAMED.upper()}") | {f"{day}s" for day in _WEEKDAYS.split()},
    names_too=word_set("April May June March August"),
    given=word_set("April May June"),
    say_when=word_set("in since until till throughout during"),
    make_names=word_set("good black ash holy palm easter super bloody cyber fat giving maundy red"),
)
