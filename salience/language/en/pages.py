"""What the frame of a web page says around an article: notes, buttons, pictures and credits."""

import re

_SITES = "facebook|twitter|x|instagram|linkedin|youtube|whatsapp|reddit|e-?mail"
_PARTS = "article|story|page|post"
_AGO = r"(?:\d{1,2}|an?) ?(?:m|h|d|min(?:ute)?s?|hours?|days?|weeks?|months?|years?) ago"
_AD = "advert(?:isement)?"

PAGE_CUES = re.compile(
    r"skip to (?:main )?(?:content|navigation)|(?:this (?:web)?site|we) uses? cookies"
    r"|we and our (?:\d+ )?partners use cookies|let us know you agree to cookies"
    r"|by continuing to (?:use|browse)|.{,200}all rights reserved|©|copyright (?:©|\d{4})"
    r"|(?:share|follow) (?:this|us) on\b|sign up (?:for|to) our newsletter"
    rf"|(?:(?:share|tweet|pin|follow)(?: (?:it|this))?(?: (?:{_PARTS}))? (?:on|by|via)"
    rf" (?:{_SITES})\W*)+$"
    rf"|(?:share|follow(?: us)?)(?: (?:it|this))?(?: (?:{_PARTS}))?(?: (?:on|by|via))?:"
    rf" (?:(?:{_SITES})\W*)+$"
    r"|(?:related|recommended) (?:articles|stories|news|content|posts):?$"
    rf"|follow \w+(?: \w+){{,3}} on (?:{_SITES})(?:\W+(?:(?:and|or) )?(?:{_SITES}))*\W*$"
    r"|(?:image|media) (?:source|caption)[,:]"
    r"|the \w+ is not responsible for the content of external|view image in full ?screen$"
    rf"|(?:first )?(?:published|posted|(?:last )?updated):? {_AGO}$|\d{{1,2}} min(?:ute)?s? read$"
    rf"|(?:story|{_PARTS}) continues (?:below|after) (?:this )?{_AD}\W*$"
    rf"|{_AD}\W+(?:continue reading|scroll)\b.{{,40}}$|skip (?:past )?{_AD}$"
    r"|(?:got|have) (?:a|any) (?:news )?(?:tips?|story)\?.{,100}$"
    r"|(?:loading|view|open) (?:photo |image |picture )?gallery$"
)
PAGE_LINES = re.compile(
    rf"{_AD}s?|{_AGO}|caption: \S.*|(?:previous|next)(?: (?:{_PARTS}))?: .*[^.]"
    r"|\W*sign up (?:for|to) \S.{,80}[^.]|see more on:? \S.*"
    r"|(?:(?:read|view) )?(?:all )?\d+ comments"
    r"|(?:getty images|reuters|afp|epa|pa media)(?:/\S.*)?"
    r"|file (?:photo|picture|image) (?:of|from|shows) .*[^.]|file [-–—] \S.*"
)
PAGE_HEADINGS = re.compile(
    r"features|topics|most popular|up next|keep reading|editor[’']?s[’']? picks"
    r"|(?:more (?:from|in|on)|(?:from )?around|elsewhere on) \S.{,30}"
)

_AGENCIES = (
    "A[Pp](?: Photo)?|AFP|EPA|EFE|PA|UPI|R(?:euters|EUTERS)|Xinhua|Kyodo|Bloomberg|"
    "(?:AFP/|AFP via )?Getty(?: Images)?"
)
_NAME = r"[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*){,3}"
_FILE = r"(?i:,? files?|/file(?: photo)?)?"
_CREDIT = (
    rf"(?:\((?:{_AGENCIES}) ?/ ?{_NAME}{_FILE}\)"
    rf"|\({_NAME}(?: ?/ ?{_NAME})?(?: ?/ ?| via )(?:{_AGENCIES}){_FILE}\)"
    rf"|(?:{_AGENCIES})/{_NAME}{_FILE})"
)
PAGE_ASIDES = re.compile(
    r"^(?=[A-Z])(?i:read (?:more|also|next)|also read|see also|related): .*[^.]$"
    r"|^(?=[A-Z])(?i:(?:photo|photograph|picture|image|file (?:photo|picture|image)):) \S"
    rf"|^FILE(?: PHOTO)? ?[-–—] (?=.*(?:\bfile (?:photo|image|picture)\b|{_CREDIT}$))"
    rf"|^(?=[A-Z])(?i:file (?:photo|picture|image)) .*{_CREDIT}$"
    rf"|(?:^|(?<=[.!?)”\"]) ){_CREDIT}$"
    r"|^Credit(?:\.{3}|…) ?[A-Z].{,80}$"
    r"|(?:^|(?<=[.!?)”\"]) \(?)(?=[A-Z])(?i:(?:photo(?:graph)?s?|pictures?|images?|credits?)"
    r"(?: credits?)?:|(?:photo|photograph|picture|image) (?:by|courtesy of))"
    r"(?: (?:[^\w\s]*[^\W_a-z]\S*|/|and|by|for|of|the|via)){1,9}$"
)
