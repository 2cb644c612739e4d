"""The page of commands of a house, made from the commands that chat rooms have."""

import asyncio

import aiohttp
from houses import serving

from paiju.chat.words import COMMAND_WORDS


def test_page_of_commands_is_in_the_language_asked_for_or_of_the_browser(tmp_path):
    async def look():
        async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
            for query, headers, wanted in (("", {}, "bury cards in the kitty"), ("?lang=nl", {}, "in de pot"),
                                           ("", {"Accept-Language": "zh-CN,zh;q=0.9"}, "扣底牌")):  # fmt: skip
                async with session.get(f"{server.url}/commands{query}", headers=headers) as response:
                    text = await response.text()
                    assert (response.status, response.content_type) == (200, "text/html")
                    assert wanted in text
                    assert all(f"<code>${word}</code>" in text for word in COMMAND_WORDS)
                    assert "$kitty 2C 3C 4C 5C 6D 7D 8H 10S" in text
            async with session.get(f"{server.url}/commands.css") as response:
                assert (response.status, response.content_type) == (200, "text/css")

    asyncio.run(look())
