"""What providers, protocols, clients and engines do with a tool definition: refuse it, drop or rewrite parts of it, or take it.

`find` makes a target from its name, `table` has its cells, `hits` says which traits a tool has.
"""

from __future__ import annotations

from schemalint.targets.tables import OUTCOMES as OUTCOMES
from schemalint.targets.tables import PORTABLE as PORTABLE
from schemalint.targets.tables import Cell as Cell
from schemalint.targets.tables import Outcome as Outcome
from schemalint.targets.tables import Table as Table
from schemalint.targets.tables import UnknownTarget as UnknownTarget
from schemalint.targets.tables import dates as dates
from schemalint.targets.tables import everything as everything
from schemalint.targets.tables import find as find
from schemalint.targets.tables import names as names
from schemalint.targets.tables import table as table
from schemalint.targets.traits import TRAITS as TRAITS
from schemalint.targets.traits import Hit as Hit
from schemalint.targets.traits import Trait as Trait
from schemalint.targets.traits import hits as hits
