"""Tables 5 and 6 of Cohn and Lapata (2009): systems compared, and what a transducer is made of.

python -m resources.recipes.compression CORPORA WORK
"""

from resources.recipes.compression import table, transduction

if __name__ == "__main__":
    table.main()
    transduction.main()
