"""`schemalint catalog --prose`: documents that name what is not there, and tools that no document names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from schemalint.catalogs.prose import names_of, strays, unnamed
from schemalint.cli.out import emit
from schemalint.edge.read import Refused, decode, read_file
from schemalint.edge.show import show
from schemalint.errors import Failure
from schemalint.model import Tool

ENDINGS: Final = (".md", ".markdown", ".mdx", ".rst", ".txt")


def check_prose(paths: Sequence[str], tools: Sequence[Tool]) -> int:
    """The exit code: 0 all names are right and all tools are named, 1 not. Errors: `Failure` for what cannot be read."""
    names = names_of(tools)
    texts = {file.as_posix(): _read(file) for path in paths for file in _documents(Path(path))}
    if not texts:
        raise Failure(f"{', '.join(paths)}: holds no document ({', '.join(ENDINGS)})")
    lines = []
    for file, text in texts.items():
        for one in strays(text, names):
            meant = f"; did you mean `{show(one.nearest)}`?" if one.nearest else ""
            lines.append(f"{show(file)}:{one.line}:{one.column}: there is no {one.kind} `{show(one.name)}`{meant}")
    lines += [f"{show(name)}: no document names this tool" for name in unnamed(list(texts.values()), names)]
    documents = f"{len(texts)} document{'' if len(texts) == 1 else 's'}"
    emit("\n".join([*lines, f"{documents}: {len(lines) or 'nothing'} found"]) + "\n")
    return int(bool(lines))


def _read(file: Path) -> str:
    try:
        return decode(read_file(file))
    except Refused as error:
        raise Failure(f"{file}: {error.reason}") from None


def _documents(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from (file for file in sorted(path.rglob("*")) if file.suffix.lower() in ENDINGS and file.is_file())
    else:
        yield path
