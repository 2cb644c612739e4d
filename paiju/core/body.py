"""Body: a state as one piece of memory, copied, compared and pickled whole, so that no field can be forgotten.

Whatever a game adds lies behind the fields of Body; what it is worth to the game is for Places and State to say.
"""

from __future__ import annotations

from hashlib import blake2b
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any, Self

from paiju.core import bits

UNCOMPARED = {"error", "seat", "moves_made", "__dict__", "__weakref__"}
DESCRIPTORS = (property, GetSetDescriptorType, MemberDescriptorType)
FIELDS: dict[type, tuple[frozenset[str], frozenset[str]]] = {}  # what `dump` shows of a class and what not


class Body:
    padded = ()  # a subclass names its arrays with room for six seats, of which Python reads what seats have

    def __init__(self, setup: Any):
        self.setup: Any = setup  # of the game's own type
        self.error: BaseException | None = None  # what was raised inside a native loop, which no exception can leave

    def copy(self) -> Self:
        twin = bits.new_like(self)
        if type(twin) is not type(self):  # its class is Python's and made something else
            raise no_copy(self)
        twin.setup = self.setup
        twin.error = None
        twin.load(self)
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def load(self, other: Body) -> None:
        """Become a copy of another state of the same setup."""
        bits.copy_body(self, other)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Body) and self.dump() == other.dump()

    def dump(self) -> dict[str, Any]:
        """Every field by name: equal dumps are equal states. `score` is left out: it is what `settle` last wrote."""
        fields, left_out = field_names(type(self))
        names = fields.union(getattr(self, "__dict__", ())) - left_out
        return {name: getattr(self, name) for name in sorted(names)}

    def __reduce__(self) -> tuple[Any, ...]:
        body = bits.body(self)
        return restored, (type(self), self.setup, body, _seal(type(self), body), getattr(self, "__dict__", {}))

    def complain(self) -> None:
        """Raise what was kept because no exception could pass."""
        if self.error is not None:
            error, self.error = self.error, None
            raise error


def no_copy(state: Body) -> TypeError:
    """A class written in Python may have methods of its own for this; native code relies on what they answer."""
    return TypeError(f"a copy of a {type(state).__name__} must be of the same class")


def field_names(kind: type) -> tuple[frozenset[str], frozenset[str]]:
    """The names of what the states of a class hold, as far as the class knows, and those that `dump` leaves out."""
    if kind not in FIELDS:
        fields = {name for name in dir(kind) if type(getattr(kind, name)) in DESCRIPTORS}
        padded = {name for base in kind.__mro__ for name in vars(base).get("padded", ())}
        FIELDS[kind] = frozenset(fields), frozenset(padded | UNCOMPARED)
    return FIELDS[kind]


# A state travels (pickle) as its memory, which nobody could check field by field: hence the seal.


def restored(kind: type[Any], setup: Any, body: bytes, sealed: bytes, extra: dict[str, Any]) -> Body:
    """A state from what `__reduce__` says of it, and from nothing else."""
    if not issubclass(kind, Body) or sealed != _seal(kind, body):
        raise ValueError("this is not a state as it was written, or another version of paiju wrote it")
    state = kind.__new__(kind)
    if type(state) is not kind:
        raise ValueError(f"{kind.__name__} makes something else")
    bits.set_body(state, body)
    state.setup = setup
    for name, value in extra.items():
        setattr(state, name, value)
    return state


def _seal(kind: type, body: bytes) -> bytes:
    """Not for others: native code trusts whatever is sealed."""
    return blake2b(" ".join(sorted(field_names(kind)[0])).encode() + body, digest_size=16).digest()
