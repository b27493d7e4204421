"""What providers, protocols, clients and engines do with a tool definition: refuse it, drop or rewrite parts of it, or take it.

`find` makes a target from its name, `table` has its cells, `hits` says which traits a tool has, `verdicts` puts both together.
"""

from __future__ import annotations

from schemalint.model import Toolset
from schemalint.targets.tables import OUTCOMES as OUTCOMES
from schemalint.targets.tables import BrokenTable as BrokenTable
from schemalint.targets.tables import Cell as Cell
from schemalint.targets.tables import Outcome as Outcome
from schemalint.targets.tables import Table as Table
from schemalint.targets.tables import UnknownTarget as UnknownTarget
from schemalint.targets.tables import chosen as chosen
from schemalint.targets.tables import dates as dates
from schemalint.targets.tables import everything as everything
from schemalint.targets.tables import find as find
from schemalint.targets.tables import names as names
from schemalint.targets.tables import newest as newest
from schemalint.targets.tables import table as table
from schemalint.targets.traits import TRAITS as TRAITS
from schemalint.targets.traits import Hit as Hit
from schemalint.targets.traits import Trait as Trait
from schemalint.targets.traits import hits as hits
from schemalint.targets.verdicts import Verdict as Verdict
from schemalint.targets.verdicts import verdicts as verdicts


def demand_all(toolset: Toolset) -> bool:
    """Whether a target of the set refuses optional parameters, as the strict modes do."""
    cells = (table(target).traits.get("optional-property") for target in toolset.targets)
    return any(cell is not None and cell.outcome == "error" for cell in cells)
