from .batches import run_task as run_task
from .tasks import Labelling as Labelling
from .tasks import Parsing as Parsing
from .tasks import Scoring as Scoring
from .workers import WorkerPool as WorkerPool
