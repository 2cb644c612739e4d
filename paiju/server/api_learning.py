"""What the API has for those who learn a game: a first deal explained, exercises, a deal played once more."""

from __future__ import annotations

from paiju import names
from paiju.deal_news import unasked
from paiju.exercises import MOST_SEED, NONE_HERE, QUESTION, Exercise, make_exercise
from paiju.frames import WireListener, refused
from paiju.news import News
from paiju.record import Record
from paiju.server.api_call import ApiCall, seen_table
from paiju.server.api_matches import deal_of
from paiju.server.api_values import ExerciseRow, ExerciseValue, SeatBody
from paiju.server.problems import Problem
from paiju.show import Style
from paiju.speakers import Speaker, sentence_of
from paiju.threads import in_thread
from paiju.wire import WireTable


async def learn(call: ApiCall) -> WireTable:
    return await seen_table(call, (await call.server.house.practise(call.person, call.body.rules)).id)


async def play_again(call: ApiCall) -> WireTable:
    """From its first card, with the standing of then."""
    body: SeatBody = call.body
    house = call.server.house
    record = await in_thread(Record.read, await house.history.record(call.part("match")))
    position = str(deal_of(record, call.number("deal")).begin())
    rules = record.game.rules(record.options)
    contract = await house.practise(call.person, rules, "again", position, body.seat)
    return await seen_table(call, contract.id)


async def exercise(call: ApiCall) -> ExerciseValue:
    game = call.game()
    options = game.read_options(call.request.query.get("options", "")[:500])
    text = call.word("seed", "0")
    seed = int(text) % MOST_SEED if text.isascii() and text.isdigit() else 0
    made = await in_thread(make_exercise, game, options, seed)
    if made is None:
        raise Problem(404, "no_exercise", NONE_HERE)
    return exercise_value(made, game.rules(options), seed, call.lang)


def exercise_value(made: Exercise, rules: str, seed: int, lang: str) -> ExerciseValue:
    """The players have names of bots, and one is spoken to."""
    view, seat = made.view, made.seat
    style = Style(lang=lang, names=tuple(names.for_bots(view.setup.seats)), you=seat)
    speaker, game = Speaker(style), view.setup.game.name
    rows: list[ExerciseRow] = []
    for answer in made.answers:
        action, no = answer.action, answer.refusal and refused(answer.refusal, game, speaker)
        words, cards = sentence_of(style.action_pieces(action)), str(action.cards)
        why = (no.sentence, no.rule, no.place) if no else ("", "", "")
        rows.append(ExerciseRow(str(action), words, cards, no is None, *why))
    news = News(1, "whole", unasked(view.scene()), view.setup.match, names=style.names)
    return ExerciseValue(rules, seed, seat, style.say(QUESTION), WireListener(style).told(news), rows)
