"""Tools that change while a conversation runs: the log, its fold, and what the next request offers and tells.

Definitions are compared by their canonical bytes, so that a key that moved does not end a series.
"""

from schemalint.change.history.events import Block as Block
from schemalint.change.history.events import Declared as Declared
from schemalint.change.history.events import DeveloperMessage as DeveloperMessage
from schemalint.change.history.events import Event as Event
from schemalint.change.history.events import Header as Header
from schemalint.change.history.events import LogError as LogError
from schemalint.change.history.events import declared_of as declared_of
from schemalint.change.history.events import read_log as read_log
from schemalint.change.history.explain import Step as Step
from schemalint.change.history.explain import steps as steps
from schemalint.change.history.fold import Fold as Fold
from schemalint.change.history.fold import History as History
from schemalint.change.history.fold import Update as Update
from schemalint.change.history.project import Mode as Mode
from schemalint.change.history.project import Projection as Projection
from schemalint.change.history.project import project as project
from schemalint.change.history.translate import BETA as BETA
from schemalint.change.history.translate import Translation as Translation
from schemalint.change.history.translate import UnsupportedContent as UnsupportedContent
from schemalint.change.history.translate import translate as translate
