from .brackets import read_trees as read_trees
from .brackets import to_brackets as to_brackets
from .conversion import constituents as constituents
from .tree import Tree as Tree
