"""The words by which it is told what an English sentence can do without, and still be true."""

from __future__ import annotations

import re

from salience.language.rule_words import Omissions
from salience.resources import word_set

OMISSIONS = Omissions(
    connectives=word_set(
        "however moreover furthermore nevertheless nonetheless meanwhile therefore thus hence "
        "consequently accordingly additionally then likewise similarly and but so also "
        "yet finally instead indeed well"
    ),
    adverbs=word_set(
        "very really quite extremely highly greatly deeply strongly sharply steadily heavily "
        "quickly rapidly swiftly quietly carefully suddenly gradually eventually finally "
        "recently subsequently immediately promptly shortly soon later afterwards previously "
        "earlier originally initially today yesterday tonight famously notably "
        "particularly especially clearly simply actually indeed also again then "
        "meanwhile together personally openly repeatedly fully completely totally utterly "
        "entirely absolutely thoroughly widely publicly formally happily sadly "
        "angrily bravely brutally violently peacefully successfully unexpectedly surprisingly "
        "dramatically significantly considerably substantially enthusiastically ago"
    ),
    adjectives=word_set(
        "big large small huge great vast massive tiny little new old young major famous popular "
        "beautiful pretty wonderful terrible strong heavy long short tall brief special powerful "
        "prominent renowned respected notable important significant considerable serious severe "
        "dramatic brutal fierce violent bitter bloody crowded elegant loud quiet rich poor "
        "expensive cheap impressive remarkable spectacular extraordinary detailed extensive "
        "comprehensive"
    ),
    binding=word_set(
        "not n't n’t no nor never neither none nobody nothing nowhere without hardly scarcely "
        "barely rarely seldom few little less fewer only merely solely just yet "
        "usually generally mostly mainly normally typically ever anything any anyone "
        "may might can could must should would shall ought ca wo sha 'd ’d "
        "if unless until till whether provided providing lest except excluding save otherwise "
        "possibly perhaps maybe probably likely unlikely allegedly reportedly supposedly "
        "apparently seemingly presumably purportedly ostensibly theoretically wrongly falsely "
        "accidentally unsuccessfully narrowly temporarily nominally officially technically "
        "than enough rather but unlike"
    ),
    near=word_set("almost nearly virtually practically too alone"),
    comparing=word_set("than"),
    equating=word_set("as"),
    agents=word_set("by"),
    opposing=word_set(
        "deny doubt refuse fail lack prevent avoid ban forbid prohibit stop oppose reject cancel "
        "need want require dispute abolish abandon limit restrict exempt exclude allow permit "
        "seek hope fear wish prefer hate dislike like love demand"
    ),
    future=word_set("will 'll ’ll"),
    ordinals=word_set(
        "first second third fourth fifth sixth seventh eighth ninth tenth last next final "
        "latest initial only sole other"
    ),
    reporting=word_set(
        "say announce report add state note explain confirm tell write insist warn argue claim "
        "admit declare acknowledge reveal observe show find conclude discover learn recall stress "
        "emphasize reply respond believe think estimate suggest allege testify quote maintain "
        "assert describe predict complain joke remark comment contend according"
    ),
    conjunctions=word_set(
        "because after while although though since whereas as when where which who whom whose"
    ),
    conceding=word_set("because although though while whereas since"),
    supposing=word_set(
        "assume suppose give provide grant consider depend bar exclude except compare measure "
        "judge allow include count"
    ),
    joining=word_set("and &"),
    places=word_set(
        "in on at near outside inside across behind beside around during after before despite "
        "amid amidst following throughout alongside by under with to from into through "
        "among within via towards toward above below over about"
    ),
    times=word_set("in on at during after before throughout over for since by from"),
    spanning=word_set("for since"),
    of_nouns=word_set("in near by at from outside with between after during over"),
    empty=word_set(
        "place way thing time kind sort type part number person people man woman point reason "
        "fact idea area situation issue question problem group range set series"
    ),
    framing=word_set(
        "view opinion eye mind theory principle practice paper film movie novel book story dream "
        "play fiction word case event absence danger risk hope fear fact name favour favor part "
        "least most average report account"
    ),
    changing=word_set(
        "rise fall increase decrease drop grow decline climb jump soar slip gain lose earn lead "
        "win rank finish place score top exceed reach average account total number double triple "
        "come go"
    ),
    needy=word_set(
        "be have put place set leave keep hold bring take send throw get make let find turn "
        "transform base locate situate bear build give name call use know consider see treat "
        "regard involve engage spend invest include divide allow force ask order want expect urge "
        "persuade help enable cause require permit tell remain stay become seem appear lie lay "
        "live result focus rely depend believe consist belong participate happen occur write "
        "deny doubt refuse fail stop prevent avoid forget try attempt plan intend hope promise "
        "threaten pretend dream imagine fear cease quit suspect accuse charge clear ban forbid "
        "bar lack miss equal mean mix add compare prefer"
    ),
    complete=word_set(
        "die resign retire begin start end close open vote meet speak crash explode collapse "
        "arrive marry sleep rain snow perform sing dance flee escape surrender disappear "
        "vanish say announce graduate leave "
        "sang"
    ),
    purpose=word_set("to"),
    openers=word_set("so well yeah yes yep no okay ok oh um uh now"),
    referring=word_set("same such further latter former aforementioned others"),
    both=word_set("both neither"),
    pairing=word_set("and nor"),
    since=word_set("later earlier"),
    definite=word_set("the"),
    captions=re.compile(
        r"^(?:file )?(?:photo(?:graph)?|image|picture|screenshot|fig(?:ure)?\.?|table|map)"
        r"(?:s? (?:of|by|from|courtesy)\b|\W+\d)"
        r"|^(?:the|this) (?:figure|table|chart|graph|diagram)\b|\b(?:figure|fig\.|table) \d"
        r"|\b(?:image|photo|credit): "
        r"|^(?:thanks?\b|good (?:morning|afternoon|evening)|hello\b|hi\b|welcome to\b|ladies and)",
        re.IGNORECASE,
    ),
)
