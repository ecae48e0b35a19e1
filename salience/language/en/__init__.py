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
from salience.language.en.omissions import OMISSIONS
from salience.language.en.pages import PAGE_ASIDES, PAGE_CUES, PAGE_HEADINGS, PAGE_LINES
from salience.language.en.rule_words import ABBREVIATIONS, CLAUSES, CONTRACTIONS, CUTS, UNNAMED
from salience.language.en.values import CALENDAR, RELEASE_LINE, VALUES
from salience.language.labels import AFTER, BEFORE, CLAUSE, NAME, SKIPPED, Labels
from salience.language.language import Language
from salience.language.rule_words import phrases
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
_IN, _INTO, _AND = map(word_set, ("in", "into", "and"))
_PREPOSITIONS = _OF | _FOR | _ON | _TO | _IN | _INTO | {"at"}
_OFFICE_RANKS = word_set("vice deputy assistant")
_SURNAME_TITLES = word_set("mr mrs ms miss mister")
_MAIDEN_CUES = word_set("né née nee")
_GENERATIONS = word_set("jr sr ii iii iv")
_DEPARTMENTS = word_set("bureau department ministry")
_SENT = word_set("delegation embassy mission")
_POSSESSIVES = word_set("my your his her its our their")

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
    common=word_list("common"),
    also_common=word_set("in for on at an was were or he she said after over into during"),
    foreign=word_list("foreign"),
    small_in_titles=word_list("small_in_titles"),
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
    page_labels=word_list("page_labels"),
    page_cues=PAGE_CUES,
    page_lines=PAGE_LINES,
    release_line=RELEASE_LINE,
    link_headings=word_list("link_headings"),
    page_headings=PAGE_HEADINGS,
    page_asides=PAGE_ASIDES,
    examples=phrases(("including", "such as", "among them")),
    prizes=word_set("picture"),
    credits=re.compile("words|text|music|lyrics|photos?|photographs?|video"),
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
    into=_INTO,
    name_links=_PREPOSITIONS | _AND | word_set("& the de la du des von van"),
    no_letter=word_set("und"),
    place_words=word_set("by from with near and between against after before into through"),
    whereabouts=word_set("in at from near to"),
    reflexive_endings=("self", "selves"),
    weather_verbs=word_set("rain snow drizzle thunder"),
    expletive=word_set("it"),
    vague=word_set("it they"),
    directions=word_list("directions"),
    kin=word_list("kin"),
    before_kin=_ARTICLES
    | _POSSESSIVES
    | word_set("late older younger elder eldest youngest twin former first"),
    after_kin=word_set("of and to"),
    groups=word_set("family couple crowd group team band staff crew public audience"),
    human_endings=("ist", "man", "woman", "men", "women", "person", "people"),
    aged=word_set("old olds"),
    time_nouns=word_list("time_nouns"),
    time_names=CALENDAR | word_set("christmas easter halloween"),
    stand_ins=word_list("stand_ins"),
    country_nouns=word_set("country nation"),
    people_nouns=word_set("tribe tribes"),
    doubtful_states=word_set("ark. del. ill. ind. la. mass. miss. mo. ore. pa. tex."),
    common_nouns=word_list("common_nouns"),
    against=word_set("v v. vs vs."),
    matters=word_set(
        "fraud case cases trial lawsuit lawsuits conspiracy probe investigation funding "
        "talks vote debate crisis scandal charges violations accounts"
    ),
    boards=word_set("committee subcommittee"),
    laws=word_set("act treaty agreement agreements agenda arrangements protocol strategy"),
    units=word_set("branch department division section unit"),
    institutions=word_list("institutions"),
    broadcasters=word_set("radio tv television"),
    speech_verbs=word_list("speech_verbs"),
    human_verbs=word_set("bear die marry play sing write graduate retire study"),
    alias_cues=word_list("alias_cues"),
    maiden_cues=_MAIDEN_CUES,
    birth_cues=word_set("born"),
    after_person=_MAIDEN_CUES | word_set("mp msp qc kc obe cbe mbe dbe kbe ao oam frs frse fba"),
    orders=word_set("ac am"),
    faiths=word_set(
        "jew jews jewish muslim muslims islamic christian christians catholic catholics protestant "
        "protestants buddhist buddhists hindu hindus sikh sikhs sunni sunnis shias shiite "
        "shiites anglican anglicans mormon mormons quaker quakers"
    ),
    given_peoples=word_set("dane finn german kurd scot"),
    particles=word_list("particles"),
    saints=word_set("saint st"),
    common_acronyms=word_list("common_acronyms"),
    never_names=word_list("never_names"),
    illnesses=word_set("disease syndrome palsy lymphoma sarcoma"),
    studies=word_list("studies"),
    product_numbers=word_set("360 365"),
    languages=word_list("languages"),
    speaking_verbs=word_set("speak"),
    language_nouns=word_set("language dialect"),
    numbered=word_list("numbered"),
    short_numbered=word_set("art arts no nos nr fig figs sec secs vol vols para paras chap"),
    spoke=word_set(
        "said says asked asks cried replied shouted exclaimed murmured muttered remarked whispered "
        "answered demanded yelled screamed"
    ),
    short_titles=word_set("sen sens rep reps gov hon"),
    connectives=phrases(word_list("connectives")),
    about=word_list("about"),
    sent=_SENT,
    owned=_SENT
    | _DEPARTMENTS
    | word_set("consulate directorate secretariat kingdom republic university"),
    departments=_DEPARTMENTS | {"government"},
    several_bodies=word_set("consulates embassies governments ministries parliaments"),
    chambers=word_set("house"),
    assemblies=word_set("senate parliament congress"),
    members=word_set("member"),
    inquiries=word_set("inquiry commission"),
    called_after=word_set("award awards council cup medal prize prizes scholarship scholarships"),
    stationed=word_set("mission"),
    before_chamber=word_set("white blue government parliament opera publishing"),
    parts=word_set("district province"),
    number_after=word_set("flight"),
    inner_words=word_list("inner_words"),
    kinds_of_state=word_set("people federal federative islamic united socialist hashemite"),
    left_off=frozenset((("national", "park"),)),
    own_names=word_set("river ocean"),
    office_ranks=_OFFICE_RANKS,
    before_offices=word_set("district state circuit magistrate appeals trial majority minority"),
    sole_offices=word_list("sole_offices"),
    office_fields=word_list("office_fields"),
    other_roles=word_set("former"),
    title_ranks=word_set("prime lance crown field flying rear right rt"),
    honours=word_set("majesty highness excellency honour honor holiness"),
    becoming=word_set("be become name as"),
    posts=word_set("professor lecturer fellow scholar chair"),
    role_words=word_set("acting special federal foreign longtime shadow"),
    before_titles=word_set("acting former then late lord her his"),
    surname_titles=_SURNAME_TITLES,
    peerage=word_set("baron baroness countess dame earl lady lord prince sir"),
    nobles=word_set(
        "baron baroness count countess duchess duke earl marchioness marquess marquis prince "
        "princess viscount viscountess"
    ),
    addressed=word_set(
        "ambassador chairman chairwoman minister premier president secretary speaker"
    ),
    federal_offices=phrases(("attorney", "attorneys", "marshal", "trustee"))
    | phrases(("bankruptcy judge", "circuit judge", "district judge", "magistrate judge")),
    ship_prefixes=word_set("hms mv rms ss uss"),
    club_letters=word_set("afc fc rfc"),
    firm_kin=word_set("daughters sons"),
    legal_families=(
        word_set(
            "ab ag as asa bhd co company corp corporation inc incorporated jsc limited ltd nv oyj "
            "pjsc plc pte pty sa sas se spa"
        ),
        word_set("aps bv co company gmbh limited llc ltd oy pte pty sarl srl"),
        word_set("co kg kgaa limited llp ohg"),
    ),
    families_first=word_set(
        "ahn bae ban bong cha chang chen cheng chiang cho choi chung han hong hsu huang hwang "
        "jang jeong jo jung kang kim ko kwon lai lee li lin liu ma moon oh park roh ryu seo shin "
        "son song tsai wang wu yang yoo yoon yun zhang"
    ),
    before_hyphens=word_set("ex non"),
    hyphen_ends=word_set("backed based born era free led like made owned style"),
    chiefs=word_set("chief"),
    chief_officers=word_set("executive officer"),
    of_bodies=word_set("ceo cfo chairman chairwoman coo cto shareholders subsidiary"),
    exchanges=word_set("amex asx lse nasdaq nyse nyseamerican otc otcqb otcqx tsx tsxv xetra"),
    going=word_set("arrive come drive flee fly go hurry march move return ride sail travel walk"),
    visiting=word_set("enter leave reach tour visit"),
    in_charge=word_set("charge"),
    key_titles=(_SURNAME_TITLES - {"mister"})
    | word_set("dr prof professor sir lady lord president"),
    person_suffixes=_GENERATIONS | word_set("i v vi vii viii ix x xi xii xiii xiv xv xvi"),
    suffixes=_GENERATIONS | word_list("suffixes"),
    places_after_comma=word_set("d.c. d.c"),
    place_endings=tuple(sorted(word_list("place_endings"))),
    thing_endings=("ism", "itis", "ware", "wiki"),
    body_endings=("bank", "corp", "soft", "tech", "media", "com"),
    values=VALUES,
    clauses=CLAUSES,
    cuts=CUTS,
    abbreviations=ABBREVIATIONS,
    omissions=OMISSIONS,
    unnamed=UNNAMED,
    contractions=CONTRACTIONS,
)
