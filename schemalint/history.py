"""Tools that change while a conversation runs: the log, its fold, and what the next request offers and sends.

Definitions are compared by their canonical bytes, so that a key that moved does not end a series.
"""

from schemalint.agent.history.cached_front import Step as Step
from schemalint.agent.history.cached_front import steps as steps
from schemalint.agent.history.events import Block as Block
from schemalint.agent.history.events import Declared as Declared
from schemalint.agent.history.events import DeveloperMessage as DeveloperMessage
from schemalint.agent.history.events import Event as Event
from schemalint.agent.history.events import Header as Header
from schemalint.agent.history.events import LogError as LogError
from schemalint.agent.history.events import declared_of as declared_of
from schemalint.agent.history.events import read_log as read_log
from schemalint.agent.history.fold import Fold as Fold
from schemalint.agent.history.fold import History as History
from schemalint.agent.history.fold import Update as Update
from schemalint.agent.history.project import Mode as Mode
from schemalint.agent.history.project import Projection as Projection
from schemalint.agent.history.project import project as project
from schemalint.agent.history.translate import BETA as BETA
from schemalint.agent.history.translate import Translation as Translation
from schemalint.agent.history.translate import UnsupportedContent as UnsupportedContent
from schemalint.agent.history.translate import translate as translate
