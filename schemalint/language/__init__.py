"""What rules know about words: the parts of names, verbs, what descriptions say. Public, for users' rules too.

Pure functions over text; knows no rule, no schema, and no file but the list of verbs.
"""

from __future__ import annotations

from schemalint.language.closed_runs import ClosedRun as ClosedRun
from schemalint.language.closed_runs import closed_runs as closed_runs
from schemalint.language.cues import last_word as last_word
from schemalint.language.defaults import ABSENT as ABSENT
from schemalint.language.defaults import Default as Default
from schemalint.language.defaults import is_symbolic as is_symbolic
from schemalint.language.defaults import stated_default as stated_default
from schemalint.language.defaults import stated_defaults as stated_defaults
from schemalint.language.defaults import typed as typed
from schemalint.language.hidden import bidi_controls as bidi_controls
from schemalint.language.hidden import code_points as code_points
from schemalint.language.hidden import controls as controls
from schemalint.language.hidden import hidden_spans as hidden_spans
from schemalint.language.hidden import visible as visible
from schemalint.language.hidden import without_bidi as without_bidi
from schemalint.language.hidden import without_controls as without_controls
from schemalint.language.hidden import without_hidden as without_hidden
from schemalint.language.lookalikes import imitates_latin as imitates_latin
from schemalint.language.mentions import is_negated as is_negated
from schemalint.language.mentions import use_of as use_of
from schemalint.language.names import ABBREVIATIONS as ABBREVIATIONS
from schemalint.language.names import GENERIC_NAMES as GENERIC_NAMES
from schemalint.language.names import STYLES as STYLES
from schemalint.language.names import Style as Style
from schemalint.language.names import expand as expand
from schemalint.language.names import namespaces as namespaces
from schemalint.language.names import restyle as restyle
from schemalint.language.names import style_of as style_of
from schemalint.language.names import tokens as tokens
from schemalint.language.omission import speaks_of_omission as speaks_of_omission
from schemalint.language.pieces import Piece as Piece
from schemalint.language.pieces import pieces as pieces
from schemalint.language.scripts import latin_share as latin_share
from schemalint.language.scripts import reads_latin as reads_latin
from schemalint.language.texts import keyword_of as keyword_of
from schemalint.language.texts import place_words as place_words
from schemalint.language.texts import prose as prose
from schemalint.language.texts import sentences as sentences
from schemalint.language.verbs import acts as acts
from schemalint.language.verbs import can_act as can_act
from schemalint.language.verbs import is_action as is_action
from schemalint.language.verbs import leading_verb as leading_verb
from schemalint.language.words import STOP_WORDS as STOP_WORDS
from schemalint.language.words import content_words as content_words
from schemalint.language.words import is_foreign as is_foreign
from schemalint.language.words import stem as stem
