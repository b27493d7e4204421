"""The catalog: toolsets as a page for people to read."""

from __future__ import annotations

from schemalint.catalogs.markdown import NothingToShow as NothingToShow
from schemalint.catalogs.markdown import first_difference as first_difference
from schemalint.catalogs.markdown import markdown as markdown
