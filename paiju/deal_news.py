"""A finished deal as somebody saw it happen, in the words of the wire: what a page needs to show it again."""

from __future__ import annotations

from typing import NamedTuple

from paiju.chairs import chairs_of
from paiju.core.scene import Scene
from paiju.core.words import TRUTH
from paiju.frames import WireListener
from paiju.history import DealHistory
from paiju.news import News
from paiju.record import Record
from paiju.show import Style
from paiju.wire import WireNews


class DealNews(NamedTuple):
    news: list[WireNews]  # the first with the whole scene, then what has changed
    tricks: list[int]  # where in `news` the tricks begin
    moves: list[int]  # how many moves had been made at each of them


def deal_news(record: Record, index: int, viewer: int = TRUTH, lang: str = "en") -> DealNews:
    """For a seat, or with all hands open."""
    deal = record.deals[index]
    history = DealHistory(deal)
    moments = history.moments(viewer)
    names = tuple(chair.name for chair in chairs_of(record))
    listener = WireListener(Style(lang=lang, names=names, you=viewer))
    told = [
        listener.told(
            News(number, "move" if number > 1 else "deal", unasked(moment.view.scene()), deal.setup.match,
                 tuple(moment.events), names=names)
        )
        for number, moment in enumerate(moments, 1)
    ]  # fmt: skip
    starts = (history.trick_start(trick, viewer) for trick in range(1, len(history.trick_ends(viewer)) + 1))
    return DealNews(told, [start for start in starts if start is not None], [moment.number for moment in moments])


def unasked(scene: Scene) -> Scene:
    """Nobody is to answer any more."""
    return scene._replace(asks=(), guide=None)
