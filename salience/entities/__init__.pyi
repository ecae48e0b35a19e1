from .alias_linker import AliasTable as AliasTable
