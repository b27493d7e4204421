"""The checks on what changed since a lock was written: a small table, for `rules` and `explain`."""

from __future__ import annotations

from typing import Final

from schemalint.linting.checks import Check

DRIFT: Final = Check(
    "definition-drift",
    "security",
    "error",
    "lock --check",
    r"""
A tool is no longer what was locked.

A definition is an instruction to a model, and whoever owns the server can change it after you have read it (a rug pull). The
lock file records what was read; `schemalint lock --check` compares it with what is there now and names the tool and the field.
The words that changed are shown where the old text is at hand: in git, at HEAD or at the commit that last changed the lock
file, or in the lock file itself after `schemalint lock --store-text`. Changed tools are looked at by the rules on security
again, and what those find comes first.

Drift is every change of a definition, of the place or command that it comes from, of a server's name and, under
`property-order = "authored"`, of the order. Changed order of keys, of `required` and spelling of numbers are none.

It compares definitions. A server whose code changes behind unchanged texts is not caught.

When the change is wanted: review it, run `schemalint lock` and commit both together.
""",
)
UNSTABLE: Final = Check(
    "unstable-order",
    "metadata",
    "warning",
    "lock --check",
    r"""
A server lists its tools in another order each time.

The list stands at the front of every request. Where two listings differ, a client that sends the tools as they come pays for
the whole prompt again, and a model sees them in another order. The Model Context Protocol asks servers for a deterministic
order.

`schemalint lock --check` lists the tools of live servers twice, in two sessions; a tool that the second listing defines
otherwise is `definition-drift`. To mend it, sort the list in the server, by
name for instance; maps and sets of many languages have no order to rely on.
""",
)
REGRESSION: Final = Check(
    "budget-regression",
    "budget",
    "warning",
    "lock --max-growth",
    r"""
A set of tools costs more than when it was locked.

Every request carries the definitions. They grow a sentence at a time, and nobody sees the sum. With `--max-growth 10%` a set
that costs over 10 percent more tokens than the lock file says is reported; without the option nothing is.

Tokens are estimates, the same on every machine, of `name`, `description` and `parameters`; `schemalint lock` writes them down.

When the growth is wanted: run `schemalint lock` without `--max-growth` and commit it with the change.
""",
)

CHECKS: Final = (REGRESSION, DRIFT, UNSTABLE)
