"""The board, driven without a terminal: whole matches by keys and by mouse, refusals, undo, claims, odd windows."""

from __future__ import annotations

import pytest
from driving import LARGE, SMALL, Player, drive, table_of


@pytest.mark.parametrize(
    ("rules", "seed", "size"),
    [
        ("hearts:target=10", 1, SMALL),
        ("gongzhu:hands=1", 2, SMALL),
        ("shengji:deals=1", 3, SMALL),
        ("poepen:peak=2", 4, LARGE),
        ("luzi:target=6", 5, SMALL),
    ],
)
def test_a_whole_match_by_keys_alone(rules, seed, size):
    table = table_of(rules, seed)

    async def act(player: Player) -> None:
        await player.play_match(player.answer_by_keys)

    drive(table, act, size)
    assert table.is_over
    assert table.results
