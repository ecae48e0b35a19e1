"""Systems compared with each other, and the tables of the paper."""
