"""English: its small word sets and rules; the long lists are data, in `resources/words`.

Sets that are alike are built from each other, so that no two of them drift apart.
"""

import re

from salience.language.agreement import (
    ANY_GENDER,
    ANY_NUMBER,
    FEMALE,
    HUMAN,
    MALE,
    PLURAL,
    SINGULAR,
    THING,
    Pronoun,
)
from salience.language.en.clauses import CLAUSES
from salience.language.en.cuts import CONTRACTIONS, CUTS
from salience.language.en.omissions import OMISSIONS
from salience.language.en.unnamed import UNNAMED
from salience.language.en.values import CALENDAR, VALUES
from salience.language.labels import AFTER, BEFORE, CLAUSE, NAME, SKIPPED, Labels
from salience.language.language import Language
from salience.resources import word_list, word_set

_CLEAR = Labels(
    relations={
        "csubjpass": "csubj",
        "dative": "iobj",
        "dobj": "obj",
        "nn": "compound",
        "nsubjpass": "nsubj",
        "pobj": "obl",
    },
    roles={"attr": "root", "npadvmod": "obl", "oprd": "xcomp", "poss": "nmod", "relcl": "acl"},
    phrase_parts={
        "nn": NAME,
        **dict.fromkeys(("num", "quantmod", "poss", "predet"), BEFORE),
        **dict.fromkeys(("prep", "pobj", "pcomp"), AFTER),
        "hyph": SKIPPED,
        "relcl": CLAUSE,
    },
)

_ARTICLES = word_set("the a an")
_OF, _FOR, _ON, _TO = map(word_set, ("of", "for", "on", "to"))
_IN, _AND = map(word_set, ("in", "and"))
_PREPOSITIONS = _OF | _FOR | _ON | _TO | _IN | {"at"}
_OFFICE_RANKS = word_set("vice deputy assistant")
_SURNAME_TITLES = word_set("mr mrs ms miss mister")
_MAIDEN_CUES = word_set("né née nee")
_GENERATIONS = word_set("jr sr ii iii iv")
_DEPARTMENTS = word_set("bureau department ministry")
_SENT = word_set("delegation embassy mission")
_POSSESSIVES = word_set("my your his her its our their")

_CONNECTIVES = (
    "however|moreover|furthermore|nevertheless|nonetheless|therefore|thus|hence|also|still|"
    "consequently|accordingly|additionally|meanwhile|besides|indeed|likewise|similarly|"
    "conversely|first|second|third|then|again|too|instead|rather|finally|lastly|secondly|thirdly|regardless|"
    "specifically|notably|importantly|in addition|in turn|in fact|in particular|in contrast|"
    "by contrast|in short|in other words|in the meantime|in this way|as a result|"
    "as a consequence|as such|for example|for instance|for this reason|for that reason|"
    "on the other hand|on the contrary|at the same time|at that time|of course|after all|"
    "above all|after that|because of this|despite this|even so|that said|with this in mind"
)

ENGLISH = Language(
    code="en",
    name="English",
    pronouns=(
        Pronoun("i me my mine myself", 1, SINGULAR, HUMAN),
        Pronoun("you your yours yourself yourselves", 2, ANY_NUMBER, ANY_GENDER),
        Pronoun("he him his himself", 3, SINGULAR, MALE),
        Pronoun("she her hers herself", 3, SINGULAR, FEMALE),
        Pronoun("it its itself", 3, SINGULAR, THING),
        Pronoun("we us our ours ourselves", 1, PLURAL, ANY_GENDER),
        Pronoun("they them their theirs themselves themself", 3, PLURAL, ANY_GENDER),
        Pronoun("this", 0, SINGULAR, THING),
        Pronoun("that", 0, SINGULAR, THING),
        Pronoun("these those", 0, PLURAL, ANY_GENDER),
    ),
    lists=word_list,
    labels=_CLEAR,
    plural_tags=word_set("NNS NNPS"),
    singular_tags=word_set("NN NNP"),
    proper_tags=word_set("NNP NNPS"),
    relative_tags=word_set("WDT WP IN"),
    common=word_set(
        "the of and to that is it with by from this are not but have has had be which they their "
        "his you we will its who been would she my your can there when what if how"
    ),
    also_common=word_set("in for on at an was were or he she said after over into during"),
    small_in_titles=word_set(
        "a an and as at be but by do for from go he if in into is it its me my no nor of off on or "
        "over per so than that the to up via vs was we were will with"
    ),
    inflections=(("s", ""), ("es", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e")),
    plural="s",
    possessive="s",
    always_capital=word_set("I"),
    by="by",
    written_by=word_set("by of from"),
    talks=word_set("speech address remarks statement testimony"),
    interviews=word_set("interview interviews interviewed interviewer"),
    greetings=word_set("dear"),
    name_nouns=word_set("name"),
    murmurs="[HM][hm]+|Farewell|Good(?:bye|night)|Hello",
    page_labels=re.compile(
        r"home|menu|news|sports?|business|weather|search|contact(?: us)?|about(?: us)?|log ?in"
        r"|sign (?:in|up)|subscribe|register|share|tweet|print|follow us|newsletters?|imprint"
        r"|privacy(?: policy)?|terms (?:of (?:use|service)|and conditions)|cookie settings"
        r"|cookie policy|accept(?: all| cookies)?|manage cookies|site ?map|faq|help|careers|jobs"
        r"|advertise|read more|more news|related articles|most read|back to top|next|previous"
        r"|facebook|twitter|instagram|linkedin|youtube"
    ),
    page_cues=re.compile(
        r"^skip to (?:main )?(?:content|navigation)|^(?:this (?:web)?site|we) uses? cookies"
        r"|^by continuing to (?:use|browse)|all rights reserved|^©|^copyright (?:©|\d{4})"
        r"|^(?:share|follow) (?:this|us) on\b|^sign up (?:for|to) our newsletter"
    ),
    articles=_ARTICLES,
    definite=word_set("the"),
    possessives=_POSSESSIVES,
    indefinites=word_set("a an some any every each no another many several one"),
    other_demonstratives=word_set("such"),
    name_demonstratives=word_set("this that"),
    negations=word_set("not n't n’t never"),
    and_=_AND,
    prepositions=_PREPOSITIONS,
    of=_OF,
    for_=_FOR,
    on=_ON,
    to=_TO,
    in_=_IN,
    name_links=_PREPOSITIONS | _AND | word_set("& the de la du des von van"),
    no_letter=word_set("und"),
    place_words=word_set("by from with near and between against after before into through"),
    whereabouts=word_set("in at from near to"),
    reflexive_endings=("self", "selves"),
    weather_verbs=word_set("rain snow drizzle thunder"),
    expletive=word_set("it"),
    vague=word_set("it they"),
    directions=word_set(
        "north south east west central upper lower northern southern eastern western northeast "
        "northwest southeast southwest northeastern northwestern southeastern southwestern"
    ),
    kin=word_set(
        "mother father parent parents son daughter brother sister sibling twin wife husband spouse "
        "widow widower uncle aunt nephew niece cousin grandfather grandmother grandson "
        "granddaughter stepfather stepmother stepson stepdaughter stepbrother stepsister"
    ),
    before_kin=_ARTICLES
    | _POSSESSIVES
    | word_set("late older younger elder eldest youngest twin former first"),
    after_kin=word_set("of and to"),
    groups=word_set("family couple crowd group team band staff crew public audience"),
    human_endings=("ist", "man", "woman", "men", "women", "person", "people"),
    time_nouns=word_set(
        "second minute hour day week month season year decade century night morning"
    ),
    time_names=CALENDAR | word_set("christmas easter halloween"),
    stand_ins=word_set(
        "company firm agency organization organisation nonprofit startup manufacturer retailer "
        "airline broadcaster newspaper city country town island village nation"
    ),
    country_nouns=word_set("country nation"),
    people_nouns=word_set("tribe tribes"),
    common_nouns=word_set(
        "act administration agency agreement association authority bill board chamber commission "
        "committee company corporation council department district division foundation fund "
        "government institute law ministry nation organisation organization plan program programme "
        "project protocol report resolution speech state strategy treaty"
    ),
    laws=word_set("act treaty"),
    units=word_set("branch division section unit"),
    institutions=word_set(
        "museum hospital school university college gallery academy institute institution clinic"
    ),
    broadcasters=word_set("radio tv television"),
    speech_verbs=word_set(
        "say tell add ask reply answer note explain state write announce declare argue claim "
        "insist warn admit comment remark recall suggest continue conclude stress whisper shout "
        "cry exclaim mutter murmur tweet believe agree acknowledge confirm respond observe point go"
    ),
    human_verbs=word_set("bear die marry play sing write graduate retire study"),
    alias_cues=word_set(
        "( (; : [ or known called named name nicknamed dubbed titled renamed spelled spelt born né "
        "née nee alias aka a.k.a. as also now later formerly previously originally sometimes "
        "commonly officially simply colloquially short translated transliterated pseudonym english "
        "french german"
    ),
    maiden_cues=_MAIDEN_CUES,
    after_person=_MAIDEN_CUES | word_set("mp msp qc kc obe cbe mbe"),
    particles=word_set(
        "abu af al ap av ben bin bint da dal de del dela della den der des di do dos du e el fitz "
        "ibn la las le los mac ten ter till und van vom von y zu zum zur"
    ),
    saints=word_set("saint st"),
    common_acronyms=word_set(
        "ac ad ai am api asap bc bce cd ceo cfo cgi coo cpu cv diy dj dna dvd ep faq fm gdp gpa "
        "gps gpu html id iq lcd led lp mc mp3 mph pc pdf phd pm pr rna rpm sms suv tv url usb vcr "
        "vip vr wifi"
    ),
    never_names=word_set(
        "adhd aids bsc ceo cest cet ch4 co2 coo copd cto edt gmt h2o hcl hiv mba mou mp msc n2o "
        "nacl nh3 ngo no2 pdt pst ptsd sme so2 utc"
    ),
    illnesses=word_set("disease syndrome palsy lymphoma sarcoma"),
    studies=word_set(
        "accounting administration anthropology archaeology architecture art arts astronomy "
        "bachelor biochemistry biology business chemistry computer computing dentistry doctor "
        "economics education engineering finance fine geography geology history humanities law "
        "liberal linguistics literature management marketing master mathematics maths medicine "
        "music nursing philosophy physics political psychology science sciences social sociology "
        "theology"
    ),
    languages=word_set(
        "afrikaans amharic arabic aramaic bengali cantonese esperanto farsi gaelic gujarati hausa "
        "hebrew hindi igbo kurdish latin malay mandarin marathi nahuatl oromo pashto punjabi "
        "quechua romansh sanskrit sinhala somali swahili tagalog tamil telugu tigrinya twi urdu "
        "wolof xhosa yiddish yoruba zulu"
    ),
    speaking_verbs=word_set("speak"),
    language_nouns=word_set("language dialect"),
    numbered=word_set(
        "art article annex category chapter clause fig figure fiscal grade level no number page "
        "paragraph phase section stage step"
    ),
    short_numbered=word_set("art arts no nos nr fig figs sec secs vol vols para paras chap"),
    connectives=frozenset(tuple(phrase.split()) for phrase in _CONNECTIVES.split("|")),
    about=word_set(
        "act agreement commission committee conference convention council covenant declaration "
        "directive institute panel protocol report subcommittee summit treaty"
    ),
    sent=_SENT,
    owned=_SENT
    | _DEPARTMENTS
    | word_set("consulate directorate secretariat kingdom republic university"),
    departments=_DEPARTMENTS,
    number_after=word_set("flight"),
    inner_words=word_set(
        "international regional municipal memorial metropolitan community general high middle "
        "elementary primary secondary preparatory football medical"
    ),
    kinds_of_state=word_set("people federal federative islamic united socialist hashemite"),
    left_off=frozenset((("national", "park"),)),
    own_names=word_set("river ocean"),
    office_ranks=_OFFICE_RANKS,
    before_offices=word_set("district state circuit magistrate appeals"),
    other_roles=word_set("former"),
    title_ranks=word_set("prime lance crown"),
    role_words=word_set("acting special federal foreign"),
    before_titles=word_set("acting former then late lord her his"),
    surname_titles=_SURNAME_TITLES,
    addressed=word_set("ambassador chairman chairwoman minister president secretary speaker"),
    in_charge=word_set("charge"),
    key_titles=(_SURNAME_TITLES - {"mister"})
    | word_set("dr prof professor sir lady lord president"),
    person_suffixes=_GENERATIONS | word_set("i v vi vii viii ix x xi xii xiii xiv xv xvi"),
    suffixes=_GENERATIONS
    | word_set(
        "jr. sr. esq esq. phd ph.d ph.d. md m.d. mp mba inc inc. ltd ltd. co co. corp corp. llc "
        "plc gmbh ag"
    ),
    places_after_comma=word_set("d.c. d.c"),
    place_endings=tuple(
        word_set(
            "berg borough bourg burg burgh bury dale field ford grad ham heim land mouth polis pur "
            "shire stadt stan ton town ville wick"
        )
    ),
    thing_endings=("ism", "itis", "ware", "wiki"),
    body_endings=("bank", "corp", "soft", "tech", "media", "com"),
    values=VALUES,
    clauses=CLAUSES,
    cuts=CUTS,
    omissions=OMISSIONS,
    unnamed=UNNAMED,
    contractions=CONTRACTIONS,
)
