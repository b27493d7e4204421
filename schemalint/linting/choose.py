"""Which rules run, how, and where they are silent: the configuration and the command line applied to the rules there are.

An unknown rule, lever, set or option is an error that names its place and the nearest right name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin

from schemalint.config import Config, ConfigError, Layer, RuleTable
from schemalint.edge.show import did_you_mean
from schemalint.linting.command_checks import IDS, CommandCheck
from schemalint.linting.rule import LEVERS, SETS, Rule
from schemalint.model import Json, RuleSet
from schemalint.record import replace

ALL: Final = "ALL"
"""The word that means every rule."""


# ------------------------------------------------------------------------------------------------------------ which rules run


def choose(
    rules: Mapping[str, Rule],
    config: Config,
    *,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    extend_select: Sequence[str] = (),
    set_name: RuleSet | None = None,
) -> tuple[Rule, ...]:
    """The rules that run, with severities and options applied, in the order of their ids.

    Names are those of rules, levers and sets, or `ALL`. `select` replaces what was chosen so far, `extend_select` adds,
    `ignore` removes; of names that disagree the more specific one wins (rule, lever, set, `ALL`), of equally specific
    ones `ignore`. The command line comes after the files, an extending file after the one it extends; a set named there
    replaces an earlier `select`. Rules of `preview` alone run only where they, `preview` or `ALL` are named.
    Errors: `ConfigError`. An empty choice is not an error.
    """
    chosen = _chosen(rules, rules, config, (select or None, ignore, extend_select, set_name))
    options = _options(rules, config, strict=(set_name or config.rule_set) == "strict")
    return tuple(options[rule_id] for rule_id in sorted(chosen))


def choose_checks(
    checks: Iterable[CommandCheck],
    rules: Mapping[str, Rule],
    config: Config,
    *,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    extend_select: Sequence[str] = (),
    set_name: RuleSet | None = None,
) -> tuple[CommandCheck, ...]:
    """The checks of a command that are made, with severities applied, chosen as rules are."""
    known = {check.id: check for check in checks}
    chosen = _chosen(known, rules, config, (select or None, ignore, extend_select, set_name))
    for layer in config.layers:
        for name, table in layer.values.get("rules", {}).items():
            if name in known and table.severity is not None:
                known[name] = replace(known[name], severity=table.severity)
    return tuple(known[name] for name in sorted(chosen))


_Words: TypeAlias = "tuple[Sequence[str] | None, Sequence[str], Sequence[str], RuleSet | None]"
"""What the command line selects, ignores, selects as well, and its set."""


def _chosen(
    among: Mapping[str, Rule] | Mapping[str, CommandCheck], rules: Mapping[str, Rule], config: Config, words: _Words
) -> set[str]:
    """Those of some rules or checks that are chosen; `rules` are all that a word may name."""
    base: RuleSet | None = "recommended"
    steps: list[tuple[Sequence[str], Sequence[str]]] = []
    kept: list[tuple[Sequence[str], Sequence[str]]] = []
    for chosen_set, replaced, added, taken in _selections(rules, config, *words):
        if replaced is not None:
            base, steps, kept = None, [([*replaced, *added], taken)], [(added, taken)]
            continue
        if chosen_set is not None:
            base, steps = chosen_set, kept
        kept = [*kept, (added, taken)]
        steps = [*steps, (added, taken)]
    chosen = set(_members(among, base)) if base else set[str]()
    if base == "recommended":
        chosen.update(
            rule.id
            for rule in among.values()
            if isinstance(rule, Rule) and rule.recommended_with and _set(config, rule.recommended_with)
        )
    for wanted, unwanted in steps:
        for level in range(4):
            chosen.update(*(_members(among, word) for word in wanted if _level(rules, word) == level))
            chosen.difference_update(*(_members(among, word) for word in unwanted if _level(rules, word) == level))
    return chosen


_Selection: TypeAlias = tuple[RuleSet | None, Sequence[str] | None, Sequence[str], Sequence[str]]


def _selections(
    rules: Mapping[str, Rule],
    config: Config,
    select: Sequence[str] | None,
    ignore: Sequence[str],
    extend_select: Sequence[str],
    set_name: RuleSet | None,
) -> Iterator[_Selection]:
    """The choices of each file, then of the command line: a set, what replaces, what is added, what is removed."""
    for layer in config.layers:
        for key in ("select", "extend-select", "ignore"):
            demand_known(rules, layer.values.get(key, ()), layer_at(layer, key), narrow=key == "ignore")
        values = layer.values
        yield values.get("set"), values.get("select"), values.get("extend-select", ()), values.get("ignore", ())
    for flag, words in (("--select", select), ("--extend-select", extend_select), ("--ignore", ignore)):
        demand_known(rules, words or (), _flag(flag), narrow=flag == "--ignore")
    yield set_name, select, extend_select, ignore


def layer_at(layer: Layer, *steps: str | int) -> Callable[[str, str], ConfigError]:
    return lambda message, word: layer.wrong(message, *steps, word)


def _flag(name: str) -> Callable[[str, str], ConfigError]:
    return lambda message, _: ConfigError(name, None, message)


def demand_known(
    rules: Mapping[str, Rule], words: Iterable[str], wrong: Callable[[str, str], ConfigError], *, narrow: bool = True
) -> None:
    for word in words:
        if narrow and is_narrow(word):
            if (fault := _narrow_fault(rules, word)) is not None:
                raise wrong(fault, word)
        elif is_narrow(word) or not is_known(rules, word):
            hint = did_you_mean(word, (*rules, *LEVERS, *SETS, ALL, *IDS))
            raise wrong(f"`{word}` is not a rule, lever or set{hint}", word)


def is_known(rules: Mapping[str, Rule], word: str) -> bool:
    """Whether a word means a rule, some findings of one, a check, or several of them."""
    if is_narrow(word):
        return _narrow_fault(rules, word) is None
    return word in rules or word in LEVERS or word in SETS or word in IDS or word == ALL


def is_narrow(word: str) -> bool:
    """Whether a word means some findings of a rule: `rule(target:trait)`."""
    return word.endswith(")") and "(" in word


def _narrow_fault(rules: Mapping[str, Rule], word: str) -> str | None:
    """What is wrong with `rule(target:trait)`, or None."""
    rule_id, _, pair = word[:-1].partition("(")
    name, colon, trait = pair.partition(":")
    if rule_id not in rules or rules[rule_id].lever != "target":
        mine = [rule.id for rule in rules.values() if rule.lever == "target"]
        return f"`{word}`: `{rule_id}` is not a rule on targets{did_you_mean(rule_id, mine)}"
    if not colon:
        return f"`{word}`: expected a target and a trait, `{rule_id}({name}:TRAIT)` or `{rule_id}({name}:*)`"
    from schemalint.targets import TRAITS, find  # only for those who narrow a suppression

    try:
        known = name == "*" or find(name).label == name
    except ValueError as error:
        return f"`{word}`: {error}"
    if not known:
        return f"`{word}`: findings name the target `{find(name).label}`"
    if trait != "*" and trait not in TRAITS:
        return f"`{word}`: `{trait}` is not a trait{did_you_mean(trait, TRAITS)}"
    return None


def _level(rules: Mapping[str, Rule], word: str) -> int:
    """How specific a name is: 0 for all rules, 3 for one."""
    return 3 if word in rules or word in IDS else 2 if word in LEVERS else 1 if word in SETS else 0


def _members(rules: Mapping[str, Rule] | Mapping[str, CommandCheck], word: str) -> Iterator[str]:
    if is_narrow(word):
        return
    for rule in rules.values():
        experimental = rule.sets == ("preview",)
        if word in (rule.id, ALL) or word in rule.sets or (word == rule.lever and not experimental):
            yield rule.id


# ------------------------------------------------------------------------------------------------------ severities, options


def _options(rules: Mapping[str, Rule], config: Config, *, strict: bool) -> dict[str, Rule]:
    """Every rule with what the set, the keys that it asks for and its `[rules.ID]` tables set, in this order."""
    configured = {rule.id: rule.configured(options=rule.strict) if strict else rule for rule in rules.values()}
    for rule_id, rule in configured.items():
        asked = {option: value for option, key in rule.from_config.items() if (value := _set(config, key)) is not None}
        if asked:
            configured[rule_id] = rule.configured(options=asked)
    for layer in config.layers:
        for rule_id, table in layer.values.get("rules", {}).items():
            if rule_id in IDS and not table.options:
                continue
            if rule_id not in rules:
                raise layer.wrong(f"`{rule_id}` is not a rule{did_you_mean(rule_id, rules)}", "rules", rule_id)
            values = _table_options(rules[rule_id], table, layer)
            configured[rule_id] = configured[rule_id].configured(severity=table.severity, options=values)
    return configured


def _set(config: Config, key: str) -> Any:
    """The value of a key at the top where a file sets it; None where none does."""
    return getattr(config, key.replace("-", "_")) if any(key in layer.values for layer in config.layers) else None


def _table_options(rule: Rule, table: RuleTable, layer: Layer) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for written, value in table.options.items():
        name = written.replace("-", "_")
        key = f"`rules.{rule.id}.{written}`"
        if name not in rule.options:
            known = ["severity", *(option.replace("_", "-") for option in rule.options)]
            hint = did_you_mean(written, known, f"; it has {', '.join(known)}")
            raise layer.wrong(f"{key}: {rule.id} has no such option{hint}", "rules", rule.id, written)
        if name in values:
            raise layer.wrong(f"{key} is given twice", "rules", rule.id, written)
        try:
            values[name] = _converted(rule.options[name], rule.check.__annotations__.get(name), value)
        except ValueError as error:
            raise layer.wrong(f"{key} must be {error}", "rules", rule.id, written) from error
        if name == "pattern" and (fault := _regex_fault(values[name])) is not None:
            raise layer.wrong(f"{key} {fault}", "rules", rule.id, written)
    return values


def _regex_fault(text: str) -> str | None:
    """What is wrong with an option that a rule uses as a regular expression."""
    from schemalint.automaton import Refused, compiled

    try:
        compiled(text)
    except Refused as error:
        return str(error)
    return None


_KINDS: Final = {bool: "true or false", int: "a whole number", float: "a number", str: "a string"}


def _converted(default: Any, annotation: Any, value: Json) -> Any:
    """A value of a file as the option accepts it. Errors: `ValueError` whose text is what is expected."""
    if isinstance(default, tuple | list | frozenset):
        sample = next(iter(default), "")
        inner = next(iter(get_args(annotation)), None)
        if not isinstance(value, list):
            raise ValueError(f"a list, not {value!r}")
        return type(default)(_converted(sample, inner, item) for item in value)
    parts = (annotation, *get_args(annotation))  # those of `Literal[...] | None` and `int | None` too
    words = next((get_args(part) for part in parts if get_origin(part) is Literal), ())
    if words and value not in words:
        known = [str(word) for word in words]
        raise ValueError(f"one of {', '.join(known)}, not {value!r}{did_you_mean(str(value), known)}")
    kind = next((kind for kind in _KINDS if isinstance(default, kind)), None)
    if default is None:
        kind = next((kind for kind in _KINDS if kind in parts), str)
    if kind is None:
        raise ValueError("left alone: it cannot be set in a file")
    if not isinstance(value, int | float if kind is float else kind) or isinstance(value, bool) != (kind is bool):
        raise ValueError(f"{_KINDS[kind]}, not {value!r}")
    return value


def ids_of(rules: Mapping[str, Rule], word: str) -> frozenset[str]:
    """The rules, or the findings of one, that a word of a suppression means."""
    return frozenset(rules if word == ALL else (word,) if is_narrow(word) or word in IDS else _members(rules, word))
