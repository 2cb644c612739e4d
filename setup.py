"""Compiles the rules at install: every module that has a .pxd twin, and only if there is a compiler that manages it.
Also the catalogues of the languages (paiju/locale/*.po, and click's texts beside them).

-march=native is worth half as much again and is on because a build from source is for the machine it runs on;
PAIJU_PORTABLE=1 turns it off for wheels meant for others, PAIJU_PURE=1 builds nothing.
"""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import Extension, setup

FAST = ["-O3", "-g0"] + ([] if os.environ.get("PAIJU_PORTABLE") else ["-march=native"])
FLAGS = os.environ["PAIJU_FLAGS"].split() if "PAIJU_FLAGS" in os.environ else FAST  # tools/sanitize.py has its own
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "auto_pickle": False,  # it would make a state from whatever numbers it is given; State.__reduce__ looks
    # boundscheck and wraparound stay on: C arrays are never checked anyway, and lists and tuples then stay safe.
    "cdivision": True,
    "initializedcheck": False,
    "nonecheck": False,
}
# These are C already: their .pxd holds inline C, and their .py runs only where nothing is compiled.
TWINS = {
    "paiju.core.bits", "paiju.core.dice", "paiju.core.pointers", "paiju.core.tuples", "paiju.drafts",
    "paiju.server.octets",
}  # fmt: skip


def extensions():
    for twin in sorted(Path("paiju").rglob("*.pxd")):
        source = twin.with_suffix(".py")
        name = ".".join(source.with_suffix("").parts)
        if source.name != "__init__.py" and name not in TWINS:
            yield Extension(name, [str(source)], extra_compile_args=FLAGS)


def compiled():
    if os.environ.get("PAIJU_PURE"):
        return []
    from Cython.Build import cythonize  # here, so that the catalogues can be made without it

    built = cythonize(list(extensions()), quiet=True, compiler_directives=DIRECTIVES, nthreads=os.cpu_count() or 1)
    for extension in built:
        extension.optional = True  # no compiler, no problem: the same files run uncompiled
    return built


def catalogues():
    """paiju/locale/nl.po becomes paiju/locale/nl/LC_MESSAGES/paiju.mo, which gettext reads; click/nl.po click.mo."""
    folder = Path("paiju/locale")
    for source in folder.rglob("*.po"):
        name = "paiju" if source.parent == folder else source.parent.name
        target = folder / source.stem / "LC_MESSAGES" / f"{name}.mo"
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            target.parent.mkdir(parents=True, exist_ok=True)
            with source.open("rb") as translations, target.open("wb") as file:
                write_mo(file, read_po(translations, locale=source.stem, abort_invalid=True))


if __name__ == "__main__":  # cythonize's worker processes import this file
    catalogues()
    setup(ext_modules=compiled(), options={"build_ext": {"parallel": os.cpu_count()}})
