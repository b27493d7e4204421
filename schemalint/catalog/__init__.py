"""The catalog: toolsets as a page for people to read."""

from __future__ import annotations

from schemalint.catalog.markdown import NothingToShow as NothingToShow
from schemalint.catalog.markdown import first_difference as first_difference
from schemalint.catalog.markdown import markdown as markdown
