"""Entity centrality: PageRank over what occurs together elsewhere.

After Dunietz and Gillick (2014, section 4).
"""
