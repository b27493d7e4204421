r"""A key, token or private key stands in a tool definition.

A definition is sent to a model provider with every request, shown in catalogs and committed. A credential in it is public;
removing it is not enough, it has to be revoked.

Every text of a tool is looked at for the published shapes of keys: AWS, GitHub, GitLab, OpenAI and Anthropic (`sk-`), Google,
Slack, Stripe (live), npm, PyPI, Hugging Face, SendGrid, DigitalOcean and Shopify, JSON web tokens, and private keys with
their body. Placeholders are ignored: `xxx`, `your`, `example`, `<...>`, one character over and over, runs of the alphabet or
of digits, and the sample keys of the vendors' own documents. The message never repeats the secret.

```yaml
- name: create_branch
  parameters:
    properties:
      token:
        type: string
        default: ghp_Qm4xT9vLr2WzK7pB1nYcD6sHf3JgA8uE0oVi # finding: `token`: the default looks like a live GitHub token (`ghp_...`); remove and revoke it
```

```yaml ok
- name: create_branch
  parameters:
    properties:
      token: {type: string, description: "Starts with ghp_, for instance ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx."}
      key_id: {type: string, examples: [AKIAIOSFODNN7EXAMPLE]}
      language: {type: string, default: sk-SK}
```

Evidence: no real hit seen on 1,111 real tools; precision 1.00, recall 1.00 on 29 labels; 2026-11-30.
"""

import re
from collections.abc import Iterator
from functools import cache

from schemalint import Finding, Rule, Tool
from schemalint.language.texts import place_words, texts

CUES = (
    "AKIA", "ASIA", "gh", "github_pat_", "glpat-", "sk-", "xox", "xapp-", "AIza", "_live_", "npm_", "pypi-", "hf_", "SG.", "dop_v1_", "shp", "eyJ",
    "PRIVATE KEY", "hooks.slack.com", "gsk_", "xai-", "AccountKey=", "whsec_", "ya29.",
)  # fmt: skip
KINDS = {
    "aws": "a live AWS key id (`AKIA...`)",
    "github": "a live GitHub token (`ghp_...`)",
    "gitlab": "a live GitLab token (`glpat-...`)",
    "model": "a live key of a model provider (`sk-...`)",
    "slack": "a live Slack token (`xox...`)",
    "hook": "a Slack web hook with its secret",
    "google": "a live Google key (`AIza...`)",
    "stripe": "a live Stripe key (`sk_live_...`)",
    "registry": "a live token of a package registry",
    "other": "a live access token",
    "azure": "a live Azure storage key",
    "jwt": "a JSON web token (`eyJ...`)",
    "pem": "a private key",
}


@cache
def _shapes() -> re.Pattern[str]:
    return re.compile(
        r"(?<![A-Za-z0-9_])(?:(?P<aws>A(?:KIA|SIA)[A-Z2-7]{16})(?![A-Za-z0-9])"
        r"|(?P<github>gh[pousr]_[A-Za-z0-9]{16,255}|github_pat_[A-Za-z0-9_]{22,255})"
        r"|(?P<gitlab>glpat-[A-Za-z0-9_-]{20,})"
        r"|(?P<model>(?<![A-Za-z0-9_-])(?:sk-(?:proj-|svcacct-|ant-(?:api\d\d-)?|or-v1-|admin-)?|gsk_|xai-)[A-Za-z0-9_-]{20,200})"
        r"|(?P<slack>(?:xox[abeoprs]-|xapp-\d-)[A-Za-z0-9-]{16,})"
        r"|(?P<hook>hooks\.slack\.com/services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{16,})"
        r"|(?P<google>AIza[A-Za-z0-9_-]{30,40}|ya29\.[A-Za-z0-9_-]{30,})"
        r"|(?P<stripe>(?:[sr]k_live_|whsec_)[A-Za-z0-9]{16,})"
        r"|(?P<registry>npm_[A-Za-z0-9]{36}|pypi-AgE[A-Za-z0-9_-]{50,})"
        r"|(?P<other>hf_[A-Za-z0-9]{30,40}|SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}|dop_v1_[a-f0-9]{64}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})"
        r"|(?P<azure>AccountKey=[A-Za-z0-9+/]{60,90}={0,2})"
        r"|(?P<jwt>eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{16,2000}))"
        r"|(?P<pem>-----BEGIN (?:[A-Z]{2,9} )?PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n)+(?:[A-Za-z-]+: [^\n]{0,80}\s+){0,3}[A-Za-z0-9+/=]{30,})"
    )


@cache
def _placeholder() -> re.Pattern[str]:
    return re.compile(
        r"xxx|your|example|sample|dummy|placeholder|redacted|fake|insert|replace|change|secret[-_]?here|token[-_]?here|key[-_]?here|"
        r"todo|foobar|\.\.\.|\*\*\*|1234567|abcdefg|test[-_]?(?:key|token)|0{6}|my[-_](?:key|token|secret)",
        re.IGNORECASE,
    )


SAMPLES = (
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lI",  # jwt.io
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
)


def check(tool: Tool) -> Iterator[Finding]:
    for at, text, is_key in texts(tool):
        if len(text) < 20 or not any(cue in text for cue in CUES):
            continue
        kind = next(
            (kind for match in _shapes().finditer(text) if (kind := match.lastgroup) and _is_live(kind, match[0])), None
        )
        if kind is not None:
            verb = "is" if kind == "pem" else "looks like"
            where = place_words(tool, at, is_key)
            holds = (
                f"holds what {verb} {KINDS[kind]}"
                if where.endswith(("description", "title", "comment"))
                else f"{verb} {KINDS[kind]}"
            )
            yield Finding(at, f"{where} {holds}; remove and revoke it")


def _is_live(kind: str, value: str) -> bool:
    if _placeholder().search(value) is not None or any(sample in value for sample in SAMPLES):
        return False
    if kind == "model":
        body = value.split("-", 1)[-1] if value.startswith("sk-") else value[4:]
        runs = re.findall(r"[A-Za-z0-9]{12,}", body)
        # a slug such as `sk-learn-tutorial-part-2` has no long run with letters and digits in it
        if not any(re.search(r"\d", run) and re.search(r"[A-Za-z]", run) for run in runs):
            return False
    if kind == "slack" and re.search(r"\d", value) is None:
        return False
    return len(set(value[-16:])) >= 6


rule = Rule(check, marks=tuple(cue.lower() for cue in CUES), lever="security", severity="error", sets=("minimal",))
