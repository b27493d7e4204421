"""Mutation testing: small faults planted one at a time, and whether the tests notice.

    python tests/mutation.py                      every part, and the page tests/campaigns/mutation.md written anew
    python tests/mutation.py canon --mutants 40   one part, results on standard output only
    python tests/mutation.py canon --key WORDS    only the mutants whose line of the list holds these words

A part is a folder or file of the program with the test files that fit it (`PARTS`). A seeded sample of its mutants
(`mutants.py`) is tried, each in a fork of a process that has imported the libraries, over a copy of the project, so that
commands started by tests see the fault too: first the tests that pass through the changed line, then all fitting ones. A mutant
is killed when a test fails, or takes many times its usual time. Mutants that no test can notice are listed, with the reason,
in `campaigns/mutation_equal.txt`.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mutants import Mutant, mutants

HOME: Final = Path(__file__).resolve().parents[1]
PAGE: Final = HOME / "tests" / "campaigns" / "mutation.md"
EQUAL: Final = HOME / "tests" / "campaigns" / "mutation_equal.txt"


@dataclass(frozen=True)
class Part:
    """Folders and files of `schemalint`, how many mutants are tried, and the test files that fit (`canon`: `test_canon.py`)."""

    name: str
    paths: str
    mutants: int
    tests: str


PARTS: Final = (
    Part("canon", "canon", 60, "canon seed_canon"),
    Part("model", "model.py linting/run.py", 60, "model linting references reports choose canon rules"),
    Part("schema", "schema", 80, "validity references model ecma_regex equal keywords canon rules subsume export"),
    Part("fixing", "fixing text/edit/patch.py", 60, "fixing fix_text cli_fix patch"),
    Part("diff", "change locking", 100, "diff subsume cli_diff cache lock cli_lock"),
    Part("targets", "targets", 90, "target_tables target_rules target_pages new_target traits verdicts export cli_export"),
    Part("text", "text/edit", 60, "fix_text canon_text yaml_scalar fixing cli_fix"),
)


def known_equal() -> dict[str, str]:
    """The mutants that no test can notice, by their line of the list, each with the reason."""
    blocks = EQUAL.read_text(encoding="utf-8").split("\n\n") if EQUAL.exists() else []
    lines = [block.strip().splitlines() for block in blocks if not block.startswith("#")]
    return {first: " ".join(line.strip() for line in rest) for first, *rest in filter(None, lines)}


def possible(part: Part, home: Path) -> list[Mutant]:
    """Every mutant of a part, file by file; `home` is the folder of the program."""
    paths = [home / path for path in part.paths.split()]
    files = sorted(file for path in paths for file in ([path] if path.is_file() else path.rglob("*.py")))
    return [one for file in files for one in mutants(file.relative_to(home).as_posix(), file.read_bytes())]


def sample(part: Part, every: Sequence[Mutant], options: argparse.Namespace) -> list[Mutant]:
    if options.key:
        return [one for one in every if options.key in str(one)]
    count = min(options.mutants or part.mutants, len(every))
    chosen = random.Random(f"{options.seed} {part.name}").sample(range(len(every)), count)
    return [every[i] for i in sorted(chosen)]


# ----------------------------------------------------------------------------------------------------------------- running


class Slot:
    """A copy of the project in which one mutant at a time runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        junk = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "dist")
        shutil.copytree(HOME, self.folder, ignore=junk)
        (self.folder / ".git").mkdir()
        self.program = self.folder / "schemalint"

    def put(self, path: str, source: bytes) -> None:
        (self.program / path).write_bytes(source)

    def forked(self, work: Any, cpu: float) -> int:
        """The process that does some work in this copy; it may use so many seconds, and its code is what `work` returns."""
        pid = os.fork()
        if pid:
            return pid
        try:
            os.setsid()
            os.chdir(self.folder)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            output = os.open("output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(output, 1)
            os.dup2(output, 2)
            resource.setrlimit(resource.RLIMIT_CPU, (int(cpu) + 1, int(cpu) + 2))
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            os.environ |= {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
            sys.dont_write_bytecode = True
            sys.path.insert(0, str(self.folder))
            code = work(self.folder)
        except BaseException:
            traceback.print_exc()
            code = 3
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


class Only:
    """Runs only some tests, file by file, the quickest first; random tests do not shrink what they find."""

    def __init__(self, kept: set[str] | None, costs: dict[str, float]) -> None:
        self.kept, self.costs = kept, costs

    def pytest_collection(self) -> None:
        from hypothesis import Phase, settings

        settings.register_profile("mutation", settings.default, phases=[Phase.explicit, Phase.generate])
        settings.load_profile("mutation")

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        if self.kept is not None:
            items[:] = [item for item in items if item.nodeid in self.kept]
        of_file: defaultdict[str, float] = defaultdict(float)
        for item in items:
            of_file[item.nodeid.partition("::")[0]] += self.costs.get(item.nodeid, 0.0)
        items.sort(key=lambda item: of_file[item.nodeid.partition("::")[0]])


_QUIET: Final = ("-q", "-x", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")


@dataclass(frozen=True)
class Tests:
    """What the fitting tests do without a fault: what each costs in seconds, and which pass through a line of a file."""

    files: Sequence[str]
    costs: dict[str, float]
    lines: dict[str, dict[int, list[str]]]

    def through(self, mutant: Mutant) -> set[str]:
        lines = self.lines.get(mutant.path, {})
        return {test for line in range(mutant.line, mutant.last + 1) for test in lines.get(line, ())} - {""}


def measured(part: Part, slot: Slot) -> Tests:
    """Runs the fitting tests of a part once, with each line's tests noted. Errors: `SystemExit` where one fails."""
    files = [f"tests/test_{name}.py" for name in ("as_seen", *part.tests.split())]

    def work(folder: Path) -> int:
        import coverage
        import pytest

        cover = coverage.Coverage(data_file=None, config_file=False, include=[f"{folder}/schemalint/*"])
        costs: dict[str, float] = {}

        class Watch(Only):
            @pytest.hookimpl(wrapper=True)
            def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
                cover.switch_context(item.nodeid)
                started = time.process_time()
                result = yield
                costs[item.nodeid] = time.process_time() - started
                cover.switch_context("")
                return result

        cover.start()
        code = pytest.main([*_QUIET, *files], plugins=[Watch(None, {})])
        cover.stop()
        data = cover.get_data()
        lines = {
            Path(file).relative_to(folder / "schemalint").as_posix(): data.contexts_by_lineno(file)
            for file in data.measured_files()
        }
        (folder / "measured.json").write_text(json.dumps({"costs": costs, "lines": lines}), encoding="utf-8")
        return int(code)

    status = os.waitstatus_to_exitcode(os.waitpid(slot.forked(work, 3600), 0)[1])
    if status:
        output = (slot.folder / "output.txt").read_text(encoding="utf-8")
        raise SystemExit(f"{part.name}: without any fault the tests end with {status}:\n{output[-3000:]}")
    found = json.loads((slot.folder / "measured.json").read_text(encoding="utf-8"))
    lines = {path: {int(line): tests for line, tests in of_file.items()} for path, of_file in found["lines"].items()}
    return Tests(files, found["costs"], lines)


@dataclass
class Trial:
    """A mutant under way: in which copy, by which process, with which tests, until when."""

    mutant: Mutant
    slot: Slot
    pid: int
    kept: set[str] | None
    until: float


def tried(part: Part, chosen: Sequence[Mutant], slots: Sequence[Slot]) -> Iterator[tuple[Mutant, str]]:
    """Each mutant with what became of it: `killed`, `timeout` or `survived`."""
    tests = measured(part, slots[0])
    print(f"{part.name}: {len(tests.costs)} tests, {sum(tests.costs.values()):.0f} s", flush=True)
    sources = {path: (slots[0].program / path).read_bytes() for path in {mutant.path for mutant in chosen}}
    waiting, free, running = list(reversed(chosen)), list(slots), dict[int, Trial]()

    def start(mutant: Mutant, slot: Slot, kept: set[str] | None) -> None:
        cost = sum(cost for test, cost in tests.costs.items() if kept is None or test in kept)
        files = sorted({test.partition("::")[0] for test in kept}) if kept is not None else tests.files

        def work(_: Path) -> int:
            import pytest

            return int(pytest.main([*_QUIET, *files], plugins=[Only(kept, tests.costs)]))

        slot.put(mutant.path, mutant.applied(sources[mutant.path]))
        pid = slot.forked(work, 20 + 3 * cost)
        running[pid] = Trial(mutant, slot, pid, kept, time.monotonic() + 300 + 20 * cost)

    while waiting or running:
        while waiting and free:
            mutant = waiting.pop()
            start(mutant, free.pop(), tests.through(mutant) or None)
        time.sleep(0.02)
        for trial in [*running.values()]:
            pid, status = os.waitpid(trial.pid, os.WNOHANG)
            late = not pid and time.monotonic() > trial.until
            if not (pid or late):
                continue
            if late:
                os.killpg(trial.pid, signal.SIGKILL)
                status = os.waitpid(trial.pid, 0)[1]
            del running[trial.pid]
            with suppress(ProcessLookupError):
                os.killpg(trial.pid, signal.SIGKILL)  # what its tests started
            trial.slot.put(trial.mutant.path, sources[trial.mutant.path])
            code = os.waitstatus_to_exitcode(status)
            if code in (0, 5) and trial.kept is not None:
                start(trial.mutant, trial.slot, None)
                continue
            free.append(trial.slot)
            yield trial.mutant, "survived" if code in (0, 5) else "killed" if code > 0 else "timeout"


# ------------------------------------------------------------------------------------------------------------------ the page


@dataclass(frozen=True)
class Score:
    part: Part
    of: int
    outcomes: Counter[str]
    survivors: Sequence[Mutant]

    @property
    def tried(self) -> int:
        return self.outcomes.total() - self.outcomes["equal"]

    @property
    def killed(self) -> int:
        return self.outcomes["killed"] + self.outcomes["timeout"]


def page(scores: Sequence[Score], command: str) -> str:
    rows = [
        [
            one.part.name,
            ", ".join(f"`{path}`" for path in one.part.paths.split()),
            *(f"{count:,}" for count in (one.of, one.outcomes.total(), one.outcomes["equal"], one.outcomes["killed"])),
            *(f"{count:,}" for count in (one.outcomes["timeout"], len(one.survivors))),
            f"{one.killed / max(one.tried, 1):.0%}",
        ]
        for one in scores
    ]
    totals = [sum(one.outcomes[kind] for one in scores) for kind in ("equal", "killed", "timeout", "survived")]
    killed, every = sum(one.killed for one in scores), sum(one.tried for one in scores)
    numbers = [sum(one.of for one in scores), sum(one.outcomes.total() for one in scores), *totals]
    rows.append(["**all**", "", *(f"{count:,}" for count in numbers), f"**{killed / max(every, 1):.1%}**"])
    head = ["part", "of `schemalint/`", "possible", "tried", "equal", "killed", "endless", "survived", "score"]
    table = [f"| {' | '.join(row)} |" for row in [head, ["---"] * 2 + ["--:"] * 7, *rows]]
    listed = [f"- {mutant}" for one in scores for mutant in one.survivors] or ["None."]
    date = time.strftime("%Y-%m-%d")
    return "\n".join(
        [
            "# Mutation testing",
            "",
            f"Small faults planted one at a time, and whether the tests notice. Run on {date} with `{command}`;",
            "`tests/mutants.py` says what is mutated. *Equal*: no test can notice it, for the reasons in `mutation_equal.txt`.",
            "*Endless*: the tests no longer end, which counts as killed. The score is of those that are not equal.",
            "",
            *table,
            "",
            "## Survivors",
            "",
            *listed,
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(part.name for part in PARTS)} (default: all)")
    parser.add_argument("--mutants", type=int, help="how many of each part (default: as PARTS has it)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--key", default="", help="try the mutants whose line holds this text, instead of a sample")
    parser.add_argument("--again", action="store_true", help="try the survivors that the page lists, instead of a sample")
    options = parser.parse_args()
    for library in ("hypothesis", "jsonschema", "pytest", "rich", "ruamel.yaml", "typer.main"):
        importlib.import_module(library)
    equal, scores = known_equal(), list[Score]()
    listed = (
        {line[2:] for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("- ")} if options.again else ()
    )
    with tempfile.TemporaryDirectory() as folder:
        slots = [Slot(Path(folder, str(number))) for number in range(2)]
        for part in PARTS:
            if options.parts and part.name not in options.parts:
                continue
            every = possible(part, slots[0].program)
            chosen = [one for one in every if str(one) in listed] if options.again else sample(part, every, options)
            if not chosen:
                continue
            outcomes = Counter({"equal": sum(str(one) in equal for one in chosen)})
            survivors: list[Mutant] = []
            for mutant, outcome in tried(part, [one for one in chosen if str(one) not in equal], slots):
                outcomes[outcome] += 1
                if outcome == "survived":
                    survivors.append(mutant)
                    print(f"- {mutant} (line {mutant.line})", flush=True)
            scores.append(Score(part, len(every), outcomes, survivors))
            print(f"{part.name}: {scores[-1].killed} of {scores[-1].tried} killed, {outcomes['equal']} equal", flush=True)
    if not (options.parts or options.key or options.again or options.mutants):
        PAGE.write_text(page(scores, " ".join(["python tests/mutation.py", *sys.argv[1:]])), encoding="utf-8")


if __name__ == "__main__":
    main()
