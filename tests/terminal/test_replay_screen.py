"""Replaying on the whole screen: both ways through a record, from any seat, with what moves cost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from stage import LARGE, SMALL, match, perform, press, shown, until

from paiju.core.words import ONLOOKER, TRUTH
from paiju.games import BUILT_IN
from paiju.record import Record, steps
from paiju.record_file import RecordFile
from paiju.show import Style
from paiju.terminal.felt import FeltWidget
from paiju.terminal.pages import LogPage, RulesPage, ScorePage
from paiju.terminal.replay import ReplayScreen


def replaying(path, viewer: int = TRUTH) -> ReplayScreen:
    return ReplayScreen(RecordFile(path), Style(), viewer)


@pytest.fixture
def kept(tmp_path):
    """Records in one file."""

    def keep(*records: Record):
        path = tmp_path / "some.record"
        path.write_text("\n".join(record.text() for record in records))
        return path

    return keep


async def opened(pilot) -> Any:
    screen = pilot.app.screen
    await until(pilot, lambda: screen.history)
    return screen


def scene(screen: ReplayScreen):
    return screen.query_one(FeltWidget).scene


# ---- stepping ----


@pytest.mark.parametrize("name", BUILT_IN)
def test_stepping_both_ways_shows_the_steps_of_the_record(name, kept):
    record = match(name, 2 if name == "hearts" else 1)
    wanted = [state.scene() for _, _, state, _ in steps(record, ONLOOKER)]

    async def act(pilot):
        screen = await opened(pilot)
        there = [scene(screen)]
        for _ in wanted[1:]:
            screen.action_step(1)
            there.append(scene(screen))
        assert there == wanted
        back = [scene(screen)]
        for _ in wanted[1:]:
            screen.action_step(-1)
            back.append(scene(screen))
        assert back == wanted[::-1]

    perform(replaying(kept(record), ONLOOKER), act)


@pytest.mark.parametrize("viewer", [1, ONLOOKER])
def test_a_seat_is_shown_no_step_of_which_it_could_not_know(viewer, kept):
    """Whoever could have called in the draw and passed did so unseen."""
    record = match("shengji", 1)
    own = {number for number, move in enumerate(record.deals[0].moves, 1) if move.seat == viewer}

    async def act(pilot):
        screen = await opened(pilot)
        while not screen.history.moments(viewer)[screen.number].view.is_over:
            screen.action_step(1)
            moment = screen.moment(screen.history)
            assert moment.events or moment.number in own
            assert sum(event.kind == "draw" for event in moment.events) <= 1 or moment.number in own
        assert f"of {len(screen.history.moments(viewer)) - 1}" in shown(pilot)

    perform(replaying(kept(record), viewer), act)


@pytest.mark.parametrize("name", BUILT_IN)
def test_another_view_stays_at_the_same_place(name, kept):
    record = match(name, 1)

    async def act(pilot):
        screen = await opened(pilot)
        for number in range(0, screen.history.last + 1, 7):
            screen.number = number
            counts = [place.count for place in screen.moment(screen.history).view.scene().places]
            screen.action_view(1)
            there = scene(screen)
            assert there
            assert [place.count for place in there.places] == counts
            screen.action_view(TRUTH)
            assert screen.moment(screen.history).number <= number

    perform(replaying(kept(record)), act)


def test_keys_step(kept):
    record = match("hearts", 2)

    async def act(pilot):
        screen = await opened(pilot)
        await press(pilot, "right", "right", "left")
        assert (screen.deal, screen.number) == (0, 1)
        await press(pilot, "t")
        assert screen.number == screen.history.trick_ends(screen.viewer)[0]
        await press(pilot, "pagedown", "pageup")
        assert screen.number == screen.history.trick_ends(screen.viewer)[0]
        await press(pilot, "end")
        assert screen.number == screen.history.last
        await press(pilot, "right")
        assert (screen.deal, screen.number) == (1, 0)
        await press(pilot, "left")
        assert (screen.deal, screen.number) == (0, screen.history.last)
        await press(pilot, "home", "d")
        assert (screen.deal, screen.number) == (1, 0)
        await press(pilot, "D")
        assert (screen.deal, screen.number) == (0, 0)

    perform(replaying(kept(record)), act)


def test_jump_to_a_trick(kept):
    async def act(pilot):
        screen = await opened(pilot)
        await press(pilot, "j", "5", "enter")
        assert screen.number == screen.history.trick_ends(screen.viewer)[3]
        await press(pilot, "j", *"99", "enter")
        assert "there is no trick 99" in shown(pilot)
        await press(pilot, "j", "escape")
        assert screen.number == screen.history.trick_ends(screen.viewer)[3]

    perform(replaying(kept(match("hearts", 1))), act)


def test_several_records_of_several_games(kept):
    async def act(pilot):
        screen = await opened(pilot)
        await until(pilot, lambda: screen.records.scanned)
        assert len(screen.records.starts) == 3
        await press(pilot, "right_square_bracket")
        await opened(pilot)
        assert screen.record().game.name == "luzi"
        await press(pilot, "d")
        await opened(pilot)
        assert screen.record().game.name == "poepen"
        await press(pilot, "left")
        await opened(pilot)
        assert screen.record().game.name == "luzi"
        assert screen.number == screen.history.last

    perform(replaying(kept(match("hearts", 1), match("luzi", 1), match("poepen", 1))), act)


def test_it_runs_by_itself_to_the_end(kept):
    record = match("poepen:rounds=up,peak=1", 1)

    async def act(pilot):
        screen = await opened(pilot)
        await press(pilot, *["plus"] * 6, "space")
        await until(pilot, lambda: not screen.running)
        assert screen.number == screen.history.last
        assert "that was the last move" in shown(pilot)

    perform(replaying(kept(record)), act)


# ---- seeing ----


def other_world(record: Record, viewer: int) -> Record:
    """The same deal with two hidden cards exchanged between players the viewer does not see."""
    deal = record.deals[0]
    hands = record.game.start(deal.setup, deal.deck).hands
    one, two = [seat for seat in range(len(hands)) if seat != viewer][:2]
    mine = next(card for card in hands[one] if card not in list(hands[two]))
    theirs = next(card for card in hands[two] if card not in list(hands[one]) and card.suit == mine.suit)
    swap = {mine: theirs, theirs: mine}
    other = Record(record.game, record.options)
    other.start(deal.setup, [swap.get(card, card) for card in deal.deck])
    return other


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", ["hearts", "poepen", "luzi:players=4"])
def test_what_a_seat_may_not_know_is_not_on_the_screen(name, size, kept):
    record = match(name, 1)
    record.deals[0].moves = []

    def screens(record: Record) -> dict[str, str]:
        """What is shown for each view of the start."""
        found = {}

        async def act(pilot):
            await opened(pilot)
            for key in ("1", "u", "o"):
                found[key] = await press(pilot, key)

        perform(replaying(kept(record)), act, size)
        return found

    one, other = screens(record), screens(other_world(record, 1))
    assert one["1"] == other["1"]
    assert one["u"] == other["u"]
    assert one["o"] != other["o"]


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_seat_sees_its_own_view(name, kept):
    record = match(name, 1)

    async def act(pilot):
        screen = await opened(pilot)
        await press(pilot, "t", "right")
        state = screen.history.states[screen.number]
        for seat in range(screen.seats()):
            await press(pilot, str(seat))
            assert scene(screen) == state.view(seat).scene()
        await press(pilot, "o")
        assert scene(screen) == state.scene()
        await press(pilot, "u")
        assert scene(screen) == state.view(ONLOOKER).scene()

    perform(replaying(kept(record)), act)


def test_v_turns_through_all_views(kept):
    async def act(pilot):
        screen = await opened(pilot)
        seen = []
        for _ in range(6):
            seen.append(screen.viewer)
            await press(pilot, "v")
        assert seen == [TRUTH, 0, 1, 2, 3, ONLOOKER]

    perform(replaying(kept(match("hearts", 1))), act)


def test_a_seat_that_is_not_there_sees_no_more_than_an_onlooker(kept):
    async def act(pilot):
        screen = await opened(pilot)
        assert screen.viewer == ONLOOKER

    perform(replaying(kept(match("hearts", 1)), viewer=7), act)


def test_remarks_and_names_are_shown(kept):
    record = match("hearts", 1, tags={"Seat0": "Ann"})
    record.deals[0].moves[0] = type(record.deals[0].moves[0])(
        record.deals[0].moves[0].seat, record.deals[0].moves[0].action, "what a pass"
    )

    async def act(pilot):
        await opened(pilot)
        text = await press(pilot, "right")
        assert "{what a pass}" in text
        assert "Ann" in text

    perform(replaying(kept(record)), act)


def test_pages_of_a_replay(kept):
    async def act(pilot):
        await opened(pilot)
        await press(pilot, "d", "t")
        for key, page in (("s", ScorePage), ("l", LogPage), ("r", RulesPage)):
            await press(pilot, key)
            assert isinstance(pilot.app.screen, page)
            await press(pilot, "q")
        await press(pilot, "question_mark", "q", "q")

    perform(replaying(kept(match("hearts", 2))), act)


def test_the_score_sheet_has_the_deal_that_has_just_ended(kept):
    record = match("hearts", 2)

    async def act(pilot):
        await opened(pilot)
        await press(pilot, "s")
        assert "deal 1" not in shown(pilot)
        await press(pilot, "escape", "end", "s")
        assert "deal 1" in shown(pilot)
        assert "no deal" not in shown(pilot)

    perform(replaying(kept(record)), act)


# ---- what moves cost ----


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_move_is_judged(name, kept):
    async def act(pilot):
        screen = await opened(pilot)
        await press(pilot, "t", "a")
        await until(pilot, lambda: screen.verdicts)
        verdict = screen.verdicts[0, 0, screen.number]
        assert verdict.move == screen.history.move(screen.number)
        text = shown(pilot)
        assert verdict.text(screen.style)[:12] in text

    perform(replaying(kept(match(name, 1))), act)


def test_a_verdict_is_for_those_who_may_see_the_hand(kept):
    async def act(pilot):
        screen = await opened(pilot)
        await press(pilot, "t", "right", "a")
        await until(pilot, lambda: screen.verdicts)
        mover = screen.history.move(screen.number).seat
        value = re.compile(r"[+-]\d+\.\d")
        assert value.search(await press(pilot, str(mover)))
        assert not value.search(await press(pilot, str((mover + 1) % 4)))
        assert not value.search(await press(pilot, "u"))

    perform(replaying(kept(match("hearts", 1))), act)


def test_the_whole_deal_is_judged_and_mistakes_found(kept):
    async def act(pilot):
        screen = await opened(pilot)
        assert "no mistake found yet" in await press(pilot, "m")
        await press(pilot, "A")
        await until(pilot, lambda: len(screen.verdicts) == screen.history.last, 60)
        costly = [number for (_, _, number), verdict in screen.verdicts.items() if verdict.cost]
        await press(pilot, "m")
        assert not costly or screen.number == min(costly)

    perform(replaying(kept(match("poepen:peak=3", 1))), act)


# ---- files that are not as they should be ----


def test_a_damaged_record_shows_what_can_be_read(kept):
    path = kept(match("hearts", 2), match("poepen", 1))
    lines = path.read_text().splitlines()
    second = next(i for i, line in enumerate(lines) if line.startswith("deal 2"))
    lines[second + 10] = "2 play ZZ"
    path.write_text("\n".join(lines))

    async def act(pilot):
        screen = await opened(pilot)
        await until(pilot, lambda: f"line {second + 11}" in shown(pilot))
        assert screen.history.last > 50
        await press(pilot, "d")
        assert 0 < screen.history.last < 10
        await press(pilot, "d")
        await opened(pilot)
        assert screen.record().game.name == "poepen"

    perform(replaying(path), act)


@pytest.mark.parametrize("text", ["", "hello\n", '[Format "paiju 1"]\n[Rules "chess"]\n', "\x00\xff" * 99, "[" * 10**6])
def test_no_record_at_all_says_why(tmp_path, text):
    path = tmp_path / "none.record"
    path.write_text(text)

    async def act(pilot):
        await until(pilot, lambda: "damaged; line" in shown(pilot))
        await press(pilot, "right", "t", "d", "D", "a", "A", "m", "j", "space", "v", "s", "l", "r", "home", "q")

    perform(replaying(path), act)


def test_a_file_that_vanishes_says_why(tmp_path):
    async def act(pilot):
        await until(pilot, lambda: "No such file" in shown(pilot))

    perform(replaying(tmp_path / "gone.record"), act)


def test_a_huge_file_opens_at_its_first_record(tmp_path):
    text = match("hearts", 1).text()
    path = tmp_path / "huge.record"
    with open(path, "w") as file:
        for _ in range(5000):
            file.write(text + "\n")

    async def act(pilot):
        screen = await opened(pilot)
        await until(pilot, lambda: screen.records.scanned)
        assert len(screen.records.starts) == 5000
        screen.action_record(4999)
        await opened(pilot)
        assert "record 5000 of 5000" in shown(pilot)

    perform(replaying(path), act)


def test_the_keys_fit_with_room_to_spare(kept):
    """Some terminals make arrows wider than they say."""

    async def act(pilot):
        await opened(pilot)
        assert "q leave    " in shown(pilot).splitlines()[-1]

    perform(replaying(kept(match("hearts", 1))), act, LARGE)


def test_a_long_match_can_be_looked_at_while_it_is_read(kept):
    game_record = match("poepen:rounds=up,peak=12,players=4", 12)

    async def act(pilot):
        screen = await opened(pilot)
        await until(pilot, lambda: screen.partial.done)
        assert len(screen.partial.deals()) == 12

    perform(replaying(kept(game_record)), act)


def test_a_screen_that_has_read_all_rests(kept):
    """It looked for more twenty times a second for as long as it was open."""

    async def script(pilot):
        screen = await opened(pilot)
        await until(pilot, lambda: not screen.looking._active.is_set())
        await press(pilot, "end")
        assert screen.number == screen.last(screen.history)
        screen.open(1)
        assert screen.looking._active.is_set()
        await until(pilot, lambda: screen.history and not screen.looking._active.is_set())

    perform(replaying(kept(match("hearts"), match("poepen"))), script)
