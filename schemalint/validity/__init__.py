"""Whether schemas are schemas, whether values fit them, where their references lead: pure, and knows no rule and no file."""

from __future__ import annotations

from schemalint.validity.bounds import contradictions as contradictions
from schemalint.validity.bounds import pattern_fault as pattern_fault
from schemalint.validity.bounds import pattern_faults as pattern_faults
from schemalint.validity.references import dead_ends as dead_ends
from schemalint.validity.structure import DIALECTS as DIALECTS
from schemalint.validity.structure import KEYWORDS as KEYWORDS
from schemalint.validity.structure import TYPES as TYPES
from schemalint.validity.structure import Dialect as Dialect
from schemalint.validity.structure import dialect as dialect
from schemalint.validity.structure import faults as faults
from schemalint.validity.structure import fits as fits
from schemalint.validity.structure import is_count as is_count
from schemalint.validity.structure import is_number as is_number
from schemalint.validity.values import has_type as has_type
from schemalint.validity.values import mismatch as mismatch
from schemalint.validity.values import same as same
from schemalint.validity.values import shown as shown
