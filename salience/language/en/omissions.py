"""The words by which it is told what an English sentence can do without, and still be true."""

import re

from salience.language.rule_words import Omissions, phrases
from salience.resources import word_list, word_set

_EXAMPLES = phrases(
    ["including", "such as", "especially", "particularly", "notably", "in particular", "among them"]
)

OMISSIONS = Omissions(
    connectives=word_list("ties"),
    adverbs=word_list("loose_adverbs"),
    manners=word_list("manner_adverbs"),
    asides=phrases(word_list("asides")),
    grounds=phrases(word_list("grounds")),
    events=word_set("after following during upon amid"),
    examples=_EXAMPLES,
    varied=word_set("various diverse varied array range variety kinds types sorts forms topics"),
    echoes=phrases(["do so", "do this", "do that", "do it"]),
    naming=word_set("title name call know dub entitle term nickname label refer christen"),
    sourcing=word_set("cite quote"),
    stative=word_set("be have"),
    continuing=word_set("result lead culminate follow end win lose die dying finish fail succeed"),
    picking=word_set(
        "any anybody anyone anything each every everybody everyone everything no nobody none "
        "nothing those"
    ),
    fillers=word_set("um uh umm uhm er erm ah oh eh hm hmm mm well please so okay ok like"),
    binding=word_list("binding_words"),
    near=word_set("almost nearly virtually practically too alone"),
    comparing=word_set("than"),
    equating=word_set("as"),
    opposing=word_list("opposing_verbs"),
    future=word_set("will 'll ’ll"),
    ordinals=word_list("ordinals"),
    reporting=word_list("reporting_verbs"),
    conjunctions=word_set(
        "because after while although though since whereas as when where which who whom whose"
    ),
    conceding=word_set("because although though while whereas since"),
    premises=phrases(["based on", "based upon", "depending on", "subject to", "on condition"]),
    supposing=word_set(
        "assume suppose give provide grant consider depend bar exclude except compare measure "
        "judge allow include count pend barring failing notwithstanding supposing assuming "
        "believe think pretend imagine mistake believing thinking pretending imagining mistaking"
    ),
    times=word_set("in on at during after before throughout over for since by from"),
    dating=word_set("in on"),
    spanning=word_set("for since"),
    openers=word_set("so then anyway anyways well yeah yes yep no okay ok oh um uh now"),
    announcing=word_set("following"),
    utterances=word_set(
        "statement statements remark remarks comment comments message reply response letter "
        "announcement declaration testimony speech"
    ),
    announced=word_set("announced"),
    listing=word_set(", and ;"),
    referring=word_set("same similar such further aforementioned others"),
    both=word_set("both neither"),
    homonyms=word_set("mine"),
    marked=("Yahoo!", "Jeopardy!", "Wham!", "Oklahoma!", "Mamma Mia!", "Moulin Rouge!", "Yum!"),
    there=word_set("here there"),
    pairing=word_set("and nor"),
    since=word_set("later earlier"),
    opening_conjunctions=word_set("if when because although while since"),
    told_times=word_set("time moment point stage"),
    of_two=word_set("former latter"),
    demonstratives=word_set("that those"),
    one_more=word_set("another"),
    nth=word_set("first second third fourth fifth sixth seventh eighth ninth tenth"),
    rest=word_set("other"),
    indefinite=word_set("a an"),
    present=word_list("present_nouns"),
    quoting=word_set("say exclaim remark murmur mutter ask whisper"),
    summing=word_list("summing_nouns"),
    each_told=word_set("all each none several"),
    bounding=word_set("if unless until except"),
    doing=word_set("by for after following in"),
    placing=word_set("in through during after following under throughout at for"),
    restricting=word_set(
        "fail refuse deny decline bar barred ban banned prohibit prevent stop forbid only most "
        "every all least few little"
    ),
    going_on=word_set("then"),
    adding=word_set("also therefore thus"),
    ending=word_set("too"),
    limiting=word_set("but only just"),
    turning=word_set(
        "but although though while whereas however deny contradict withdraw drop clear suspend "
        "reject dispute contest"
    ),
    alleging=word_set("allegation claim charge accusation"),
    hesitations=re.compile(
        r"(?<![\w/[-])(?:um+|uhm?|erm|mmm+|hmm+|mhm|huh|yea[hp]|gonna|gotta|wanna|kinda|sorta|cuz)\b"
        r"|^\W*(?:Um+|Uhm?|Erm|Mm+|Hmm+|Mhm|Huh|Yea[hp]|Gonna|Gotta|Wanna|Kinda|Sorta|Cuz)\b"
        r"(?! [A-Z])|\b(?:[Kk]ind|[Ss]ort) of like\b(?!-)|\bstuff like that\b"
        r"|(?:^|, )(?:[Yy]ou know|I mean|I don[’']t know|[Ll]ike|[Ww]ell|so yeah),"
        r"|, you know\.$|\band stuff(?: you know)?[,.]|^[Cc]ause\b(?! of\b)|^Ya\b(?![’'-]| [A-Z])"
        r"|\b(?:is|was|are|were|[’']s|[’']m)(?:,| just)? like,|\blike, (?:it|I|we|you|they|s?he)\b"
        r"|^Guys,? (?:so|I|we|it|this|you)\b"
        r"|^(?:Oh,? )?[Mm]y (?:god|gosh|goodness)(?:,| (?:it|the|this|that|I|you|we)\b)"
        r"|\b(?:right|over|in) here\b(?! (?:in|at)\b)"
        r"|(?<![\w’'*-])[a-z]{1,2}-,?(?= )(?! (?:and|or|to|&)\b)|[a-z]-(?:,(?! [\w, ]+-)| [–—])"
        r"|(?i:[\[(](?:audio )?(?:inaudible|indistinct|unclear|break)[\])])"
        r"|(?<![\w/’'-])(?:[Tt]he|an?|my), (?!if\b|[a-z]+ly,|[a-z]\b)"
        r"|\b(?P<near>of|in|with|for|is),? (?P=near),"
        r"|\bthe(?:,| [—–-])? the\b(?!-)"
        r"|\b(?P<same>an?|to|and|would|was|were|of|my) (?P=same)\b(?!-)"
        r"|\b(?P<who>I|we|he|she|they|my)(?: [a-z]{1,3}-)? (?P=who)\b"
        r"|\b(?P<again>I|we|you|he|she|they) \w+ [–—-]+ (?P=again)\b"
        r"|(?<![\w’'-])(?P<begun>[a-z]{1,3})- (?P=begun)[a-z]"
    ),
    pleasantries=re.compile(
        r"\bgood (?:morning|afternoon|evening|day)\b|\bthank(?:s| you)\b|\bwelcome to\b"
        r"|\b(?:nice|good|great|delighted|lovely|pleased|happy|glad|honou?red|pleasure) to "
        r"(?:be (?:here|back|with|in|at)|see you|have you|talk to you|speak to you|answer)\b"
        r"|\b(?:like|want) to (?:thank|welcome)\b"
        r"|\bleave it there\b|\b(?:joins?|joining) (?:us|me)\b",
        re.IGNORECASE,
    ),
    no_statements=re.compile(
        r"^(?:file )?(?:photo(?:graph)?|image|picture|screenshot|fig(?:ure)?\.?|table|map)"
        r"(?: (?:of|from)\b|s? (?:by|courtesy)\b|\W+\d)"
        r"|^(?:the|this) (?:figure|table|chart|graph|diagram)"
        r"(?: (?:and|or) (?:the|this) (?:figure|table|chart|graph|diagram)\b|"
        r" (?:above|below|here)\b|"
        r"(?: also)? (?:shows|lists|summari[sz]es|illustrates|depicts|compares|presents|displays|"
        r"reveals|outlines|plots|describes|gives|indicates|demonstrates|provides|contains|identifies|"
        r"highlights|tracks|charts|details|portrays|explains)\b)"
        r"|\b(?:figure|fig\.|table) \d"
        r"|\b(?:image|photo|credit): |\bretrieved \d"
        r"|^(?:(?:learn|read|see|find out) more|for (?:more|further) information|click|"
        r"for [^,]{1,60}, (?:please )?(?:see|visit|call|contact)|"
        r"(?:visit|follow|contact|join|email) us)\b|^congratulations(?:[,!]| (?:to|on)\b)"
        r"|^(?:additional|more|further) information\b.*"
        r"\b(?:is|are|be) (?:found|available|obtained|posted)\b"
        r"|^(?:the|this) (?:case|lawsuit|matter) is (?:captioned|entitled|styled|docketed)\b"
        r"|^(?:the|this) (?:\w+ ){0,4}(?:case|matter|investigation) (?:was|is|has been) "
        r"(?:being )?(?:investigated|prosecuted|handled|conducted) by\b"
        r"|\b(?:investigated|prosecuted|(?:is|are) (?:investigating|prosecuting)) (?:the|this) case"
        r"(?: with [^.]*)?\.$"
        r"|^here(?: is| are|[’']s) (?!(?:why|how|where|what|who)\b)[^:]*:?$"
        r"|^(?:yes|no|of course),? (?:I|we|it|he|she|they|you|there) "
        r"(?:have|has|do|does|did|am|are|is|was|were|will|would|can|could)(?:n[’']t| not)?"
        r"(?:[,.;]| and\b| but\b)"
        r"|[,–—] ?(?:please )?(?:e-?mail|contact|call|write to) us\b"
        r"|^(?:thanks?\b(?! (?:(?:in (?:large )?part|largely|partly|mainly|mostly) )?to\b)|"
        r"good (?:morning|afternoon|evening)|hello\b(?!(?-i: [A-Z][\w’']* (?!and\b)\w))|hi\b|"
        r"welcome to\b|ladies and|(?:(?:and|but|now|okay|so|well|yes),? )+thank(?:s,| you))"
        r"|^this article (?:needs (?:additional|more) citations|contains \w+ (?:text|script)"
        r"|is about [^,.]{1,80}\.$)|^for (?:his|her|its|their|other|the) [^.]+, see [A-Z][^.]*\.$"
        r"|^(?:complete|answer) the [^.]*questions\b|^(?:the )?questions that follow\b"
        r"|(?-i:\((?:left|right|above|below|top|bottom)\)"
        r"(?:[.,;:]| (?:with|an?)\b| \w+s\b|.*\((?:left|right|above|below|top|bottom)\)))"
        r"|\b(?:pictured|shown) (?:here|above|below)\b"
        r"|(?:^|\()see (?:step|section|chapter|part|page|box) \d|\b(?:see|listed|shown) below\b"
        r"|^so far,? (?:we|you|I) (?:have|[’']ve) (?:\w+ )?"
        r"(?:covered|discussed|learned|looked|seen|described|explored)\b"
        r"|^(?:his|her|their|this) (?:article|essay|post|story) (?:was )?(?:first|originally)"
        r" (?:appeared|published|written|posted|printed)\b"
        r"|\b(?:in|by) the (?:previous|preceding|last|next|following) "
        r"(?:chapter|section|module|unit|lesson)\b(?! (?:of|in)\b)"
        r"|^in (?:this|the (?:previous|next|last)) (?:chapter|section|module|unit|lesson|episode)"
        r",? (?:we|you|I)\b"
        r"|\bin this (?:photo(?:graph)?|image|picture|figure)\b"
        r"|\b(?:shown|seen|pictured|depicted|described) in this "
        r"(?:painting|engraving|cartoon|map)\b"
        r"|\b(?:as follows|the following (?:\w+ )?"
        r"(?!(?:year|month|week|day|decade|centurie|season|hour|minute|generation)s)\w+s)\.$"
        r"|^(?:please help (?:to )?improve|unsourced material|without proper rendering support)\b"
        r"|\b(?:is|are) licensed under (?:\w+ ){0,4}(?:creative commons|cc|gnu)\b"
        r"|^\*\*(?!\w[^*:]*\*\* \w)|\b(?:made (?:the|this) announcement(?: today)?"
        r"|assisted (?:in|with) the (?:case|investigation|prosecution))\.$"
        r"|^the (?:charge|plea|sentence|verdict|indictment|settlement|conviction|arrest)s?"
        r"(?: and \w+)? (?:was|were) announced\b"
        r"|\bpresumed innocent (?:unless|until)\b"
        r"|^an? (?:charge|complaint|indictment|information) is (?:(?:merely|only|just|not) )?an? "
        r"(?:a|finding of)",
        re.IGNORECASE,
    ),
)
