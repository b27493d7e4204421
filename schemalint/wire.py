"""A request's front: the tools, then the messages, with the same bytes for the same tools.

A provider caches what a request begins with. So the tools come first, spelled as `export` spells them, and the messages, which
grow, come behind. What stands around the two (model, limits, system prompt) is the caller's. Pure.
"""

from schemalint.agent.wire import Tools as Tools
from schemalint.agent.wire import request as request
from schemalint.agent.wire import stream as stream
