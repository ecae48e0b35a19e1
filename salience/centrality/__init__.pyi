from .cooccurrence import Cooccurrence as Cooccurrence
from .graph import centrality as centrality
from .graph import centrality_ranks as centrality_ranks
from .graph import entity_graph as entity_graph
from .graph import table_ranks as table_ranks
from .store import load_cooccurrence as load_cooccurrence
