"""Measures of texts against texts, such as summaries against those that people wrote."""
