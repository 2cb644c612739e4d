"""explain and analyse: what a move was worth, as values and as text."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_cli import paiju

from paiju.analysis import analyse, annotate, choice_lines, trick_facts
from paiju.bots import read_bot
from paiju.bots.search import Candidate, Race, Search, counted, explain, paired
from paiju.cli import cli
from paiju.core.chance import Random
from paiju.core.words import Action
from paiju.games import find, read_position
from paiju.play import at_random, play_deal
from paiju.record import Record, read_records
from paiju.show import Style


def played(name: str, seed: int = 1, deals: int = 1) -> Record:
    """Deals of random players, recorded."""
    game = find(name)
    setup, rng = game.first(), Random(seed)
    record = Record(game, game.Options())
    for _ in range(deals):
        state = record.start(setup, game.shuffled(setup, rng))
        while not state.is_over:
            seat = state.waiting()[0]
            action = state.sample(seat, rng)
            state.step(seat, action)
            record.add(seat, action)
        setup = game.after(setup, state)
    return record


def test_a_race_compares_in_the_worlds_both_saw():
    assert paired([3.0, 5.0, 9.0], [1.0, 3.0]) == (2.0, 0.0)


def test_a_race_drops_who_falls_clearly_behind_and_keeps_who_may_be_best():
    race = Race([Action("bid", amount=n) for n in range(3)])
    race.add([[world % 2, world % 2 + 0.1 * (world % 3), world % 2 - 5] for world in range(16)])
    race.drop_hopeless()
    assert 2 not in race.running
    assert race.ranked()[0].action == Action("bid", amount=1)
    assert race.ranked()[-1].cost > 4


def test_equal_candidates_keep_their_order():
    race = Race([Action("bid", amount=n) for n in range(3)])
    race.add([[1.0, 1.0, 1.0]] * 20)
    assert [choice.action.amount for choice in race.ranked()] == [0, 1, 2]


@pytest.mark.parametrize("worlds", [1, 7, 16, 17, 100, 1000])
def test_the_looks_add_up_to_the_worlds(worlds):
    assert sum(counted(worlds)) == worlds


def test_a_forced_move_costs_nothing_to_explain():
    game, options = find("hearts"), find("hearts").read_options("passing=off")
    setup = game.first(options)
    state = game.start(setup, game.shuffled(setup, Random(7)))
    choices = explain(state.view(1), Random(1))
    assert list(choice_lines(choices)) == ["play 2♣: the only one considered"]


def test_throwing_the_queen_away_is_seen_as_a_mistake():
    """The queen of spades taken without need is the costliest move of a deal."""
    record = played("hearts", seed=3)
    bot = Search("search", worlds=60)
    verdicts = list(analyse(record, bot))
    assert len(verdicts) == len(record.deals[0].moves)
    assert all(verdict.cost >= 0 and verdict.made.action == verdict.move.action for verdict in verdicts)
    assert any(verdict.cost > 1 for verdict in verdicts)
    assert verdicts == list(analyse(record, bot))


def test_annotations_stand_in_the_record():
    record = played("poepen")
    verdicts = list(analyse(record, Search("search", worlds=40)))
    annotate(record, verdicts)
    again = Record.read(record.text())
    costs = [verdict for verdict in verdicts if verdict.cost]
    assert sum("[%cost" in move.comment for move in again.deals[0].moves) == len(costs) > 0


def test_search_plays_better_than_chance():
    """Two searching seats against two random ones, decks played both ways: far clear of luck."""
    game = find("hearts")
    bot, rng, gain = read_bot("search:worlds=8", game), Random(2), []
    setup = game.first()
    for _ in range(8):
        deck = game.shuffled(setup, rng)
        for players in ([bot, at_random] * 2, [at_random, bot] * 2):
            scores = play_deal(setup, deck, players, rng).scores()
            mine = sum(score for score, player in zip(scores, players, strict=True) if player is bot)
            gain.append(sum(scores) - 2 * mine)
    assert sum(gain) / len(gain) > 5


def test_the_command_marks_moves_and_sums_up(tmp_path):
    file, kept = tmp_path / "match.paiju", tmp_path / "marked.paiju"
    played("hearts", seed=3).save(file)
    text = paiju("analyse", str(file), "--bot", "search:worlds=20", "--seat", "1", "--ascii", "--save", str(kept))
    assert "deal 1, move" in text
    assert "the costliest moves:" in text
    assert "♠" not in text
    assert "[%cost" in kept.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--bot", "steady"], "cannot explain"),
        (["--bot", "nobody"], "there is no bot 'nobody'"),
        (["--bot", "search:depth=3"], "search has no setting 'depth'; it has: ms, worlds, threads"),
        (["--bot", "search:worlds=many"], "worlds is a whole number from 1 to"),
        (["--seat", "9"], "there is no seat 9"),
        (["--deal", "9"], "there is no such deal"),
    ],
)
def test_what_cannot_be_analysed_is_said_in_a_line(tmp_path, arguments, reason):
    file = tmp_path / "match.paiju"
    played("hearts").save(file)
    assert reason in paiju("analyse", str(file), *arguments, code=1)


def several(folder, *texts):
    file = folder / "matches.paiju"
    file.write_text("\n".join(texts), encoding="utf-8")
    return str(file)


def test_every_match_of_a_file_is_analysed_under_its_heading(tmp_path):
    """As `paiju simulate --record` and `paiju export` write them, of any games."""
    kept = tmp_path / "marked.paiju"
    file = several(tmp_path, played("hearts", seed=1).text(), played("poepen", seed=2).text())
    words = ["analyse", file, "--bot", "search:worlds=5", "--quiet", "--deal", "1"]
    text = paiju(*words, "--save", str(kept))
    assert [line for line in text.splitlines() if line.startswith("match")] == [
        "match 1 of 2: hearts", "match 2 of 2: poepen",
    ]  # fmt: skip
    assert text.count("cost together") == 2
    assert [record.game.name for record in read_records(kept.read_text(encoding="utf-8").splitlines())] == [
        "hearts", "poepen",
    ]  # fmt: skip
    one = paiju(*words, "--match", "2")
    assert "match 1" not in one
    assert one.splitlines()[0] == "match 2 of 2: poepen"
    assert "there is no match 3 in the file: it has 2" in paiju(*words, "--match", "3", code=1)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda text: text.replace("play", "pley", 1), "match 2 of 3: line "),
        (lambda text: text[: text.index("deck")], "match 2 of 3: line "),
        (lambda text: text.replace('"hearts"', '"whist"'), "there is no game 'whist'"),
        (lambda text: "\x00\xff garbage\n" + "x" * 100_000, "match 2 of 3: line "),
    ],
    ids=["a word", "the rest", "the game", "all"],
)
def test_a_damaged_match_is_said_with_its_number_and_the_others_are_analysed(tmp_path, spoil, reason):
    good, bad = played("hearts", seed=1).text(), '[Format "paiju 1"]\n' + spoil(played("hearts", seed=2).text())
    bad = bad.replace('[Format "paiju 1"]\n[Format', "[Format")
    file = several(tmp_path, good, bad, good)
    result = CliRunner().invoke(cli, ["analyse", file, "--bot", "search:worlds=5", "--quiet"], prog_name="paiju")
    text = result.output
    assert result.exit_code == 1
    assert reason in text
    assert "match 1 of 3: hearts" in text
    assert "match 3 of 3: hearts" in text
    assert text.count("cost together") == 2
    assert "1 of 3 matches could not be analysed" in text


def test_save_keeps_records_that_are_damaged_or_not_judged(tmp_path):
    """Also into the file they come from."""
    good, bad = played("hearts", seed=1).text(), played("hearts", seed=2).text().replace("play", "pley", 1)
    words = ["--bot", "search:worlds=2", "--quiet", "--deal", "1"]
    file = several(tmp_path, good, bad)
    assert "1 of 2 matches could not be analysed" in paiju("analyse", file, *words, "--save", file, code=1)
    text = Path(file).read_text(encoding="utf-8")
    assert "[%cost" in text
    assert bad in text
    assert text.count("[Format") == 2
    file = several(tmp_path, good, good)
    paiju("analyse", file, *words, "--match", "2", "--save", file)
    text = Path(file).read_text(encoding="utf-8")
    assert text.startswith(good)
    assert "[%cost" in text
    assert len(list(read_records(text.splitlines()))) == 2
    assert os.listdir(tmp_path) == ["matches.paiju"]


def test_save_keeps_deals_that_are_not_judged(tmp_path):
    record = played("hearts", deals=2)
    file = several(tmp_path, record.text())
    paiju("analyse", file, "--bot", "search:worlds=2", "--quiet", "--deal", "2", "--save", file)
    first, second = Record.read(Path(file).read_text(encoding="utf-8")).deals
    assert first == record.deals[0]
    assert any("[%cost" in move.comment for move in second.moves)


def test_save_after_interruption_has_the_matches_judged_so_far(tmp_path):
    text = played("hearts", seed=1).text()
    file = several(tmp_path, text, text, text)
    command = [sys.executable, "-m", "paiju.cli", "analyse", file, "--bot", "search:worlds=100", "--deal", "1"]
    with subprocess.Popen([*command, "--save", file], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert any("match 2 of 3" in line for line in process.stdout)
        process.send_signal(signal.SIGINT)
        assert "written to" in process.stdout.read()
    first, *others = list(read_records(Path(file).read_text(encoding="utf-8").splitlines()))
    assert "[%cost" in first.text()
    assert [each.text() for each in others] == [text, text]


PUZZLE = "hearts deal=4; hands: QS 2D | KH | 9H | 2S; leader: 1; trick: 6C | 7C | 8C"


def test_a_position_is_analysed_too(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text(PUZZLE.replace("; ", "\n"), encoding="utf-8")
    for position in (str(file), PUZZLE):
        title, best, other = paiju("analyse", "--from", position, "--bot", "search:worlds=40", "--ascii").splitlines()
        assert title == "seat 0:"
        assert best.startswith("  play QS: the best")
        assert other.endswith(" worse")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "a record is wanted, or --from and a position"),
        (["--from", PUZZLE, "--quiet"], "are for records"),
        (["--from", PUZZLE, "--seat", "2"], "nobody asks seat 2 here"),
        (["--from", PUZZLE, "--seat", "9"], "there is no such seat"),
        (["--from", PUZZLE, "--bot", "steady"], "cannot explain"),
        (["--from", "hearts; hands: 2C"], "4 seats"),
    ],
)
def test_a_position_that_cannot_be_analysed_says_why(arguments, reason):
    assert reason in paiju("analyse", *arguments, code=2 if "record" in reason else 1)


def test_an_action_is_written_like_all_cards():
    assert Style().action(Action.read("give QS KS AS")) == "give Q♠ K♠ A♠"
    assert Style(ascii=True).action(Action.read("bid 0")) == "bid 0"


def candidate(action: str, cost: float, margin: float, worlds: int = 50) -> Candidate:
    return Candidate(Action.read(action), -cost, 0.1, cost, margin, worlds)


def test_a_hint_tells_the_best_first_and_never_no_difference():
    """What does not clearly differ stands before what is worse, whatever the luck of the draw; 0.0 worse is no
    difference."""
    choices = [
        candidate("play 2C", 0, 0),
        candidate("play 3C", 1.5, 0.4),
        candidate("play 4C", 2.5, 3.0),
        candidate("play 5C", 0.04, 0.01),
    ]
    assert list(choice_lines(choices, unit="levels")) == [
        "play 2♣: the best, +0.0 levels",
        "play 5♣: no clear difference",
        "play 4♣: no clear difference",
        "play 3♣: 1.5 levels worse",
    ]


def test_a_hint_speaks_of_tricks_only_where_a_card_is_played_to_one():
    game = find("hearts")
    view = game.start(game.first(), game.shuffled(game.first(), Random(3))).view(0)
    assert trick_facts(view, [candidate("give 7C 10C AS", 0, 0), candidate("give 3C 7C AS", 1, 0)], Random(1)) == {}


def test_figures_have_the_decimal_sign_of_the_language():
    (_, line) = choice_lines([candidate("play 2C", 0, 0), candidate("play 3C", 1.5, 0.4)], Style(lang="nl"))
    assert "1,5" in line


def test_a_hint_says_who_takes_the_trick_and_what_is_in_it():
    """Last to play, the queen of spades wins the trick whatever the others hold."""
    state = read_position("hearts; hands: 3C | 5C | 7C | QS 2D; leader: 0; trick: 2S | 3S | 4S")
    view = state.view(3)
    facts = trick_facts(view, [candidate("play QS", 0, 0), candidate("play QS", 1, 0)], Random(1))
    told = "you take the trick in 100% of guesses, with 13.0 points in it on average"
    assert Style(you=3).say(facts[Action.read("play QS")]) == told


def test_where_nobody_takes_a_trick_a_hint_says_how_often_one_leads_again():
    game = find("luzi")
    state = game.start(game.first(), game.shuffled(game.first(), Random(5)))
    facts = trick_facts(state.view(0), [candidate("play 9D", 0, 0), candidate("play 2H", 1, 0)], Random(1))
    assert all(str(fact).startswith("you lead next in ") for fact in facts.values())
    assert len(facts) == 2
