"""Words of two texts linked with each other: pairs, links, and the alignment of METEOR."""
