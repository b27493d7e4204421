"""The catalog: toolsets as pages for people, and as JSON for other generators."""

from __future__ import annotations

from schemalint.catalogs.model import NothingToShow as NothingToShow
from schemalint.catalogs.model import catalog_of as catalog_of
