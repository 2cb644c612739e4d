"""The board, driven without a terminal: whole matches by keys and by mouse, refusals, undo, claims, odd windows."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from driving import LARGE, QUIET, SMALL, Player, card_keys, drive, table_of
from stage import double_click
from textual import events

from paiju.commands.own_table import doors_of
from paiju.core.cards import Card, Cards
from paiju.core.chance import Random
from paiju.core.words import ONLOOKER, Action, IllegalAction, Message
from paiju.farewell import farewell
from paiju.games import BUILT_IN, read_rules
from paiju.record import Move
from paiju.settings import Settings
from paiju.show import Style
from paiju.table import Table
from paiju.terminal import screens
from paiju.terminal.app import PaijuApp
from paiju.terminal.board import BoardScreen
from paiju.terminal.canvas import FRESH_FELT, cut, line_width
from paiju.terminal.curtain import CurtainScreen
from paiju.terminal.lines import head_line
from paiju.terminal.menu import MenuScreen
from paiju.timing import HASTY, Timing


@pytest.mark.parametrize(
    ("rules", "seed", "size"),
    [
        ("hearts:target=10", 1, SMALL),
        ("gongzhu:hands=1", 2, SMALL),
        ("shengji:deals=1", 3, SMALL),
        ("poepen:peak=2", 4, LARGE),
        ("luzi:target=3", 4, SMALL),
    ],
)
def test_a_whole_match_by_keys_alone(rules, seed, size):
    table = table_of(rules, seed)

    async def act(player: Player) -> None:
        await player.play_match(player.answer_by_keys)

    drive(table, act, size)
    assert table.is_over
    assert table.results


def test_a_whole_match_by_mouse_alone():
    table = table_of("poepen:peak=2", 6)

    async def act(player: Player) -> None:
        await player.play_match(player.answer_by_mouse)

    drive(table, act)
    assert table.is_over


def lies_open(player: Player) -> None:
    """Every card of the hand is inside its widget."""
    hand = player.board.hand
    spots, _, tall, _ = hand.layout_for(hand.size.width)
    assert len(hand.cards) == len(spots) > 0
    assert hand.size.height >= (spots[-1][0] + 1) * (5 if tall else 2), player.sees()


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("rules", BUILT_IN)
def test_the_whole_hand_is_shown_from_the_first_question_on(rules, seed, size, tmp_path):
    table = table_of(rules, seed, store=tmp_path / "match.paiju")

    async def begin(player: Player) -> None:
        await player.asked()
        lies_open(player)
        await player.answer_by_keys()

    drive(table, begin, size)

    async def go_on(player: Player) -> None:
        await player.asked()
        lies_open(player)

    drive(Table.resume(tmp_path / "match.paiju", HASTY), go_on, size)


def test_the_whole_hand_is_shown_in_every_window():
    async def act(player: Player) -> None:
        await player.asked()
        for size in ((80, 40), (40, 40), SMALL, (50, 24), (160, 24)):
            await player.pilot.resize_terminal(*size)
            await player.settled()
            lies_open(player)

    drive(table_of("luzi", 1), act)


def test_cards_that_were_received_stay_marked_until_the_next_answer():
    table = table_of("hearts", 1)

    async def act(player: Player) -> None:
        await player.asked()
        await player.answer_by_keys()
        await player.until(lambda: len(player.board.hand.fresh) == 3)
        while player.board.hand.fresh:
            await player.asked()
            assert len(player.board.hand.fresh) == 3
            await player.answer_by_keys()

    drive(table, act)


def test_enter_plays_the_card_in_focus():
    table = table_of("poepen:peak=2", 4)

    async def act(player: Player) -> None:
        while (await player.asked()).card_ask is None:
            await player.answer_by_keys()
        card = player.board.hand.selection.focused
        assert player.board.hand.selection.is_possible(player.board.hand.selection.focus)
        await player.press("enter")
        await player.until(lambda: card not in player.board.hand.cards)

    drive(table, act)


def test_a_refusal_names_the_rule():
    table = table_of("hearts", 1)

    async def act(player: Player) -> None:
        while (await player.asked()).asks[0].kind != "play" or not barred(player):
            await player.answer_by_keys()
            await player.settled()
        turn, card = table.turn, barred(player)[0]
        await player.press(*card_keys(card), "enter")
        await player.until(lambda: "(rule " in player.sees())
        assert table.turn == turn
        assert player.board.hand.chosen == Cards([card])

    drive(table, act)


def barred(player: Player) -> list[Card]:
    """Cards of the hand that may not be played now."""
    return [card for card in player.board.hand.cards if card not in player.board.asks[0].cards]


def test_too_few_cards_are_a_reminder_not_an_answer():
    table = table_of("hearts", 1)

    async def act(player: Player) -> None:
        await player.asked()
        await player.press("enter")
        assert "choose 3 cards" in player.sees()
        assert table.view(0).waiting() == [0]

    drive(table, act)


def test_a_pass_is_taken_back():
    """Rule of the table: while nothing new was seen."""
    table = table_of("hearts", 1, timing=Timing(move=60, trick=60, draw=0, call=0, answer=0))

    async def act(player: Player) -> None:
        await player.asked()
        before = list(player.board.hand.cards)
        for _ in range(20):
            if table.can_undo(0):
                break
            await player.answer_by_keys()
            await asyncio.sleep(0.01)
        assert "u undo" in player.sees()
        await player.press("u")
        await player.until(lambda: player.board.asks and player.board.hand.cards == before)

    drive(table, act)


def test_the_rest_is_claimed():
    table = table_of("hearts", 1)

    async def act(player: Player) -> None:
        while not claimable(await player.asked()):
            await player.answer_by_keys()
            await player.settled()
        assert "F8 claim" in player.sees()
        await player.press("f8")
        await player.until(lambda: not player.is_on_board)
        assert table.results

    drive(table, act)


def claimable(board: BoardScreen) -> bool:
    return board.answers is not None and board.answers.claim is not None


def test_space_hurries_the_others():
    table = table_of("poepen:peak=2", 4, timing=Timing(move=60, trick=60, draw=0, call=0, answer=0))

    async def act(player: Player) -> None:
        for _ in range(40):
            if player.is_on_board and player.board.asks:
                return
            await player.press("space")
            await asyncio.sleep(0.01)
        raise AssertionError("the others never hurried")

    drive(table, act)


def test_a_card_is_not_played_by_an_enter_that_hurried():
    table = table_of("poepen:peak=2", 4)

    async def act(player: Player) -> None:
        board = await player.asked()
        board.hurried = time.monotonic()
        await player.press("enter")
        assert table.turn == 0 or board.asks

    drive(table, act)


def test_a_curtain_hides_the_hand_of_the_other():
    table = table_of("hearts", 1, people=2)

    async def act(player: Player) -> None:
        await player.until(lambda: "Pass the keyboard to Ann" in player.sees())
        assert not any(sign in player.sees() for sign in "♣♦♥♠")
        await player.press("space")
        assert isinstance(player.pilot.app.screen, CurtainScreen)
        await player.press("enter")
        await player.asked()
        assert player.board.seat == 0
        assert player.sees().lstrip().startswith("Ann")
        await player.answer_by_keys()
        await player.until(lambda: isinstance(player.pilot.app.screen, CurtainScreen))
        await player.until(lambda: "Pass the keyboard to Bo" in player.sees())
        assert not any(sign in player.sees() for sign in "♣♦♥♠")
        await player.press("enter")
        await player.asked()
        assert player.board.seat == 1
        assert set(player.board.hand.cards) == set(table.view(1).hands[1])

    drive(table, act)


def test_a_key_meant_for_the_hand_does_not_lift_the_curtain(monkeypatch):
    monkeypatch.setattr(screens, "STRAY", 30.0)

    async def act(player: Player) -> None:
        for once_more in ("enter", "space"):
            await player.until(lambda: isinstance(player.pilot.app.screen, CurtainScreen))
            fallen = player.pilot.app.screen
            assert isinstance(fallen, CurtainScreen)
            await player.press("enter", once_more, "enter")
            await player.pilot.click()
            assert fallen.is_current
            fallen.came -= 60
            await player.press("enter")
            await player.asked()
            await player.answer_by_keys()

    drive(table_of("hearts", 1, people=2), act)


def test_nobody_sits_after_a_result_or_a_resume(tmp_path):
    table = table_of("poepen:players=2,peak=2", 1, people=2, store=tmp_path / "match.paiju")

    async def play_a_deal(player: Player) -> None:
        while not table.results:
            await player.until(lambda: table.results or not player.is_on_board or player.board.asks)
            await (player.answer_by_keys() if player.is_on_board else player.press("enter"))
            await player.settled()
        await player.until(lambda: "is over" in player.sees())
        await player.press("enter")
        await player.until(lambda: "Pass the keyboard" in player.sees())
        assert player.board.seat == ONLOOKER
        assert not player.board.hand.cards

    drive(table, play_a_deal)

    async def come_back(player: Player) -> None:
        await player.until(lambda: "Pass the keyboard" in player.sees())
        assert not player.board.hand.cards

    drive(Table.resume(tmp_path / "match.paiju", HASTY), come_back)


def test_who_looks_on_sees_no_hand_while_nobody_sits():
    """Cards are being drawn; nobody has lifted the curtain yet."""
    table = table_of("shengji", 3, people=2, timing=Timing(60, 60, 60, 0, 0))

    async def act(player: Player) -> None:
        await player.until(lambda: player.is_on_board and player.board.news.get(ONLOOKER))
        assert not player.board.hand.cards
        assert "deal 1" in player.sees()
        for key in ("s", "r", "g", "o", "h"):
            await player.press(key)
            assert not player.is_on_board
            await player.press("escape")

    drive(table, act)


def test_two_people_play_a_whole_match_at_one_keyboard():
    table = table_of("poepen:players=2,peak=2", 1, people=2)

    async def act(player: Player) -> None:
        await player.play_match(player.answer_by_keys)

    drive(table, act)
    assert table.is_over


def test_a_window_made_small_and_large_again():
    table = table_of("shengji:deals=1", 3)

    async def act(player: Player) -> None:
        await player.asked()
        while len(player.board.hand.cards) < 20:
            await player.answer_by_keys()
            await player.asked()
        await player.press("space")
        lifted = player.board.hand.chosen
        for size in ((40, 10), (20, 5), (1, 1), (200, 60), (40, 10)):
            await player.pilot.resize_terminal(*size)
            await player.settled()
        assert "Play" in player.sees() or "Call" in player.sees() or "Bury" in player.sees()
        await player.pilot.resize_terminal(20, 5)
        await player.settled()
        assert "larger" in player.sees()
        await player.pilot.resize_terminal(*SMALL)
        await player.settled()
        assert "deal 1" in player.sees()
        assert player.board.hand.chosen == lifted

    drive(table, act)


def test_a_long_paste_is_ignored_and_a_short_one_names_cards():
    async def act(player: Player) -> None:
        board = await player.asked()
        board.post_message(events.Paste("Q♠ " * 5000))
        await player.until(lambda: "15000 characters were pasted and ignored" in player.sees())
        assert not board.hand.chosen
        card = board.hand.cards[3]
        board.post_message(events.Paste(str(card)))
        await player.until(lambda: board.hand.chosen == Cards([card]))

    drive(table_of("hearts", 1), act)


def test_a_hint_is_taken_over():
    async def act(player: Player) -> None:
        board = await player.asked()
        await player.press("question_mark")
        await player.until(lambda: not player.is_on_board)
        assert "Hint" in player.sees()
        await player.press("enter")
        await player.until(lambda: len(board.hand.chosen) == 3)

    drive(table_of("hearts", 1), act)


def test_two_enters_at_once_take_a_hint_once():
    async def act(player: Player) -> None:
        board = await player.asked()
        await player.press("question_mark")
        await player.until(lambda: not player.is_on_board)
        await player.press("enter", "enter")
        await player.until(lambda: len(board.hand.chosen) == 3)
        assert player.pilot.app.screen is board

    drive(table_of("hearts", 1), act)


def test_a_double_click_takes_a_hint_once():
    async def act(player: Player) -> None:
        board = await player.asked()
        await player.press("question_mark")
        await player.until(lambda: not player.is_on_board)
        await double_click(player.pilot, "OptionList", 4, 0)
        await player.until(lambda: len(board.hand.chosen) == 3)
        assert player.pilot.app.screen is board

    drive(table_of("hearts", 1), act)


def test_a_hint_comes_though_there_was_other_news():
    table = table_of("hearts", 1)

    async def act(player: Player) -> None:
        await player.asked()
        await player.press("question_mark")
        table.tell_trouble(Message("a bot has answered"))
        await player.until(lambda: not player.is_on_board)
        assert "Hint" in player.sees()

    drive(table, act)


def test_who_reads_the_rules_gets_more_time():
    table = table_of("hearts", 1, timing=Timing(0, 0, 0, 0, 30))

    async def act(player: Player) -> None:
        await player.asked()
        await player.until(lambda: 0 in table.clock.deadline)
        table.clock.deadline[0] -= 20
        await player.press("f4")
        player.board.count_down()
        await player.settled()
        assert table.clock.deadline[0] - asyncio.get_running_loop().time() > 25

    drive(table, act)


def test_nothing_is_an_answer_where_no_card_need_be_given():
    table = table_of("gongzhu:hands=1", 18)

    async def act(player: Player) -> None:
        await player.asked()
        await player.answer_by_keys()
        await player.until(lambda: player.board.asks and player.board.asks[0].kind == "show")
        assert "Show nothing" in player.sees()
        await player.press("enter")
        await player.until(lambda: player.board.asks and player.board.asks[0].kind == "play")

    drive(table, act)


def test_the_table_can_be_left_from_behind_the_curtain():
    table = table_of("hearts", 1, people=2)

    async def act(player: Player) -> None:
        await player.until(lambda: "F10 leave" in player.sees())
        await player.press("f10")

    drive(table, act)
    assert table.is_closed


def test_tab_goes_through_combinations():
    table = table_of("luzi", 4)

    async def act(player: Player) -> None:
        board = await player.asked()
        await player.until(lambda: board.answers is not None)
        seen = []
        for _ in range(5):
            await player.press("tab")
            table.view(0).check(0, Action("play", board.hand.chosen))
            seen.append(board.hand.chosen)
        assert len(set(seen)) == 5
        await player.press("shift+tab")
        assert board.hand.chosen == seen[-2]

    drive(table, act)


def test_a_tab_before_the_combinations_are_found_waits_for_them():
    async def act(player: Player) -> None:
        board = await player.asked()
        board.answers = None
        await player.press("tab")
        await player.until(lambda: len(board.hand.chosen) == 3)

    drive(table_of("hearts", 5), act)


def test_pages_open_over_the_board_and_close():
    async def act(player: Player) -> None:
        await player.asked()
        for key in ("f1", "f2", "f3", "f4", "f5", "f6", "o", "r", "g", "l"):
            await player.press(key)
            await player.until(lambda: not player.is_on_board)
            await player.press("escape")
            await player.until(lambda: player.is_on_board)

    drive(table_of("hearts", 1), act)


def test_a_match_may_end_under_an_open_page():
    table = table_of("poepen:players=2,peak=1", 1)

    async def act(player: Player) -> None:
        async def answer_and_read() -> None:
            await player.answer_by_keys()
            await player.press("f4")

        await player.play_match(answer_and_read)

    drive(table, act)
    assert table.is_over


def test_a_barred_bid_is_struck_through_and_refused():
    table = table_of("poepen", 4)  # seat 0 deals, so it bids last

    async def act(player: Player) -> None:
        board = await player.asked()
        (barred,) = board.asks[0].barred
        await player.press(str(barred), "enter")
        assert "rule" in player.sees()
        assert table.view(0).phase == "bid"

    drive(table, act)


def test_a_number_of_a_hundred_is_typed():
    table: Any = table_of("poepen:overbid=on", 4)

    async def act(player: Player) -> None:
        await player.asked()
        await player.press("4", "2")
        assert "[42]" in player.sees()
        assert "Bid 42" in player.sees()
        await player.press("enter")
        await player.until(lambda: 42 in table.view(0).bids)

    drive(table, act)


def test_leaving_says_how_to_resume(tmp_path):
    table = table_of("hearts", 1, store=tmp_path / "match.paiju")

    async def act(player: Player) -> None:
        await player.asked()
        await player.answer_by_keys()
        await player.press("f10")

    drive(table, act)
    assert table.is_closed
    command = f"paiju play --resume {tmp_path / 'match.paiju'}"
    assert command in farewell(table.facts(), Style())  # that it is printed, test_terminal.py sees


def test_a_match_that_cannot_be_kept_is_said_not_to_be(tmp_path):
    (tmp_path / "file").touch()
    table = table_of("poepen", 4, store=tmp_path / "file" / "match.paiju")

    async def act(player: Player) -> None:
        await player.asked()
        assert any("cannot be saved" in notice.message for notice in player.pilot.app._notifications)
        assert player.sees().lstrip().startswith("unsaved")
        await player.press("q")
        assert "the match is not kept" in player.sees()
        await player.press("q")

    drive(table, act)
    assert farewell(table.facts(), Style()) == "the match was not kept"


def test_a_broken_table_is_left_with_a_sentence(tmp_path):
    table = table_of("hearts", 1, store=tmp_path / "match.paiju")

    async def act(player: Player) -> None:
        await player.asked()
        await player.answer_by_keys()
        await player.asked()
        await player.press("f4")
        table.state = None  # what a bug might do
        table.hurry(0)
        await player.until(lambda: player.pilot.app._exit)

    app = drive(table, act)
    assert app.return_code == 0
    assert "paiju made a mistake and had to stop: " in farewell(table.facts(), Style())
    assert str(tmp_path / "match.paiju") in farewell(table.facts(), Style())


def test_ctrl_c_leaves_from_a_page():
    table = table_of("hearts", 1)

    async def act(player: Player) -> None:
        await player.asked()
        await player.press("f4")
        await player.press("ctrl+c")

    drive(table, act)
    assert table.is_closed


def test_a_number_is_asked_where_the_cards_leave_it_open():
    """Of two tens of clubs one is exposed: a number says which is played (rules/gongzhu.md 3.5)."""
    table = table_of("gongzhu:hands=1", 18)

    async def act(player: Player) -> None:
        await player.asked()
        await player.answer_by_keys()
        await player.until(lambda: player.board.asks and player.board.asks[0].kind == "show")
        await player.press("0", "c", "enter")
        await player.until(lambda: player.board.asks and player.board.asks[0].kind == "play")
        await player.press("0", "c", "enter")
        assert player.board.bar.numbers == (0, 1)
        await player.press("escape", "0", "c", "enter", "1", "enter")
        await player.until(lambda: any(move.action == Action("play", Cards("10C"), 1) for move in moves(player)))

    drive(table, act)


def moves(player: Player) -> list[Move]:
    return [*player.table.record.deals[-1].moves]


def test_trouble_is_shown_and_play_goes_on():
    table = table_of("hearts", 1)

    async def act(player: Player) -> None:
        await player.asked()
        table.tell_trouble(Message("the disk is full; the match goes on unsaved"))
        await player.until(lambda: "the disk is full" in player.sees())
        await player.answer_by_keys()
        await player.until(lambda: table.turn >= 4)

    drive(table, act)


def test_the_time_left_is_shown():
    async def act(player: Player) -> None:
        await player.asked()
        assert "30 s left" in player.sees()

    drive(table_of("hearts", 1, timing=Timing(0, 0, 0, 0, 30)), act)


def test_leaving_by_letter_must_be_meant():
    table = table_of("poepen", 4)

    async def act(player: Player) -> None:
        await player.asked()
        await player.press("q")
        assert "press q again" in player.sees()
        assert not table.is_closed
        await player.press("q")

    drive(table, act)
    assert table.is_closed


def test_from_the_menu_to_a_table_and_back(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    async def run() -> None:
        app = PaijuApp(None, None, QUIET, host=lambda choice, _: doors_of(table_of(choice.game.name)))
        async with app.run_test(size=SMALL) as pilot:
            player = Player(pilot, table_of("hearts"))
            await player.press("enter")
            await player.press("enter")
            await player.until(lambda: player.is_on_board and player.board.asks)
            await player.press("f10")
            await player.until(lambda: isinstance(app.screen, MenuScreen))

    asyncio.run(run())


def test_the_log_tells_a_draw_together():
    async def act(player: Player) -> None:
        await player.asked()
        while len(player.board.hand.cards) < 20:
            await player.answer_by_keys()
            await player.asked()
        log = player.board.told_log(0)
        assert any(line.startswith("you draw") for line in log)
        assert len(log) < 20

    drive(table_of("shengji:deals=1", 3), act)


def test_only_what_beats_the_table_looks_playable():
    async def act(player: Player) -> None:
        table = player.table
        while True:
            await player.asked()
            await player.until(lambda: player.board.answers)
            ask, answers = player.board.card_ask, player.board.answers
            assert ask
            assert answers
            if ask.least == ask.most == 1 and answers.possible(ask, Cards(0)) != ask.cards:
                break
            turn = table.turn
            await player.answer_by_keys()
            await player.until(lambda turn=turn: table.turn != turn)
        hand = player.board.hand.selection
        playable = {card for at, card in enumerate(hand.hand) if hand.is_possible(at)}
        assert playable == {action.card for action in table.view(0).actions(0) if action.cards}

    drive(table_of("luzi", 3), act)


def test_a_refusal_is_read_to_the_number_of_its_rule():
    """A refusal longer than the window is wide goes on in the next line."""

    async def act(player: Player) -> None:
        board = await player.asked()
        reason = "you must follow with what you hold of the suit that was led, " * 3
        board.refuse(IllegalAction(reason + "whatever it is", "4.3"))
        await player.until(lambda: "whatever it is (rule 4.3)" in " ".join(player.sees().split()))

    drive(table_of("gongzhu", 1), act)


def test_levels_are_told_before_the_name_of_the_game():
    """Six names leave no room for a long title; the levels stay."""

    async def act(player: Player) -> None:
        await player.asked()
        head = player.sees().splitlines()[0]
        assert "you, Cor and Eef: level 2" in head
        assert "Bo, Dia and Fay: level 2" in head
        assert "deal 1" in head

    drive(table_of("luzi", 1), act)


def test_what_was_received_is_told_until_the_next_answer():
    """Others play meanwhile, and that is told too."""

    async def act(player: Player) -> None:
        await player.asked()
        await player.answer_by_keys()
        await player.until(lambda: player.board.gained)
        while player.board.gained:
            await player.asked()
            assert "you receive" in player.sees()
            await player.answer_by_keys()
        assert "you receive" not in player.sees()

    drive(table_of("hearts", 3), act)


def test_a_received_card_that_may_not_be_played_is_marked_too():
    async def act(player: Player) -> None:
        await player.asked()
        await player.answer_by_keys()
        await player.until(lambda: player.board.gained)
        await player.asked()
        await player.until(lambda: player.board.answers)
        hand = player.board.hand
        barred = [at for at, card in enumerate(hand.cards) if card in hand.fresh and not hand.selection.is_possible(at)]
        assert barred
        assert {hand.paper(at) for at in barred} == {FRESH_FELT}

    drive(table_of("hearts", 1), act)


def test_the_first_time_one_reads_how_cards_are_played():
    async def act(player: Player) -> None:
        await player.asked()
        assert "Space lifts one, Enter plays" in player.sees()
        await player.answer_by_keys()
        await player.asked()
        assert "Space lifts one, Enter plays" not in player.sees()
        assert player.board.app.settings.introduced

    drive(table_of("hearts", 1), act)


def test_the_language_of_the_command_line_outlives_the_first_answer_and_is_not_kept():
    async def act(player: Player) -> None:
        await player.asked()
        await player.answer_by_keys()
        await player.until(lambda: player.board.app.settings.introduced)
        await player.asked()
        assert player.board.app.style.lang == "nl"

    drive(table_of("hearts", 1), act, style=Style(lang="nl"))
    assert Settings.load()[0] == Settings(introduced=True)


def test_a_head_that_just_fits_is_not_cut():
    game, options = read_rules("shengji")
    setup = game.first(options)
    scene = game.start(setup, game.shuffled(setup, Random(1))).view(0).scene()
    style = Style(names=("Ann", "Bo", "Cor", "Dia"), you=0)
    widest = line_width(head_line(scene, setup.match, style, 200, time_left="9 s left"))
    for width in range(8, widest + 1):
        line = head_line(scene, setup.match, style, width, time_left="9 s left")
        assert cut(line, width) == line or width < line_width(head_line(scene, setup.match, style, 0, "", "9 s left"))
        assert line[-1][0] == line[-1][0].rstrip()


def test_the_time_left_says_what_happens_then():
    async def act(player: Player) -> None:
        await player.asked()
        assert "30 s left, then a bot answers for you" in player.sees()

    drive(table_of("hearts", 1, timing=Timing(0, 0, 0, 0, 30)), act)
