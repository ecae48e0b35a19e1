"""Tables of phrases and what they became, and what models of them learn (DeNero et al. 2006)."""
