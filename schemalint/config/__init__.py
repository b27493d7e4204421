"""Configuration: which file counts, what its keys may hold, what it may not cause, and which file gave what."""

from __future__ import annotations

from schemalint.config.files import Config as Config
from schemalint.config.files import nearest as nearest
from schemalint.config.files import read as read
from schemalint.config.files import with_layers as with_layers
from schemalint.config.given import settings as settings
from schemalint.config.keys import FOR_RULES as FOR_RULES
from schemalint.config.keys import AllowedChange as AllowedChange
from schemalint.config.keys import ConfigError as ConfigError
from schemalint.config.keys import FailOn as FailOn
from schemalint.config.keys import Layer as Layer
from schemalint.config.keys import Override as Override
from schemalint.config.keys import RuleTable as RuleTable
from schemalint.config.keys import Suppression as Suppression
from schemalint.config.keys import ToolsetTable as ToolsetTable
