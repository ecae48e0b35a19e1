"""The faster backend holds for what is loaded with it, and no longer."""

import pytest
from thinc.api import NumpyOps, get_current_ops

from salience.errors import ResourceError
from salience.pipeline.loading import load_pipeline
from salience.pipeline.packed import PackedPipeline


def use_blis(nlp):
    return {layer.ops.use_blis for layer in nlp.get_pipe("tagger").model.walk()}


def test_fast_holds_for_the_models_loaded_and_nothing_else(tagger):
    before = get_current_ops()
    if not (isinstance(before, NumpyOps) and before.use_blis):
        pytest.skip("spaCy has another backend here")
    fast, slow = load_pipeline(tagger, fast=True), load_pipeline(tagger)
    assert get_current_ops() is before
    assert use_blis(fast) == {False}
    assert use_blis(slow) == {True}
    assert use_blis(PackedPipeline.pack(fast).load()) == {False}
    assert use_blis(PackedPipeline.pack(slow).load()) == {True}
    fast("Ada Byrne left.")
    assert use_blis(fast) == {False}


def test_the_backend_is_restored_after_an_error():
    before = get_current_ops()
    with pytest.raises(ResourceError):
        load_pipeline("xx_none")
    assert get_current_ops() is before
