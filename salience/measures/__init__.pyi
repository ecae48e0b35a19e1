"""The public names of the room, imported when they are first asked for."""

from .people.correlation import correlate as correlate
from .people.cross_comprehension import comprehension as comprehension
from .people.qarla import Similarities as Similarities
from .people.qarla import jack as jack
from .people.qarla import king as king
from .people.qarla import orange as orange
from .people.qarla import queen as queen
from .people.relevance_prediction import relevance_prediction as relevance_prediction
from .raters.consistency import careless as careless
from .raters.consistency import fleiss_kappa as fleiss_kappa
from .raters.effects import Effects as Effects
from .raters.effects import effects as effects
from .raters.ratings import read_rating_table as read_rating_table
from .raters.report import RaterReport as RaterReport
from .raters.report import report as report
from .texts.comparison import compare_texts as compare_texts
from .texts.measure import Measure as Measure
from .texts.measure import Settings as Settings
from .texts.meteor import meteor_scores as meteor_scores
from .texts.nuggets import nugget_counts as nugget_counts
from .texts.nuggets import nugget_scores as nugget_scores
from .texts.registry import measure_named as measure_named
from .texts.scoring import count_texts as count_texts
from .texts.scoring import score_texts as score_texts
