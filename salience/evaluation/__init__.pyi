"""The public names of the room, imported when they are first asked for."""

from .agreement import krippendorff_alpha as krippendorff_alpha
from .agreement import together as together
from .coreference import score_coref as score_coref
from .human_references import human_reference as human_reference
from .learning_curves import learning_curve as learning_curve
from .paired_tests import approximate_randomization as approximate_randomization
from .paired_tests import holm as holm
from .recalibration import reliability as reliability
from .recalibration import with_share as with_share
from .systems import System as System
from .systems import model_system as model_system
from .systems import named_system as named_system
from .threshold_choice import with_threshold as with_threshold
