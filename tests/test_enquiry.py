"""What can be looked up at any time."""

import asyncio
from dataclasses import replace

from test_table import running, table_for

from paiju.core.words import Action
from paiju.enquiry import Knowledge, log
from paiju.show import Style
from paiju.timing import HASTY


def test_the_log_tells_no_card_before_it_is_shown():
    """The table knows at once how far a draw will go; a player sees it card by card, also one who comes late."""
    table = table_for("shengji", timing=replace(HASTY, draw=0.001))
    ahead = []

    async def draw():
        async with asyncio.timeout(60), running(table):
            async for news in table.hear(0):
                if news.scene.phase != "draw":
                    return
                whole = await anext(table.hear(0))
                drawn = [event for event in whole.events if event.kind == "draw" and event.seat == 0]
                assert len(drawn) == table.view(0).count[0]
                assert len(drawn) == 0 or list(log(Knowledge(table.facts(), whole.scene, drawn), Style(you=0), ""))
                ahead.append(len(table.unshown))
                if news.scene.asks and not table.unshown:
                    await table.answer(0, Action("pass"))

    asyncio.run(draw())
    assert max(ahead) > 0
