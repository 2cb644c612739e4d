"""What native code calls of a compiled class must be declared by every class that brings its own."""

import re
from pathlib import Path

PAIJU = Path(__file__).parent.parent / "paiju"
CLASS = re.compile(r"^(?:cdef )?class (\w+)(?:\((\w+)?.*\))?:.*$", re.MULTILINE)


def classes(path: Path) -> dict[str, tuple[str, str]]:
    """By name: the base, and the lines of the class."""
    text = path.read_text()
    heads = list(CLASS.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)][: len(heads)]
    return {head[1]: (head[2] or "", text[head.end() : end]) for head, end in zip(heads, ends, strict=True)}


def declared(lines: str) -> set[str]:
    return set(re.findall(r"^    (?:cpdef|cdef) [^(=\n]*?(\w+)\(", lines, re.MULTILINE))


def test_what_is_native_in_a_state_is_native_in_every_game():
    twins = [path for folder in ("core", "games") for path in sorted((PAIJU / folder).glob("*.pxd"))]
    native = {name: found for path in twins for name, found in classes(path).items()}
    written = {name: found for path in twins for name, found in classes(path.with_suffix(".py")).items()}
    looked_at = 0
    for name, (base, lines) in native.items():
        inherited: set[str] = set()
        while base in native:
            inherited |= declared(native[base][1])
            base = native[base][0]
        own = set(re.findall(r"^    def (\w+)\(", written[name][1], re.MULTILINE))
        assert not (own & inherited) - declared(lines), f"{name} declares all that it overrides"
        looked_at += len(own & inherited)
    assert looked_at > 50
