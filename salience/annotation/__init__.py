"""Salience rated by hand: samples of documents, pages to rate in, and the ratings read back."""
