"""A basket: the work that sides are compared by, a file in ``config/baskets/``."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from scripts.compare.errors import CompareError
from scripts.plan.document import load_document
from scripts.plan.errors import ConfigError, from_validation
from scripts.values.fields import NAME, Block
from scripts.values.messages import unknown

FOLDER = "config/baskets"


class Basket(Block):
    """The work of a comparison."""

    title: str = Field(pattern=NAME, description="Its name, as the file's.")
    about: str = Field(min_length=1, description="What work that is, in one sentence.")
    base: str | None = Field(None, description="A basket whose work this one has as well.")
    study: dict[str, Any] = Field(description="Keys of a study, but for engines, sides and twins.")
    operations: dict[str, dict[str, str]] = Field(
        {}, description="By experiment, the phases that are rows of the result, and their names."
    )


def basket_names(root: Path) -> list[str]:
    """The baskets that there are."""
    return sorted(path.stem for path in (root / FOLDER).glob("*.yaml"))


def read_basket(name: str, root: Path, only: Collection[str] = ()) -> Basket:
    """The basket of that name, with what its base has; ``only``: these of its experiments.

    Raises CompareError, with a line for each problem.
    """
    basket = _whole(name, root)
    for experiment in only:
        if experiment not in basket.operations:
            raise CompareError(unknown("experiment", experiment, basket.operations))
    return _restricted(basket, only) if only else basket


def _whole(name: str, root: Path) -> Basket:
    if name not in basket_names(root):
        raise CompareError(unknown("basket", name, basket_names(root)))
    file = f"{FOLDER}/{name}.yaml"
    try:
        document = load_document(root / file, file)
        try:
            basket = Basket.model_validate(document.data)
        except ValidationError as error:
            found = from_validation(error, Basket)
            raise ConfigError([document.problem(place, text) for place, text in found]) from error
    except ConfigError as error:
        raise CompareError(str(error)) from None
    return basket if basket.base is None else _joined(_whole(basket.base, root), basket)


def _joined(base: Basket, basket: Basket) -> Basket:
    """The basket with its base's study and operations ahead of its own."""
    study = {**base.study, **basket.study}
    for key in ("experiments", "datasets", "experiment_overrides"):
        old, new = base.study.get(key), basket.study.get(key)
        if old and new:
            study[key] = [*old, *new] if isinstance(old, list) else {**old, **new}
    operations = {**base.operations, **basket.operations}
    return basket.model_copy(update={"study": study, "operations": operations})


def _restricted(basket: Basket, only: Collection[str]) -> Basket:
    """The basket with a part of its experiments."""
    overrides = basket.study.get("experiment_overrides", {})
    study = {
        **basket.study,
        "experiments": [name for name in basket.study["experiments"] if name in only],
        "experiment_overrides": {name: overrides[name] for name in only if name in overrides},
    }
    operations = {name: basket.operations[name] for name in basket.operations if name in only}
    title = "-".join([basket.title, *(name.removeprefix("compare-") for name in operations)])
    return basket.model_copy(update={"study": study, "operations": operations, "title": title})
