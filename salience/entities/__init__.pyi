"""The public names of the room, imported when they are first asked for."""

from .alias_linker import AliasTable as AliasTable
