"""Which configuration counts for the tools of a source: the one nearest to its file, with the overrides that fit it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from schemalint.config import Config, nearest, with_layers
from schemalint.globs import means
from schemalint.sources.ignores import file_of, is_within


def configured(run: Config, source: str, server: str | None = None) -> Config:
    """The configuration that counts for a source, and for the server that offers its tools.

    Beside the files that the run's configuration calls third-party, no other one counts: a stranger must not choose the rules
    for himself. Errors: `ConfigError`.
    """
    overridden = _overridden(run, source, server)
    file = file_of(source)
    if file is None or run.search is None or overridden.trust == "third-party":
        return overridden
    home = nearest(run, Path(file).parent)
    return overridden if home is run else _overridden(home, source, server)


def _overridden(config: Config, source: str, server: str | None) -> Config:
    if not config.overrides:
        return config
    fitting = []
    for index, override in enumerate(config.overrides):
        named = server is not None and override.server is not None and means(override.server, server)
        if named or (override.paths and is_within(source, str(override.layer.path.parent), override.paths)):
            fitting.append(index)
    return _with(config, tuple(fitting)) if fitting else config


@lru_cache(64)
def _with(config: Config, fitting: tuple[int, ...]) -> Config:
    return with_layers(config, (config.overrides[index].layer for index in fitting))
