"""What rules know about words: the parts of names, verbs, what descriptions say. Public, for users' rules too.

Pure functions over text; knows no rule, no schema, and no file but the list of verbs.
"""

from __future__ import annotations

from schemalint.language.words import STOP_WORDS as STOP_WORDS
from schemalint.language.words import content_words as content_words
from schemalint.language.words import stem as stem
from schemalint.language.words import words as words
