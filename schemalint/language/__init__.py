"""What rules know about words: the parts of names, verbs, what descriptions say. Public, for users' rules too.

Pure functions over text; knows no rule, no schema, and no file but the list of verbs.
"""

from __future__ import annotations

from schemalint.language.names import ABBREVIATIONS as ABBREVIATIONS
from schemalint.language.names import GENERIC_NAMES as GENERIC_NAMES
from schemalint.language.names import STYLES as STYLES
from schemalint.language.names import Style as Style
from schemalint.language.names import expand as expand
from schemalint.language.names import namespaces as namespaces
from schemalint.language.names import restyle as restyle
from schemalint.language.names import style_of as style_of
from schemalint.language.names import tokens as tokens
from schemalint.language.verbs import acts as acts
from schemalint.language.verbs import can_act as can_act
from schemalint.language.verbs import is_action as is_action
from schemalint.language.verbs import leading_verb as leading_verb
from schemalint.language.words import STOP_WORDS as STOP_WORDS
from schemalint.language.words import content_words as content_words
from schemalint.language.words import is_foreign as is_foreign
from schemalint.language.words import stem as stem
