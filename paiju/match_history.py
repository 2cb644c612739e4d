"""MatchHistory: what is kept of matches that are over: results, records, each person's list, ratings, leaderboards."""

from __future__ import annotations

import hmac
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from paiju.contract import Contract
from paiju.core.words import IllegalAction
from paiju.games import find, names, read_rules
from paiju.locks import Locks
from paiju.people import decoded, encoded
from paiju.ratings import PlayerRating, ranks_of, rated
from paiju.record import tag_lines
from paiju.remarks import public
from paiju.store.house_store import MOST_FOUND, Document, HouseStore
from paiju.table import Table

BOARD_SECONDS = 30.0  # a leaderboard is counted anew after so long
LAST = 10**13  # ids of results sort the newest first
MOST_ON_BOARD = 100
MatchList = tuple[list[dict[str, Any]], str]  # the matches of a page, and the mark of the next
LISTED = Document("house", "match lists 2", None)  # when the lists were completed last
DAY = 24 * 3600


class PageTokens:
    """The beginnings of pages of a list, signed so that nobody can ask what else lies there."""

    def __init__(self, secret: bytes):
        self.key = hmac.digest(secret, b"paiju page mark 1", "sha256")

    def write(self, place: str) -> str:
        return f"{encoded(place.encode())}.{encoded(self.sign(place))}"

    def read(self, mark: str) -> str:
        """The place behind which the page begins; an empty mark is the first page."""
        if not mark:
            return ""
        body, _, signature = mark.partition(".")
        with suppress(ValueError):  # not base64, or not text
            place = decoded(body).decode()
            if hmac.compare_digest(decoded(signature), self.sign(place)):
                return place
        raise IllegalAction("this mark of a page is not one of ours: begin at the first page", code="no_such_mark")

    def sign(self, place: str) -> bytes:
        return hmac.digest(self.key, place.encode(), "sha256")[:16]


class MatchHistory:
    def __init__(self, store: HouseStore, secret: bytes):
        self.store, self.page_tokens = store, PageTokens(secret)
        self.rating = Locks()  # by game: ratings are changed by one match at a time
        self.boards: dict[tuple[str, str], tuple[float, list[dict[str, Any]]]] = {}

    async def documents(self, contract: Contract, table: Table) -> tuple[list[Document], list[Document]]:
        """What is stored, together with the contract, when a match is over; and what was read for it, which must not
        have changed by then: somebody may finish two matches in the same moment."""
        seen = [Document("match", contract.id, await self.store.get("match", contract.id))]
        if seen[0].value is not None:  # it was stored before, though we did not hear of it
            return [], []
        game, setup = table.game, table.setup
        players = contract.players or tuple(chair.person for chair in contract.chairs)
        names_then = contract.names or tuple(chair.name for chair in contract.chairs)
        ranks = ranks_of(setup.standing, game.low_wins)
        is_done = contract.ending == "match"
        counts = not contract.practice
        winners = game.winners(setup) if is_done else ()
        value: dict[str, Any] = {
            "id": contract.id,
            "game": game.name,
            "rules": contract.rules,
            "pace": contract.pace,
            "is_public": contract.is_public,
            "ending": contract.ending,
            "begun": contract.begun,
            "ended": contract.ended,
            "deals": len(table.results),
            "standing": list(setup.standing),
            "winners": list(winners),
            "players": [
                {
                    "seat": seat,
                    "person": "" if player.startswith("bot ") else player,
                    "bot": player.removeprefix("bot ") if player.startswith("bot ") else "",
                    "name": names_then[seat],
                    "score": setup.standing[seat],
                    "figure": setup.standing_figures[seat],
                    "rank": ranks[seat],
                }
                for seat, player in enumerate(players)
            ],
        }
        documents: list[Document] = []
        if is_done and counts:
            seen += [await self.seen_rating(game.name, player) for player in sorted(set(players))]
            before = {
                player: read_rating(each.value) for player, each in zip(sorted(set(players)), seen[1:], strict=True)
            }
            after = rated(players, before, setup.teams, ranks)
            value["ratings"] = {player: [asdict(before[player]), asdict(rating)] for player, rating in after.items()}
            named = dict(zip(players, names_then, strict=True))
            for player, rating in after.items():
                kind = await self.kind(player)
                told = {
                    **asdict(rating),
                    "person": player,
                    "name": player.removeprefix("bot ") if kind == "house bot" else named[player],
                    "kind": kind,
                }
                board = "people" if kind == "person" else "bots"
                documents.append(Document("rating", rating_id(game.name, player), told, game.name, board))
        documents.append(Document("match", contract.id, value, game.name, listing_of(value)))
        # A match that does not count stands in no list: who has the link may look back at it, and that is all.
        return documents + (list_rows(value) if counts else []), seen

    async def complete_lists(self) -> None:
        """List again what a process of an older release has listed in its own way: once all matches, then at every
        start those since a day before the last, for processes that are replaced one after the other."""
        now, last = int(time.time()), await self.store.get(LISTED.kind, LISTED.id)
        since, after = (last["at"] - DAY if last is not None else 0), ""
        while page := await self.store.find("recent", after=after):
            matches = await self.matches_of(page)
            await self.store.put_all([row for match in matches if match["ended"] >= since for row in list_rows(match)])
            if any(match["ended"] < since for match in matches):
                break  # the newest come first
            after = page[-1][0]
        await self.store.put_all([LISTED._replace(value={"at": now})])

    async def kind(self, player: str) -> str:
        """Person, bot (an account), or house bot."""
        if player.startswith("bot "):
            return "house bot"
        told = await self.store.get("person", player)
        return "bot" if told and told.get("kind") == "bot" else "person"

    async def seen_rating(self, game: str, player: str) -> Document:
        id = rating_id(game, player)
        return Document("rating", id, await self.store.get("rating", id))

    async def match(self, id: str) -> dict[str, Any]:
        """A match that is over."""
        found = await self.store.get("match", id)
        if found is None:
            raise IllegalAction("there is no such match", code="no_such_match")
        return found

    async def record(self, id: str) -> str:
        """The record of a match that is over: while it is played it is nobody's to read."""
        match = await self.match(id)  # first: lines read before it may be those of a match that ends meanwhile
        lines = with_ending(await self.store.lines(id), match["ending"])
        return "".join(f"{public(line)}\n" for line in lines)

    async def open_deals(self, table: Table) -> str:
        """The finished deals of a match that goes on, for onlookers who may see hands; nothing that tells a deck to
        come."""
        record = await table.finished_record()
        for tag in [tag for tag in record.tags if not tag.startswith(("Seat", "Bot"))]:
            del record.tags[tag]
        return "".join(f"{public(line)}\n" for line in record.text().splitlines())

    async def played(self, asker: str, person: str, mark: str = "", limit: int = 20) -> MatchList:
        """A person's matches as `asker` may see them, the newest first: public ones, and those both played in."""
        after = self.page_tokens.read(mark)
        if asker == person:
            found = await self.store.find("played", owner=person, limit=limit + 1, after=after)
        else:
            found = await self.store.find("played", state=f"public {person}", limit=limit + 1, after=after)
            if asker:
                owner = f"{person}|{asker}"
                found += await self.store.find("played together", owner=owner, limit=limit + 1, after=after)
        return await self.page(sorted(found, key=lambda row: row[0]), limit)

    async def recent(self, game: str = "", mark: str = "", limit: int = 20) -> MatchList:
        """Public matches, the newest first."""
        wanted = {"owner": f"public {game}"} if game else {"state": "public"}
        return await self.page(
            await self.store.find("recent", limit=limit + 1, after=self.page_tokens.read(mark), **wanted), limit
        )

    async def page(self, rows: Sequence[tuple[str, Any]], limit: int) -> MatchList:
        """The matches of the first rows, and the mark of the next page; no mark where there are no more."""
        found = await self.matches_of(rows[:limit])
        return found, self.page_tokens.write(end_of_match_rows(rows[limit - 1][0])) if len(rows) > limit else ""

    async def matches_of(self, rows: Sequence[tuple[str, Any]]) -> list[dict[str, Any]]:
        found = [await self.store.get("match", row["match"]) for _, row in rows]
        return [match for match in found if match is not None]

    async def leaderboard(self, game: str, board: str = "people") -> list[dict[str, Any]]:
        """The strongest, the surest first; who has played too little for that stands behind."""
        find(game)
        kept = self.boards.get((game, board))
        if kept is None or time.monotonic() - kept[0] > BOARD_SECONDS:
            rows: list[dict[str, Any]] = []
            after = ""
            while page := await self.store.find("rating", owner=game, state=board, limit=MOST_FOUND, after=after):
                rows += [with_value(value) for _, value in page]
                after = page[-1][0]
            rows.sort(key=lambda row: (row["is_provisional"], -row["value"], row["person"]))
            kept = self.boards[game, board] = time.monotonic(), rows[:MOST_ON_BOARD]
        return kept[1]

    async def ratings_of(self, person: str) -> dict[str, dict[str, Any]]:
        """A person's ratings by game."""
        told = {game: (await self.seen_rating(game, person)).value for game in names()}
        return {game: with_value(value) for game, value in told.items() if value}


def list_key(match: dict[str, Any]) -> str:
    """The beginning of the ids of a match's rows, in all lists: the newest sort first."""
    return f"{LAST - match['ended']:013} {match['id']}"


def end_of_match_rows(row: str) -> str:
    """The place behind all rows of the match that this one is of."""
    return f"{' '.join(row.split(' ')[:2])}~"


def listing_of(match: dict[str, Any]) -> str:
    return "broken off" if match["ending"] != "match" else "public" if match["is_public"] else "by link"


def list_rows(match: dict[str, Any]) -> list[Document]:
    """The rows by which a finished match is found, so that no list has to pass over what its reader may not see."""
    key, listing, row = list_key(match), listing_of(match), {"match": match["id"]}
    people = [(player["seat"], player["person"]) for player in match["players"] if player["person"]]
    rows = [Document("recent", key, row, f"{listing} {match['game']}", listing)]
    for seat, person in people:
        state = f"public {person}" if match["is_public"] else "by link"
        rows.append(Document("played", f"{key} {seat}", {**row, "seat": seat}, person, state))
        if not match["is_public"]:
            rows += [
                Document("played together", f"{key} {seat} {at}", {**row, "seat": seat}, f"{person}|{other}")
                for at, other in people
                if other != person
            ]
    return rows


def with_ending(lines: Sequence[str], ending: str) -> list[str]:
    """The lines of a match that is over, with a tag that says how it ended behind the others."""
    known = next((number for number, line in enumerate(lines) if not line.startswith("[")), len(lines))
    tags = {"Ending": ending}
    return [*lines[:known], *tag_lines(tags), *lines[known:]]


def rating_id(game: str, player: str) -> str:
    return f"{game} {player}"


def read_rating(told: dict[str, Any] | None) -> PlayerRating:
    return PlayerRating(told["mu"], told["sigma"], told["matches"]) if told else PlayerRating()


def with_value(told: dict[str, Any]) -> dict[str, Any]:
    rating = read_rating(told)
    return {**told, "value": round(rating.value, 3), "is_provisional": rating.is_provisional}


def rules_exist(rules: str) -> str:
    """A rule set in its own words: as typed, `shengji:short`; as kept, every option that differs."""
    game, options = read_rules(rules)
    return game.rules(options)
