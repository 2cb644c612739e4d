# cython: nonecheck=True
"""Journal: the record of a match in play. The running deal is values; the finished ones are packed text, or with the
store, where that keeps them: a house has many tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from zlib import compress, decompress

from paiju.core import tuples
from paiju.core.cards import Card
from paiju.core.game import Setup
from paiju.core.state import State
from paiju.core.words import Action
from paiju.fair import Fairness
from paiju.packed_moves import PackedMoves
from paiju.record import Deal, Move, NewPlayer, Record, deal_lines, end_lines


class Journal:
    """What is written about a match. Whatever changes it returns the lines to be stored, or calls for all of `text`."""

    def __init__(self, record: Record, secret: Callable[[int], str]):
        """`secret` tells what may be shown of a deal that is over (decks.py)."""
        self.record = record  # the tags, and of the deals the running one
        self.secret = secret
        self.past = [packed(deal_text(deal)) for deal in record.deals[:-1]]
        self.kept = 0  # so many of them only the store has now
        self.moves = sum(len(deal.moves) for deal in record.deals)  # of the whole match
        del record.deals[:-1]
        for deal in record.deals:
            deal.moves = PackedMoves(deal.moves)

    @property
    def deal(self) -> Deal:
        """The deal that is played, or was played last."""
        return self.record.deals[-1]

    def begin_deal(
        self, setup: Setup, deck: list[Card], fairness: Fairness | None = None, is_kept: bool = False
    ) -> tuple[State, list[str]]:
        """`is_kept`: what was written so far stays in the store, and need not be rewritten."""
        if is_kept:
            self.kept += len(self.past) + len(self.record.deals)
            self.past = []
        else:
            self.past += [packed(deal_text(deal)) for deal in self.record.deals]
        self.record.deals.clear()
        state = self.record.start(setup, deck)
        self.deal.moves, self.deal.fairness = PackedMoves(), fairness
        return state, ["", *deal_lines(self.deal, state)]

    def add(self, seat: int, action: Action, after: State, remark: str = "") -> list[str]:
        self.deal.moves.append(tuples.named(Move, (seat, action, remark)))
        self.moves += 1
        lines = [f"{seat} {action!s} {{{remark}}}" if remark else f"{seat} {action!s}"]
        if after.is_over:
            if self.deal.fairness is not None:
                self.deal.fairness = replace(self.deal.fairness, secret=self.secret(self.deal.setup.deal))
            lines += end_lines(self.deal, after)
        return lines

    def take_back(self, moves: int) -> None:
        """Leave so many moves of the deal."""
        deal = self.deal
        self.moves -= len(deal.moves) - moves
        del deal.moves[moves:]
        deal.new_players = [newcomer._replace(moves=min(newcomer.moves, moves)) for newcomer in deal.new_players]

    def sit(self, seat: int, name: str, bot: str) -> list[str]:
        newcomer = NewPlayer(len(self.deal.moves), seat, name, bot)
        self.deal.new_players.append(newcomer)
        return [newcomer.line()]

    def text(self) -> str:
        """All of it, as docs/record.md has it, or what follows the deals that the store keeps."""
        head, _, running = self.record.text().partition("\n\n")
        parts = ["" if self.kept else head.rstrip("\n"), *map(unpacked, self.past)]
        if running:
            parts.append(running.rstrip("\n"))
        return "\n\n".join(parts).removeprefix("\n") + "\n"

    def whole(self) -> Record:
        """The match as a record of its own, where the store keeps none of it for itself."""
        if self.kept:
            raise LookupError("the store has the deals of this match")
        return Record.read(self.text())


def deal_text(deal: Deal) -> str:
    return "\n".join(deal_lines(deal))


def packed(deal: str) -> bytes:
    """The text of a deal that is over, in a fraction of the space."""
    return compress(deal.encode(), 1)


def unpacked(deal: bytes) -> str:
    return decompress(deal).decode()
