"""What a command line can hold: options and arguments as typed descriptors of a command's class.

    class Greet(Common):
        about = "Greet somebody."
        who = argument("NAME", "Whom to greet.")
        loud = flag("In capitals.")

`parse` makes a `Greet` that nobody can change: its `loud` is a bool and its `who` a str, for type checkers too. `Greet.loud` is
the option itself. Standard library only and cheap to import: every run does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar, overload

T = TypeVar("T")


class Option(Generic[T]):
    """One option or positional argument. The attribute's name is its name and makes the long flag: `fail_on`, `--fail-on`."""

    name: str
    flags: tuple[str, ...]
    """As typed, the long one first; none for a positional argument."""

    def __init__(
        self,
        about: str,
        default: T,
        *,
        short: str | None = None,
        metavar: str = "TEXT",
        choices: Callable[[], tuple[str, ...]] | None = None,
        convert: Callable[[str], object] = str,
        expected: str = "",
        is_flag: bool = False,
        bare: str | None = None,
        to_file: bool = False,
        several: bool = False,
        commas: bool = False,
        positional: bool = False,
        required: bool = False,
    ) -> None:
        self.about, self.default, self.short, self.metavar = about, default, short, metavar
        self.convert, self.expected = convert, expected
        """`convert` makes the value of a text, or None where it is not `expected`."""
        self.is_flag, self.several, self.commas = is_flag, several, commas
        self.to_file = to_file
        """Whether a choice may have a file behind `=`."""
        self.bare = bare
        """The value of a flag whose own value may be left out: `--flag`, or `--flag=VALUE`."""
        self.positional, self.required = positional, required
        self._choices = choices

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        long = f"--{name.rstrip('_').replace('_', '-')}"  # `import_`, as the plain word is a keyword
        self.flags = () if self.positional else (long, self.short) if self.short else (long,)

    @property
    def choices(self) -> tuple[str, ...]:
        return self._choices() if self._choices is not None else ()

    @property
    def shown(self) -> str:
        """The placeholder of the value in help."""
        return ("|".join(self.choices) or self.metavar) + ("[=FILE]" if self.to_file else "")

    @property
    def usage(self) -> str:
        """A positional argument as a line of usage shows it."""
        return self.metavar if self.required else f"[{self.metavar}]" + "..." * self.several

    @overload
    def __get__(self, options: None, owner: type) -> Option[T]: ...
    @overload
    def __get__(self, options: Options, owner: type) -> T: ...
    def __get__(self, options: Options | None, owner: type) -> Option[T] | T:
        if options is None:
            return self
        value: T = options.given.get(self.name, self.default)
        return value

    def __set__(self, options: Options, value: NoReturn) -> NoReturn:
        raise AttributeError(f"{self.name} cannot be changed")


class Options:
    """A command: the class has its options, an instance what one run was asked for. Module `cli.NAME` holds `run(options)`."""

    name = ""
    module = ""
    about = ""
    epilog = ""

    def __init_subclass__(cls) -> None:
        cls.name = cls.__name__.lower()
        cls.module = cls.__dict__.get("module", f"schemalint.cli.{cls.name}")

    def __init__(self, given: Mapping[str, Any] | None = None, words: Sequence[str] = ()) -> None:
        self.given: Mapping[str, Any] = given or {}
        self.words = tuple(words)
        """The command line as it was typed, without the command."""

    @classmethod
    def every(cls) -> Iterator[Option[Any]]:
        """Its options and arguments, its own before those of the groups that it is made of."""
        seen: set[str] = set()
        for base in cls.__mro__:
            for name, value in vars(base).items():
                if isinstance(value, Option) and name not in seen:
                    seen.add(name)
                    yield value


# ----------------------------------------------------------------------------------------------------------- kinds of options


def flag(about: str, short: str | None = None) -> Option[bool]:
    return Option(about, default=False, short=short, is_flag=True)


def text(about: str, short: str | None = None, *, metavar: str = "TEXT") -> Option[str | None]:
    return Option(about, None, short=short, metavar=metavar)


def optional_text(about: str, *, bare: str, metavar: str) -> Option[str | None]:
    """A flag that may have a value behind `=`: a word after it is no value, but the next argument."""
    return Option(about, None, metavar=metavar, bare=bare)


def choice(choices: tuple[T, ...], about: str, default: T) -> Option[T]:
    """One of some words. Annotate it with a `Literal` and checkers compare that with the choices."""
    return Option(about, default, choices=lambda: tuple(map(str, choices)))


def names(about: str, *, metavar: str = "NAME") -> Option[tuple[str, ...]]:
    """May be repeated, and split at commas."""
    return Option(about, (), metavar=metavar, several=True, commas=True)


def repeated(about: str, *, metavar: str) -> Option[tuple[str, ...]]:
    """May be repeated; a comma is part of the value."""
    return Option(about, (), metavar=metavar, several=True)


def count(about: str, *, largest: int, metavar: str = "N") -> Option[int | None]:
    def whole(given: str) -> int | None:
        fits = given.isascii() and given.isdigit() and len(given) <= len(str(largest)) and int(given) <= largest
        return int(given) if fits else None

    return Option(about, None, metavar=metavar, convert=whole, expected=f"a whole number from 0 to {largest}")


def size(about: str) -> Option[int | None]:
    return Option(about, None, metavar="SIZE", convert=size_of, expected="a size such as 16MiB")


def seconds(about: str) -> Option[float | None]:
    return Option(about, None, metavar="SECONDS", convert=seconds_of, expected="a number of seconds such as 30")


def percent(about: str) -> Option[float | None]:
    return Option(
        about,
        None,
        metavar="PERCENT",
        convert=lambda given: number(given.removesuffix("%")),
        expected="a percentage such as 10%",
    )


# --------------------------------------------------------------------------------------------------- positional arguments


def arguments(metavar: str, about: str) -> Option[tuple[str, ...]]:
    """All the positional arguments that are left, none included."""
    return Option(about, (), metavar=metavar, positional=True, several=True)


def argument(metavar: str, about: str) -> Option[str]:
    return Option(about, "", metavar=metavar, positional=True, required=True)


def optional_argument(metavar: str, about: str) -> Option[str | None]:
    return Option(about, None, metavar=metavar, positional=True)


# ---------------------------------------------------------------------------------------------------------------- values


def number(given: str) -> float | None:
    """A number such as `30` or `2.5`, without sign and exponent; None for anything else."""
    digits = given.replace(".", "", 1)
    return float(given) if digits.isascii() and digits.isdigit() and given[0] != "." else None


def seconds_of(given: str) -> float | None:
    """Seconds up to a day; None for anything else."""
    value = number(given)
    return value if value is not None and 0 < value <= 86_400 else None


def size_of(given: str) -> int | None:
    """Bytes from `16777216`, `16MiB`, `16M` or `512k`; None for anything else and for less than one byte."""
    digits = given.rstrip("iBbKkMmGg")
    unit = given[len(digits) :].lower().removesuffix("b").removesuffix("i")
    powers = {"": 0, "k": 10, "m": 20, "g": 30}
    if not (digits.isascii() and digits.isdigit()) or unit not in powers or len(digits) > 12:
        return None
    return int(digits) << powers[unit] or None
