"""What the states of a class hold, by name: for comparing them and for telling versions of paiju apart."""

from __future__ import annotations

from types import GetSetDescriptorType, MemberDescriptorType

UNCOMPARED = {"error", "seat", "moves_made", "__dict__", "__weakref__"}
DESCRIPTORS = (property, GetSetDescriptorType, MemberDescriptorType)
FIELDS: dict[type, tuple[frozenset[str], frozenset[str]]] = {}  # what `dump` shows of a class and what not


def field_names(kind: type) -> tuple[frozenset[str], frozenset[str]]:
    """The names of what the states of a class hold, as far as the class knows, and those that `dump` leaves out."""
    if kind not in FIELDS:
        fields = {name for name in dir(kind) if type(getattr(kind, name)) in DESCRIPTORS}
        padded = {name for base in kind.__mro__ for name in vars(base).get("padded", ())}
        FIELDS[kind] = frozenset(fields), frozenset(padded | UNCOMPARED)
    return FIELDS[kind]
