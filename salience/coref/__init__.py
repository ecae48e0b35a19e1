"""Coreference: from mentions to clusters, by rules, by a learned model, or by others."""
