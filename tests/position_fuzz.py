"""Spoils the texts of positions and plays on from whatever is still read: `python tests/position_fuzz.py hearts 300`.

A process of its own, for a position that native code cannot bear would end it. Prints how many texts were read.
"""

import re
import sys

from random_play import moments, rule_sets, viewers

from paiju.core import loops
from paiju.core.chance import Random
from paiju.core.position import on_one_line
from paiju.core.words import TRUTH
from paiju.games import BUILT_IN, find

WORDS = """
- ? 0 1 2 3 5 6 13 25 26 99 -1 over nobody onlooker on off QS 2C 2C 10C KH AH LJ BJ 22C 345D clubs spades hearts 
trumps none give show play bid bury draw last_call consent | | | : ;
""".split()  # noqa: SIM905


def spoilt(text: str, others: list[str], names: list[str], rng: Random) -> str:
    """The text with one or a few of its words or lines changed, moved, doubled, lost or taken from another text."""
    lines = on_one_line(text).split("; ")
    for _ in range(1 if rng.below(3) else 3):
        k = rng.below(len(lines))
        words = lines[k].split()
        i = rng.below(len(words)) if words else 0
        match rng.below(12):
            case 0 if k:
                del lines[k]
            case 1:
                lines.insert(k, rng.choice(lines))
            case 2:
                lines.append(rng.choice(on_one_line(rng.choice(others)).split("; ")))
            case 3 if len(words) > 1:
                del words[i]
            case 4:
                words.insert(i, rng.choice(WORDS))
            case 5 if words:
                words[i] = rng.choice(WORDS)
            case 6 if words:
                j = rng.below(len(words))
                words[i], words[j] = words[j], words[i]
            case 7:
                lines.append(f"{rng.choice(names)}: {rng.choice(WORDS)}")
            case 9 | 10:
                lines = swapped(lines, rng)
                continue
            case 11 if k:
                lines = [line for line in lines if rng.below(3) or line.startswith(("hands", lines[0]))]
                continue
            case 8 if words and words[i]:
                at = rng.below(len(words[i]))
                words[i] = words[i][:at] + chr(rng.below(95) + 32) + words[i][at + 1 :]
        if k < len(lines) and words != lines[k].split():
            lines[k] = " ".join(words)
        lines = lines or [""]
    return "; ".join(lines)


def swapped(lines: list[str], rng: Random) -> list[str]:
    """Two groups of cards change places, wherever they stand; or one of them goes to the other's place."""
    words = [line.split() for line in lines]
    spots = [
        (i, j) for i, line in enumerate(words) for j, word in enumerate(line) if re.fullmatch("[0-9JQKA]+[CDHS]", word)
    ]
    if len(spots) > 1:
        (i, j), (k, m) = rng.choice(spots), rng.choice(spots)
        words[i][j], words[k][m] = words[k][m], words[i][j]
        if rng.below(2) and (i, j) != (k, m):
            words[k][m] += " " + words[i][j]
            words[i][j] = ""
    return [" ".join(line) for line in words]


def main(name: str, many: int, seed: str) -> None:
    game, rng = find(name), Random(name + seed)
    texts = []
    for rules in rule_sets(name):
        for state, _ in moments(rules, 1, 6):
            texts += [str(state), *(str(state.view(viewer)) for viewer in viewers(state)[:2])]
    names = [field.name for field in game.State.position_fields]
    read = 0
    for number in range(many):
        text = spoilt(rng.choice(texts), texts, names, rng)
        print(number, text, file=sys.stderr, flush=True)  # the last one, should it be the end of this process
        try:
            state = game.read_position(text)
        except ValueError as error:
            if not str(error):
                raise
            continue
        read += 1
        assert game.read_position(str(state)).dump() == state.dump()
        if name not in BUILT_IN:
            continue  # its own code meets whatever its fields may hold
        loops.roll_outs(state, 50)
        if state.viewer == TRUTH:
            for viewer in viewers(state):
                loops.roll_outs(state.view(viewer), 5)
    print(read)


main(sys.argv[1], int(sys.argv[2]), "".join(sys.argv[3:]))
