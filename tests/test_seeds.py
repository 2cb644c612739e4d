"""Seeds: those one apart give decks that have nothing in common, and a running match keeps its own to itself."""

import os
import re
import stat
from collections import Counter
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner
from sitting import Sitting

from paiju import saves
from paiju.cli import cli
from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.games import BUILT_IN, find
from paiju.record import Record

HASTY = ("--bot", "steady", "--impatient")
MIXED = [name for name in BUILT_IN if name != "hearts"]

# ---- neighbours ----


def likeness(game: Game, source, seeds: int = 1500) -> float:
    """How far the decks of neighbouring seeds are from chance, in standard deviations.

    Of two shuffled decks some places hold the same face by chance; how many is known, and nearly a Poisson number.
    """
    setup = game.first()
    decks = [game.shuffled(setup, source(seed)) for seed in range(seeds)]
    size = len(decks[0])
    chance = sum(copies**2 for copies in Counter(decks[0]).values()) / size
    same = sum(a == b for one, next_one in pairwise(decks) for a, b in zip(one, next_one, strict=True))
    pairs = seeds - 1
    return (same / pairs - chance) / sqrt(chance / pairs)


@pytest.mark.parametrize("name", MIXED)
def test_decks_of_neighbouring_seeds_have_nothing_in_common(name):
    assert abs(likeness(find(name), find(name).shuffler)) < 4


def test_bare_generators_of_neighbouring_seeds_shuffle_alike():
    """Why seeds are mixed; and the sign that the test above would notice."""
    assert abs(likeness(find("shengji"), Random)) > 8


def test_a_seed_of_hearts_is_the_one_heartless_knew():  # docs/rules/hearts.md, golden case HE-68
    assert find("hearts").shuffler(2024).state == 2024


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_table_and_count_deals_from_the_shuffler(name, tmp_path):
    """Whoever plays in lines with a seed gets the deck that the game's shuffler gives for it."""
    game = find(name)
    deck = game.shuffled(game.first(), game.shuffler(77))
    with Sitting(tmp_path, name, *HASTY, "--seed", "77") as sitting:
        sitting.until("type help")
        sitting.type("exit")
        sitting.listen()
    assert Record.load(match_file(tmp_path)).deals[0].deck == deck


# ---- several matches ----


def test_the_shuffles_run_on_from_match_to_match_as_in_heartless(tmp_path):
    game, rng = find("hearts"), Random(2024)
    with Sitting(tmp_path, "hearts:target=1", *HASTY, "--seed", "2024", "--count", "3") as sitting:
        sitting.play()
        assert sitting.code() == 0
    matches = sorted((tmp_path / "paiju/matches/finished").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    dealt = [deal.deck for match in matches for deal in Record.load(match).deals]
    assert len(matches) == 3
    assert dealt == [game.shuffled(game.first(), rng) for _ in dealt]


def test_later_matches_are_not_those_of_the_next_seeds(tmp_path):
    game = find("poepen")
    with Sitting(tmp_path, "poepen:peak=1", *HASTY, "--seed", "5", "--count", "2") as sitting:
        sitting.play()
        assert sitting.code() == 0
    decks = [Record.load(match).deals[0].deck for match in (tmp_path / "paiju/matches/finished").iterdir()]
    assert len(decks) == 2
    assert game.shuffled(game.first(), game.shuffler(5)) in decks
    assert game.shuffled(game.first(), game.shuffler(6)) not in decks
    assert decks[0] != decks[1]


# ---- who may know ----


def match_file(home: Path) -> Path:
    (path,) = (home / "paiju/matches").glob("*.paiju")
    return path


def test_the_seed_is_told_when_the_match_is_over_and_not_before(tmp_path):
    with Sitting(tmp_path, "poepen:peak=1", *HASTY) as sitting:
        sitting.until("deal 1")
        seed = Record.load(match_file(tmp_path)).tags["Seed"]
        sitting.play()
    told = [number for number, line in enumerate(sitting.lines) if seed in line]
    assert sitting.lines[told[0]] == f"the cards came from seed {seed}"
    assert any(re.search("wins|won", line) for line in sitting.lines[: told[0]])


def test_a_seed_that_nobody_chose_is_too_long_to_be_tried_out(tmp_path):
    """A bot that sees its own cards would find one of 32 bits in minutes, and with it the other hands."""
    file = tmp_path / "match"
    assert CliRunner().invoke(cli, ["watch", "hearts", "--deals", "1", "--record", str(file)]).exit_code == 0
    assert int(Record.load(file).tags["Seed"]) > 1 << 33  # but once in a thousand million times


def test_who_leaves_is_not_told_the_seed(tmp_path):
    with Sitting(tmp_path, "hearts", *HASTY) as sitting:
        sitting.until("deal 1")
        seed = Record.load(match_file(tmp_path)).tags["Seed"]
        sitting.type("exit")
        sitting.listen()
    assert "--resume" in sitting.text
    assert seed not in sitting.text


def mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o277])
def test_a_match_in_play_is_for_its_players_eyes_only(umask, tmp_path):
    (tmp_path / "paiju").mkdir()
    with Sitting(tmp_path, "hearts", *HASTY, umask=umask) as sitting:
        sitting.until("give 3 cards")
        path = match_file(tmp_path)
        assert mode(path.parent) == "0o700"
        assert mode(path) == "0o600"


def left_match(home: Path) -> Path:
    with Sitting(home, "hearts", *HASTY) as sitting:
        sitting.until("give 3 cards")
        sitting.type("exit")
        sitting.listen()
    return match_file(home)


def test_a_match_that_others_could_read_is_closed_to_them_when_it_goes_on(tmp_path):
    path = left_match(tmp_path)
    path.chmod(0o644)
    path.parent.chmod(0o755)
    with Sitting(tmp_path, "--resume", "--impatient") as sitting:
        sitting.until("give 3 cards")
        assert mode(path) == "0o600"
        assert mode(path.parent) == "0o700"


def test_a_match_elsewhere_is_closed_to_others_but_not_its_folder(tmp_path):
    path = left_match(tmp_path).replace(tmp_path / "mine.paiju")
    path.chmod(0o644)
    tmp_path.chmod(0o755)
    with Sitting(tmp_path, "--resume", str(path), "--impatient") as sitting:
        sitting.until("give 3 cards")
        assert mode(path) == "0o600"
        assert mode(tmp_path) == "0o755"


def test_what_a_crash_left_is_not_written_to(tmp_path):
    """Somebody who has the half-written file of a crash open would read along; a link would lead out of the folder."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("kept")
    path = tmp_path / "match.paiju"
    left = tmp_path / "match.paiju.new"
    left.touch(0o666)
    with open(left) as open_before:
        saves.write_private(path, "secret")
        assert open_before.read() == ""
    left.symlink_to(elsewhere)
    saves.write_private(path, "another")
    assert (path.read_text(), elsewhere.read_text()) == ("another", "kept")


@pytest.mark.parametrize(("answers", "wanted"), [(["exit"], "0o600"), ([], "0o644")])
def test_a_record_of_a_match_that_was_left_is_private_too(answers, wanted, tmp_path):
    kept = tmp_path / "kept.paiju"
    with Sitting(tmp_path, "poepen:peak=1", *HASTY, "--record", str(kept), umask=0o022) as sitting:
        sitting.until("type help")
        for answer in answers:
            sitting.type(answer)
        sitting.listen() if answers else sitting.play()
    assert Record.load(kept).game.name == "poepen"
    assert mode(kept) == wanted


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_somebody_else_cannot_read_it(tmp_path):
    """The modes above, asked of the system itself."""
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    path = left_match(tmp_path)
    child = os.fork()
    if child == 0:
        os.setgid(65534)
        os.setuid(65534)
        os._exit(0 if not os.access(path, os.R_OK) and not os.access(path.parent, os.X_OK) else 1)
    assert os.waitpid(child, 0)[1] == 0
