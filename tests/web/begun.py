"""Tables that begin in the middle of a deal, made before their house opens: a phase need not be waited for."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

SECRET = "s" * 32

# Somebody sits at seat 0 and is asked something, sooner or later.
POSITIONS = {
    "throw": "shengji levels=5,7 dealer=0; hands: AC 4C 4D | 6C 3D 7D | KC 9C 8D | 8C 7C 9D; trump: spades; leader: 0",
    "bury": """shengji dealer=0; trump: spades; phase: bury; hands:
        3C 4C 6C 7C 8C 9C JC QC 3D 4D 6D 7D 8D 9D JD QD 3H 4H 6H 7H 8H 9H JH QH 3S 4S 6S 7S 8S 9S JS QS AS
        | ? | ? | ?""",
    "last_call": """shengji levels=5,5 dealer=1; drawn: 100; deck: 22334466778899TTJJQQKKAAC 22334466778899TTJJQQKKAAD
        22334466778899TTJJQQKKAAH 22334466778899TTJJQQKKAAS LJ LJ BJ 5C BJ 5C 5D 5D 5H 5H 5S 5S""",
    "theft": """shengji:theft=on dealer=1; phase: theft; called: 2C; caller: 1; kitty: 2C 2D 2D 2H 2H 3C 4C 6C; hands:
        3467C 3344667D 334466H 22334466S | ? | ? | ?""",
    "robbery": """shengji:theft=on dealer=1; phase: theft; called: 2C; caller: 1; kitty: 2C 2D 2D 2H 2H 3C 4C 6C; hands:
        3467C 3344667D 334466H 22334466S | ? | ? | ?""",
    "consent": """shengji:surrender=on dealer=0; phase: consent; proposed: 0; trump: spades; leader: 2; hands:
        AC 4C | 6C 3D | KC 9C | 8C 7C""",
    "tribute": "luzi:shanghai deal=2 levels=3,2 initiative=0 opener=0 payers=1,3 receivers=0,2; hands: ?|?|?|?|?|?",
    "set": """luzi; turn: 0; table: - | - | - | - | - | 5S 6S 7C 8C 9D; hands:
        3H 3S 4H 5H 7C 7H 8C 8D 8D 9D 9D 9H 10S | 4C KC | 4D KD | 4S KS | 5C QC | 5D QD""",
    "beaten": "luzi; turn: 0; table: -|-|-|-|-| 8S 8H; hands: 3C 4D 6H 7S | 4C KC | 4D KD | 4S KS | 5C QC | 5D QD",
    "bid": "poepen; hands: ? | ? | ? | ?",
    "overbid": "poepen:overbid=on dealer=0; bids: - | 1 | 2 | 0; hands: ? | ? | ? | ?",
    "typed_bid": "poepen:overbid=on dealer=0; bids: - | 1 | 2 | 0; hands: ? | ? | ? | ?",
    "blind": "poepen:peak=1; hands: ? | ? | ? | ?",
    "levels": "shengji:target=A levels=14,12 dealer=0; hands: AC | 6C | 7C | 8C; trump: spades; leader: 0",
    "score": "shengji dealer=1; hands: AC | 10C | 7C | 6C; trump: spades; leader: 0; points: 75",
    "draw": "shengji:deals=1 dealer=0; hands: AC | 10C | 7C | 6C; trump: spades; leader: 0; points: 95",
    "claim": "hearts deal=4; hands: AC KC QC | 2D 3D 4D | 5D 6D 7D | 8D 9D 10D; leader: 0",
    "few": "hearts deal=4; hands: KC QS | 2D 3D | 5D 6D | 8D 9D; leader: 0",
    "pass": "gongzhu; hands: ? | ? | ? | ?",
    "expose": "gongzhu deal=4; hands: 22334455C 33445566D JD 22334455S QH | ? | ? | ?",
    "none_to_expose": "gongzhu deal=4; hands: 22334455C 334455667D 22334455S QH | ? | ? | ?",
}


def sit_down_at(screen: Any, token: str, table: str) -> None:
    """As who sits there, until something is asked."""
    screen.page.context.add_cookies([{"name": "paiju", "value": token, "url": screen.url}])
    screen.go(f"/t/{table}")
    screen.wait_to_be_asked()


def begin_tables(folder: Path) -> dict[str, tuple[str, str]]:
    """The token of who sits there, and the table, of each position."""
    from paiju import Random, read_position
    from paiju.house import House
    from paiju.store.house_store import open_store

    async def make() -> dict[str, tuple[str, str]]:
        store = open_store(folder / "house.sqlite")
        await store.open()
        house, made = House(store, SECRET.encode()), {}
        try:
            for name, text in POSITIONS.items():
                state = read_position(text, Random(1))
                person, token = await house.people.guest("Ann")
                rules = state.setup.game.rules(state.setup.options)
                made[name] = token, (await house.practise(person, rules, "again", str(state))).id
        finally:
            await house.close()
            await store.close()
        return made

    with ThreadPoolExecutor(1) as beside:  # a loop of the test's own may be running here
        return beside.submit(lambda: asyncio.run(make())).result()
