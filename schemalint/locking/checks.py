"""The checks on what changed since a lock was written: a small table, for `rules` and `explain`."""

from __future__ import annotations

from typing import Final

from schemalint.linting.command_checks import CommandCheck

DRIFT: Final = CommandCheck(
    "definition-drift",
    "security",
    "error",
    "lock --check",
    r"""
A tool differs from the one in the lock file.

A definition is an instruction to a model, and whoever owns the server can change it after you have read it (a rug pull). The
lock file records what was read; `schemalint lock --check` compares it with the current definitions and names the tool and the
field. It shows the changed words where it can find the old text: in git, at HEAD or at the commit that last changed the lock
file, or in the lock file itself after `schemalint lock --store-text`. The security rules check changed tools again, and their
findings come first.

Drift is any change of a definition, of the file or command that it comes from, of the server's name, version, instructions,
prompts and resource templates and, under `property-order = "authored"`, of the order. The order of keys and of `required` and
the spelling of numbers do not count.

Only definitions are compared: a server whose code changes behind unchanged texts is not caught.

If the change is intended, review it, run `schemalint lock` and commit both together.
""",
)
UNSTABLE: Final = CommandCheck(
    "unstable-order",
    "metadata",
    "warning",
    "lock --check",
    r"""
A server lists its tools in a different order each time.

The list is at the front of every request. When two listings differ, a client that sends the tools in the order received pays
for the whole prompt again, and the model sees them in a different order. The Model Context Protocol asks servers for a
deterministic order.

`schemalint lock --check` starts live servers twice and asks the second session for its list twice; a tool whose definition
differs in that last listing is `definition-drift`. To fix it, sort the list in the server, for example by name; in many
languages maps and sets have no reliable order.
""",
)
REGRESSION: Final = CommandCheck(
    "budget-regression",
    "budget",
    "warning",
    "lock --max-growth",
    r"""
A set of tools costs more than when it was locked.

Every request carries the definitions. They grow one sentence at a time, and nobody sees the total. `--max-growth 10%` reports a
set that costs over 10 percent more tokens than the lock file records; without the option, nothing is reported.

Tokens are estimated from `name`, `description` and `parameters`, with the same result on every machine; `schemalint lock`
records them.

If the growth is intended, run `schemalint lock` without `--max-growth` and commit the lock file with the change.
""",
)

CHECKS: Final = (REGRESSION, DRIFT, UNSTABLE)
