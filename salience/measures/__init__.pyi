"""The public names of the room, imported when they are first asked for."""

from .people.correlation import correlate as correlate
from .raters.groups import compare_groups as compare_groups
from .raters.report import RaterReport as RaterReport
from .raters.report import report as report
from .texts.comparison import compare_texts as compare_texts
from .texts.measure import Measure as Measure
from .texts.measure import Settings as Settings
from .texts.nuggets import nugget_counts as nugget_counts
from .texts.nuggets import nugget_scores as nugget_scores
from .texts.registry import measure_named as measure_named
from .texts.scoring import count_texts as count_texts
from .texts.scoring import score_texts as score_texts
