"""The salience model: trained, saved, explained, recalibrated."""
