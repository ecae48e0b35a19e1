"""scikit-learn's contract of an estimator, without scikit-learn: importing it takes a second.

What trains a model imports it; what scores a document has no need of it.
"""

import inspect
from typing import Any, Self


class Estimator:
    """An estimator whose parameters are those of its constructor, as scikit-learn wants them.

    Routing of metadata (`set_fit_request`) is missing, which only `BaseEstimator` has.
    """

    @classmethod
    def _defaults(cls) -> dict[str, Any]:
        parameters = inspect.signature(cls).parameters.values()
        return {parameter.name: parameter.default for parameter in parameters}

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name. None of them is an estimator, so `deep` changes nothing."""
        return {name: getattr(self, name) for name in self._defaults()}

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name; one that there is not is a ValueError."""
        names = list(self._defaults())
        for name, value in params.items():
            if name not in names:
                raise ValueError(
                    f"Invalid parameter {name!r} for estimator {self}. Valid parameters: {names}."
                )
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults, values = self._defaults(), self.get_params()
        changed = (f"{n}={v!r}" for n, v in values.items() if repr(v) != repr(defaults[n]))
        return f"{type(self).__name__}({', '.join(changed)})"

    def _repr_html_(self) -> str:
        from sklearn.utils import estimator_html_repr

        return str(estimator_html_repr(self))

    def _tags(self, *kinds: type) -> Any:
        """The tags that scikit-learn gives to an estimator of these kinds, its mixins."""
        from sklearn.base import BaseEstimator

        return type(type(self).__name__, (*kinds, BaseEstimator), {})().__sklearn_tags__()
