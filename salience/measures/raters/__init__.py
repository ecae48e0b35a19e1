"""People who score what systems made: how far they agree, and what their scores say of systems."""
