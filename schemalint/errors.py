"""The one thing that every part may raise for the user."""

from __future__ import annotations


class Failure(Exception):
    """What could not be done, in words for the user: the command line prints them and exits with 2."""
