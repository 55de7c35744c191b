"""Records of comparisons: the key `compare` of `claims.yaml`, beside its rule in words.

For example, in most cells of one setting, with an algorithm exchanged for the control::

    compare:
      data: regret
      over: {setting: [setting-1], epsilon: [0.5, 1]}
      hold:
      - [anytime-lazy-ucb, not markedly above, dp-se]
      - [hybrid-ucb, markedly above, dp-se]
      needed: most
      control: {replace: {algorithm: {hybrid-ucb: dp-se}}}

"""

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

Chosen = Mapping[str, Any]  # column -> value, with `data`, `round` and `since`
Statement = str | tuple[Any, ...]


class ComparisonRecord(BaseModel):
    """Means that a claim compares, as `claims.yaml` has them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    data: str = Field(description="data set")
    where: Mapping[str, Any] = Field({}, description="columns with one value")
    over: Mapping[str, str | tuple[Any, ...]] = Field(
        {}, description="columns with several, a cell for each product; a name: as configured"
    )
    hold: tuple[Statement, ...] = Field(
        description="[A, relation, B] or [A, relation, B, name] with A and B an algorithm or "
        "columns; a text: a function of the paper"
    )
    name: str = Field("", description="template of a comparison's name")
    sentence: str = Field("", description="template of the name of one of several sentences")
    paired: bool = Field(False, description="whether run i of A and of B share their instance")
    needed: Literal["all", "most", "any"] = Field("all", description="how many of them must hold")
    also: tuple[Mapping[str, Any], ...] = Field((), description="further sentences: what differs")
    replace: Mapping[str, Mapping[Any, Any]] = Field(
        {}, description="column -> value -> the value, or columns, that take its place"
    )
    control: Mapping[str, Any] | Literal["worsened"] | None = Field(
        None, description="what differs, or each ratio moved beyond its factor in turn"
    )
    under: Mapping[str, Mapping[str, Any]] = Field(
        {}, description="other interpretation -> what differs, or {check: its decision}"
    )
    shown: str = Field("", description="function of the paper: numbers in place of the ratios")
    caveat: str = Field("", description="function of the paper: caveat")
    beside: Mapping[str, tuple[str, ...]] = Field(
        {}, description="algorithms by data set that these read, too"
    )

    def changed(self, change: Mapping[str, Any]) -> Self:
        """Return the record with other fields, without its control and interpretations.

        Those are of the whole claim: a sentence in `also` has none of its own.
        """
        kept = self.model_dump(exclude={"control", "under"}, exclude_unset=True)
        return type(self).model_validate({**kept, **change})

    def sentences(self) -> list[Self]:
        """Return the sentences, each as a record of its own."""
        return [self, *(self.changed({"also": (), **one}) for one in self.also)]

    def statements(self) -> list[tuple[Any, ...]]:
        """Return the statements of the form [A, relation, B]."""
        return [one for one in self.hold if not isinstance(one, str)]

    def chosen(self, operand: str | Chosen, cell: Chosen) -> dict[str, Any]:
        """Return the runs that an operand names in a cell, as columns."""
        own = {"algorithm": operand} if isinstance(operand, str) else operand
        found = {"data": self.data, **self.where, **cell, **own}
        for column, changes in self.replace.items():
            if found.get(column) in changes:
                other = changes[found[column]]
                found |= other if isinstance(other, Mapping) else {column: other}
        return found
