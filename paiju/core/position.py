"""A position: any moment of any deal as a short text, the truth or what somebody sees of it. Told in docs/position.md.

    hearts deal=4
    hands: 5C 7H | 9C 2D | QC QS | KC 3D
    leader: 0

`read` builds it in three steps: the cards are put in their places, the game finds what follows from them (`_arrange`),
and what the text says besides is added. `write` leaves out whatever `read` finds by itself. Native code trusts a
state, so nothing gets in unchecked: every value by its kind, the cards against the deck, the whole by the game.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from textwrap import wrap
from typing import Any, cast

from paiju.core import bits
from paiju.core.bits import Mask
from paiju.core.cards import Card, Cards, brief
from paiju.core.chance import Random
from paiju.core.fields import BOUNDS, HANDS, STOCK, UNSEEN, EachSeatText, Field, WrittenHand, change
from paiju.core.game import Game, Setup, beginnings, setup_names, setup_value, split_rules
from paiju.core.outside import PythonState
from paiju.core.words import Action

LONGEST = 20_000  # characters of a position
WIDEST = 100  # characters of a line, where it can be cut between seats
LITERAL = re.compile(r"[\w\s,.:\-'()\[\]{}]*")
VALUES: dict[str, Callable[[str], Any]] = {"Card": Card, "Cards": Cards, "Action": Action.read}


class PositionError(ValueError):
    """What is wrong with the text of a position, and in which line (0: with the whole)."""

    def __init__(self, reason: str, line: int = 0):
        self.line = line
        super().__init__(f"line {line}: {reason}" if line else reason)


# ---- reading ----


def read(game: Game, text: str, rng: Random | None = None) -> Any:
    """The state a text describes; raises PositionError. With `rng`, hands that nobody is said to see are dealt."""
    (number, head), *lines = split(text)
    try:
        state = blank(read_head(game, head))
    except ValueError as error:
        raise PositionError(str(error), number) from error
    given = read_lines(state, lines)
    try:
        place_cards(state, given, rng)
        change(state, viewer=given["viewer"])
        state._arrange(given)
        add_free_fields(state, given)
        look_over(state, given)
    except ValueError as error:
        named = str(error).partition(":")[0]
        where = next((number for number, line in lines if line.partition(":")[0].strip().lower() == named), 0)
        raise PositionError(str(error), where) from error
    return state


def split(text: str) -> list[tuple[int, str]]:
    """The lines of a text with their numbers. A semicolon ends a line too; a bar or a blank in front continues one."""
    if len(text) > LONGEST:
        raise PositionError(f"{len(text)} characters are too many for a position")
    lines: list[tuple[int, list[str]]] = []
    for number, whole in enumerate(text.splitlines(), 1):
        if whole.lstrip().startswith("#"):
            continue
        for part, line in enumerate(whole.split(";")):
            if not line.strip():
                continue
            if lines and (line.lstrip().startswith("|") or (part == 0 and line[0].isspace())):
                lines[-1][1].append(line.strip())
            else:
                lines.append((number, [line.strip()]))
    if not lines:
        raise PositionError("there is no position here: it starts with the name of a game")
    return [(number, " ".join(parts)) for number, parts in lines]


def on_one_line(text: str) -> str:
    """The same position with semicolons for line ends."""
    return "; ".join(line for _, line in split(text))


def read_head(game: Game, head: str) -> Setup:
    """The setup in the first line: `shengji:no_trump=on deal=3 levels=9,9 dealer=0`."""
    words = head.split()
    for rules, rest in beginnings(words):
        name, options = split_rules(rules)
        if game.is_called(name):
            return game.read_setup(" ".join(rest), game.read_options(options))
    raise ValueError(f"this is a position of '{brief(split_rules(words[0])[0])}', not of {game.name}")


def blank(setup: Setup) -> Any:
    """A state with no card anywhere."""
    state = setup.game.State(setup)
    if state.in_python:  # a game written in Python makes its fields when it is dealt
        state.deal(setup.game.deck(setup))
        state.clear()
        change(state, stage=0, actors=0)
    return state


def own_fields(state: Any) -> dict[str, Any]:
    """What a game written in Python keeps besides the fields of every state."""
    if not state.in_python:
        return {}
    shared = getattr(PythonState(state.setup), "__dict__", {})  # compiled it has none of its own
    return {name: value for name, value in state.__dict__.items() if name not in shared}


def read_lines(state: Any, lines: list[tuple[int, str]]) -> dict[str, Any]:
    """What the lines say, by the keys of their fields."""
    table = {field.name: field for field in state.position_fields}
    own = own_fields(state)
    given: dict[str, Any] = {}
    for number, line in lines:
        name, colon, text = line.partition(":")
        name, text = " ".join(name.lower().split()), text.strip()
        if not colon:
            raise PositionError(f"'{brief(line)}' is no line of a position: write a name, a colon, a value", number)
        if name not in table and name not in own:
            names = ", ".join([*table, *own])
            raise PositionError(f"there is no '{brief(name)}' in {state.setup.game.name}; there are {names}", number)
        key = table[name].key if name in table else name
        if key in given:
            raise PositionError(f"{name} is there twice", number)
        try:
            given[key] = table[name].kind.read(text, state) if name in table else read_literal(text, own[name])
        except ValueError as error:
            raise PositionError(f"{name}: {error}", number) from error
    return given


def read_literal(text: str, like: Any) -> Any:
    """The value of a field that only its game knows: numbers, words, lists and the like, as Python writes them."""
    try:
        if not LITERAL.fullmatch(text) or depth(text) > 8:
            raise ValueError
        value = literal(ast.parse(text, mode="eval").body)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise ValueError(f"'{brief(text)}' is not a value") from None
    grown = type(like) is int and isinstance(value, Card | Cards | Action)  # 0 + Cards are Cards
    if like is not None and type(value) is not type(like) and not grown:
        raise ValueError(f"a value like {brief(repr(like))} is wanted, not '{brief(text)}'")
    return value


def literal(node: ast.expr) -> Any:
    """What `ast.literal_eval` knows, and Card('QS'), Cards('QS KS'), Action('play QS'), as these print themselves."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text))], keywords=[]) if name in VALUES:
            return VALUES[name](text)
        case ast.List(elts=items):
            return [literal(item) for item in items]
        case ast.Tuple(elts=items):
            return tuple(literal(item) for item in items)
        case ast.Set(elts=items):
            return {literal(item) for item in items}
        case ast.Dict(keys=keys, values=values) if None not in keys:
            return {literal(cast("ast.expr", key)): literal(value) for key, value in zip(keys, values, strict=True)}
        case _:
            return ast.literal_eval(node)


def depth(text: str) -> int:
    """How deep brackets lie in each other; signs count too, since they can be repeated."""
    deepest = now = 0
    for sign in text:
        now += (sign in "([{") - (sign in ")]}")
        deepest = max(deepest, now)
    return deepest + text.count("--")


def place_cards(state: Any, given: dict[str, Any], rng: Random | None) -> None:
    """Hands and stock, and what of the deck is left for those who are not seen."""
    if "hands" not in given and "deck" not in given:
        raise ValueError("there are no hands: write hands: and the cards of each seat, with a bar between two")
    given["has_hands"] = "hands" in given
    rest = rest_of_deck(state, given)
    hands = given.setdefault("hands", [WrittenHand()] * state.seats)
    for seat, hand in enumerate(hands):
        if hand.more < 0:
            hands[seat] = replace(hand, more=state._hand_size(given, seat) - bits.size(hand.cards))
            if hands[seat].more < 0:
                raise ValueError(f"hands: seat {seat} cannot have so many cards")
    if rng is not None and "viewer" not in given:
        rest = deal_rest(given, rest, rng)
    stock = given.get("stock", WrittenHand())
    is_view = "viewer" in given or any(hand.hidden for hand in [*hands, stock])
    given.setdefault("viewer", bits.ONLOOKER if is_view else bits.TRUTH)
    given["rest"] = rest
    if not is_view:
        if "unseen" in given:
            raise ValueError("unseen: here all cards are seen")
        # Where chance turns up a card, it is the lowest if nobody says which.
        given.setdefault("next", rest & -rest)
        put(state, hands, given.get("stock") or WrittenHand(state._undealt(given, rest)), 0)
        return
    unseen = given.get("unseen", rest + sum(hand.cards for hand in [*hands, stock] if hand.hidden))
    left = bits.size(unseen) - sum(len(hand) for hand in hands if hand.hidden)
    if "stock" not in given or stock.more < 0:
        stock = WrittenHand(stock.cards, True, max(left - bits.size(stock.cards), 0))
    left -= len(stock) if stock.hidden else 0
    if left > 0:
        raise ValueError(f"{left} cards are nowhere: say what was taken, or which cards are unseen")
    if left < 0:
        raise ValueError(f"{-left} cards too few are unseen for these hands")
    put(state, hands, stock, unseen)


def deal_rest(given: dict[str, Any], rest: int, rng: Random) -> int:
    """Deal the hands of which only the number of cards is written; what of the deck is left then."""
    for seat, hand in enumerate(given["hands"]):
        if hand.hidden:
            if hand.more > bits.size(rest):
                raise ValueError(f"hands: there are not as many cards left as seat {seat} gets")
            cards = rng.some(rest, hand.more)
            given["hands"][seat] = WrittenHand(hand.cards + cards)
            rest -= cards
    if rest:
        given["next"] = rng.some(rest, 1)
    return rest


def put(state: Any, hands: list[WrittenHand], stock: WrittenHand, unseen: int) -> None:
    places = [*hands, *[WrittenHand()] * (bits.STOCK - state.seats), stock]
    change(
        state,
        unseen=unseen,
        concealed=sum(1 << place for place, hand in enumerate(places) if hand.hidden),
        hand=[0 if hand.hidden else hand.cards for hand in places],
        sure=[hand.cards if hand.hidden else 0 for hand in places],
        count=[len(hand) for hand in places],
    )


def rest_of_deck(state: Any, given: dict[str, Any]) -> int:
    """The deck without the cards that lie somewhere; refuses a card that is there too often."""
    rest: Mask = state.deck_cards
    for field in state.position_fields:
        for cards in masks_in(given.get(field.key)) if field.lies else []:
            if not bits.contains(rest, cards):
                face = next(face for face in Cards(cards) if bits.copies(rest, face) < bits.copies(cards, face))
                most = bits.copies(state.deck_cards, face)
                raise ValueError(f"{field.name}: that is one {face} too many, for the deck has {most}")
            rest -= cards
    return rest


def masks_in(value: Any) -> list[Mask]:
    """The cards that a value of a field tells of: those of one place, or of several."""
    if value is None:
        return []
    if isinstance(value, list | tuple):
        return [cards for each in cast("Iterable[Any]", value) for cards in masks_in(each)]
    return [value.cards if isinstance(value, WrittenHand) else value]


def add_free_fields(state: Any, given: dict[str, Any]) -> None:
    change(
        state, **{field.key: given[field.key] for field in state.position_fields if field.free and field.key in given}
    )
    for name in own_fields(state).keys() & given.keys():
        setattr(state, name, given[name])
    most = list(state.most)
    for copies, field in enumerate(BOUNDS):
        for place, faces in enumerate(given.get(field.key, ())):
            most[place] = most[place] & ~bits.fields(faces) | copies * faces
    change(state, most=most)


def look_over(state: Any, given: dict[str, Any]) -> None:
    """Refuse what contradicts itself."""
    for field in state.position_fields:
        if field.key in given and field not in (HANDS, STOCK, *BOUNDS) and not field.lies:
            found, said = field.value(state), given[field.key]
            if isinstance(field.kind, EachSeatText):
                found, said = found[: state.seats], said[: state.seats]
            if found != said:
                wanted = field.kind.write(field.value(state), state)
                raise ValueError(f"{field.name}: it must be {wanted}, not {field.kind.write(given[field.key], state)}")
    look_over_hidden(state, given)
    if flaw := state._position_flaw():
        raise ValueError(flaw)


def look_over_hidden(state: Any, given: dict[str, Any]) -> None:
    """Refuse what is known of places if it is not there, or leaves no way to deal the cards that nobody sees."""
    unseen = state.unseen
    room: list[int] = []
    can: list[Mask] = []
    for place in (*range(state.seats), bits.STOCK):
        where = f"seat {place}" if place < state.seats else "the stock"
        known, sure, most = state.known[place], state.sure[place], state.most[place]
        if not state.concealed >> place & 1:
            if not bits.contains(state.hand[place], known):
                raise ValueError(f"known: {where} does not hold {Cards(known)}")
            continue
        cards = known + sure - bits.meet(known, sure)
        if bits.size(cards) > state.count[place] or not bits.contains(bits.meet(unseen, most), cards):
            raise ValueError(f"known: {where} cannot hold {Cards(cards)}")
        unseen -= cards
        room.append(state.count[place] - bits.size(cards))
        can.append(most - cards)
    if not fits(unseen, room, can):
        told = next((field.name for field in BOUNDS if field.key in given), "unseen")
        raise ValueError(f"{told}: the cards that nobody sees cannot be dealt so that no place has what it lacks")


def fits(unseen: Mask, room: list[int], can: list[Mask]) -> bool:
    """Can these cards be dealt to places that get so many each, and can take so many copies of each face?

    They can if in every set of places there is room for what finds none outside it, as core/scatter.py tells.
    """
    places = range(len(room))
    alike = Counter((bits.copies(unseen, face), *(bits.copies(cards, face) for cards in can)) for face in range(54))
    for subset in range(1 << len(room)):
        inside = [i for i in places if subset >> i & 1]
        outside = [i for i in places if not subset >> i & 1]
        must = sum(max(0, n - sum(most[i] for i in outside)) * faces for (n, *most), faces in alike.items())
        if must > sum(room[i] for i in inside):
            return False
    return True


# ---- writing ----


def write(state: Any) -> str:
    """The text of a state: what `read` needs to find it again, and no more."""
    head = " ".join([state.setup.game.rules(state.setup.options), *setup_words(state.setup)])
    told = [field for field in state.position_fields if field is HANDS or field.is_told(state)]
    lines = {field.name: field.kind.write(field.value(state), state) for field in told}
    own = own_fields(state)
    lines |= {name: repr(plain(value)) for name, value in own.items()}
    if state.viewer != bits.TRUTH and read_back(state, head, lines) is None:
        lines["unseen"] = UNSEEN.kind.write(state.unseen, state)  # not all cards are mentioned
    limits: dict[str, str] = {}
    for _ in range(3):  # what is added may change what is found, but not for long
        twin = read_back(state, head, lines) or blank(state.setup)
        limits = {field.name: text for field in BOUNDS if (text := more_limits(field, state, twin))}
        twin = (read_back(state, head, lines | limits) or twin) if limits else twin
        missing = {
            field.name: field.kind.write(field.value(state), state)
            for field in state.position_fields
            if field.name not in lines and field not in BOUNDS and field.value(state) != field.value(twin)
        }
        if not missing:
            break
        lines |= missing
    order = {field.name: number for number, field in enumerate(state.position_fields)}
    lines |= limits
    return assembled(head, dict(sorted(lines.items(), key=lambda line: order.get(line[0], len(order)))))


def read_back(state: Any, head: str, lines: dict[str, str]) -> Any:
    """What these lines are read as; None if they say too little."""
    try:
        return read(state.setup.game, assembled(head, lines))
    except PositionError:
        return None


def more_limits(field: Field, state: Any, twin: Any) -> str:
    """What `twin` does not know of the most copies that places can hold."""
    faces = [mine & ~theirs for mine, theirs in zip(field.value(state), field.value(twin), strict=True)]
    return field.kind.write(faces, state) if any(faces) else ""


def assembled(head: str, lines: dict[str, str]) -> str:
    text = [head]
    for name, value in lines.items():
        line = f"{name}: {value}"
        if len(line) > WIDEST:
            indent = "\n" + " " * len(name)
            line = (
                line.replace(" | ", f"{indent}| ") if " | " in line else indent.join(wrap(line, WIDEST - len(indent)))
            )
        text.append(line)
    return "\n".join(text)


def plain(value: Any) -> Any:
    """A value that prints as `read_literal` reads it: any number but a Card, Cards and an Action is a plain one."""
    kind = value.__class__
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in cast("dict[Any, Any]", value).items()}
    if isinstance(value, list | tuple | set):
        return kind(map(plain, cast("Iterable[Any]", value)))
    return int(value) if isinstance(value, int) and not isinstance(value, bool | Card | Cards | Action) else value


def setup_words(setup: Setup) -> list[str]:
    """Where the setup differs from that of a match's first deal, as words: `deal=3 dealer=1`."""
    first = setup.game.first(setup.options)
    told = {name: getattr(setup, name) for name in setup_names(setup) if getattr(setup, name) != getattr(first, name)}
    return [f"{name}={setup_value(value)}" for name, value in told.items()]
