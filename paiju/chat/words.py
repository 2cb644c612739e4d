"""The commands of chat rooms in words: what each does, what may stand behind it, and how that is written.

commands.py does them. The help in a room and the page of commands of a house are made from this table.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, fields
from html import escape

from paiju.core.words import IllegalAction, Said, mark
from paiju.games import all_games, read_rules
from paiju.languages import LANGUAGES
from paiju.show import Style
from paiju.text import LONGEST, fully_named, spelled, tidy

CARDS = "cards"
COMMANDS_PAGE = "/commands"  # of a house, made from this table
HOW_CARDS_ARE_WRITTEN = mark("cards are written as rank and suit: 2C 10D QH AS; the jokers are LJ and BJ, or J- and J+")

WINDS = (mark("North"), mark("West"), mark("South"), mark("East"))  # partners sit opposite


@dataclass(frozen=True)
class CommandWords:
    help: str
    takes: str = ""  # what may stand behind the word
    examples: tuple[str, ...] = ()  # of what may stand there; with {game} and {rules} of `example_rules`


COMMAND_WORDS = {
    "intro": CommandWords(mark("what this is")),
    "help": CommandWords(mark("this list; with a command behind it, what that does"), "command", ("kitty",)),
    "games": CommandWords(mark("the games there are")),
    "rules": CommandWords(mark("the rules: a game, a section (3) or a rule (3.2)"), "game or number", ("3.2",)),
    "join": CommandWords(
        mark("sit down: at the table here, at a link, or at a new table of a game, with its pace and draw=0.5"),
        "game, link or chair", ("{game}", "{rules} live draw=0.5", "2"),
    ),
    "leave": CommandWords(mark("leave the table; during a match a bot has your chair then")),
    "list": CommandWords(mark("who sits at the table")),
    "start": CommandWords(mark("start the match; bots take the chairs that are free")),
    "deal": CommandWords(mark("on to the next deal; before the match it starts it")),
    "call": CommandWords(mark("call trump: S, or S strong with a pair"), CARDS, ("S", "S strong")),
    "kitty": CommandWords(mark("bury cards in the kitty"), CARDS, ("2C 3C 4C 5C 6D 7D 8H 10S",)),
    "play": CommandWords(mark("play cards: 10C 10C, or 7 where the suit is clear"), CARDS, ("10C 10C",)),
    "bid": CommandWords(mark("bid a number"), "number", ("3",)),
    "give": CommandWords(mark("give cards away"), CARDS, ("QS KS AS",)),
    "show": CommandWords(mark("show cards, or nothing"), CARDS, ("QS", "")),
    "pass": CommandWords(mark("pass"), CARDS),
    "hand": CommandWords(mark("your cards and what you can do, for you alone")),
    "table": CommandWords(mark("who sits where, with how many cards, and what lies on the table")),
    "last": CommandWords(mark("the last trick")),
    "score": CommandWords(mark("where the match stands, and every deal so far")),
    "hint": CommandWords(mark("what your choices are worth, for those who play alone against bots")),
    "surrender": CommandWords(mark("give up the deal, where the rules allow it")),
    "reset": CommandWords(mark("vote to end the match, or take your vote back")),
    "options": CommandWords(
        mark("the house rules of a game; with some behind its name, those of tables opened here"),
        "game", ("{rules}",),
    ),
    "link": CommandWords(mark("the address of this table, for browsers and terminals")),
    "watch": CommandWords(mark("let this room watch a table, by its link"), "link"),
    "language": CommandWords(
        mark("your language (en, zh, nl), or room and one for everybody here"), "language", ("nl", "room zh")
    ),
}  # fmt: skip
PUNCTUATION = re.compile(r"[?!.,;:、。*_`'\"()\[\]{}<>/|~=]+|(?<![Jj])[-+]")
FACES_AND_SIGNS = re.compile(r"(?:10|[2-90TJQKA]|[♠♥♦♣♤♡♢♧]|\s)+", re.I)
SIGNS = re.compile(r"[♠♥♦♣♤♡♢♧]")
MAX_CARDS_TEXT = 300  # characters
RANKS_ALONE = re.compile(r"[JQKA](?:[ ,;]*[JQKA]){1,7}", re.I | re.A)
JA = re.compile(r"(?:ja[ ,;]*)+", re.I | re.A)  # yes, in several languages
OTHER_WORDS = {"players": "list", "commands": "help", "seats": "list", "bury": "kitty", "expose": "show"}


def command_line(word: str, style: Style, prefix: str) -> str:
    return f"{prefix}{word}: {style.word(COMMAND_WORDS[word].help)}"


def example_rules(rules: str = "") -> tuple[str, str]:
    """The name of a game and a rule set with an option switched on: of these rules, else of the first game that can."""
    for game in [*([read_rules(rules)[0]] if rules else []), *all_games()]:
        for field in fields(game.Options):
            if field.default is False:
                return game.name, f"{game.name}:{field.name}=on"
    raise AssertionError("no game has an option to switch on")


def example_line(word: str, style: Style, prefix: str, rules: str = "") -> str:
    """A line with examples of a command where these rules are played; empty for a command that is a mere word."""
    game, chosen = example_rules(rules)
    typed = [text.format(game=game, rules=chosen) for text in COMMAND_WORDS[word].examples]
    examples = tuple(Said(f"{prefix}{word} {text}".strip()) for text in typed)
    return style.say("for example: {examples}", examples=examples) if examples else ""


def help_lines(word: str, style: Style, prefix: str, rules: str = "") -> Iterator[str]:
    """The lines about one command, where these rules are played."""
    yield command_line(word, style, prefix)
    if example := example_line(word, style, prefix, rules):
        yield example
    if example and COMMAND_WORDS[word].takes == CARDS:
        yield style.say(HOW_CARDS_ARE_WRITTEN)


def readable(text: str) -> str:
    """A line as commands and cards are read in it: without characters that nobody sees, every blank alike, and `＄２Ｃ`
    of Chinese keyboards as `$2C`."""
    text = "".join(" " if sign.isspace() else sign for sign in text if sign.isspace() or sign.isprintable())
    return " ".join(unicodedata.normalize("NFKC", text).split())


def is_cards(text: str) -> bool:
    """True if a line is nothing but cards, in any language: each with its suit, or court cards and aces without."""
    text = " ".join(PUNCTUATION.sub(" ", readable(text)).split())
    if FACES_AND_SIGNS.fullmatch(text) and SIGNS.search(text):
        return True  # ♠ Q K 2
    if len(text) > LONGEST:
        return False  # tidy would refuse it, but only after every card name of every language was looked for
    bare = text.replace(" ", "") if len(text) < MAX_CARDS_TEXT else text
    return any(are_cards(each, Style(lang=lang)) for lang in LANGUAGES for each in {text, bare})


def are_cards(text: str, style: Style) -> bool:
    """True if all of a text reads as cards; `as`, `Ah`, `dad`, `ja` and `aka` are words rather than cards."""
    try:
        text = tidy(spelled(text, style))
    except IllegalAction:
        return False
    if RANKS_ALONE.fullmatch(text):
        is_word = text.isalpha() and not text.isupper() and {"a"} < {*text.lower()}
        return not is_word and not JA.fullmatch(text)
    is_word = text.isalpha() and not text.isupper() and text[0] in "aAdD"
    return bool(fully_named(text)) and not is_word


def commands_page(style: Style, prefix: str) -> str:
    """The page of commands, as HTML."""
    title = escape(style.say("The commands in chat rooms"))
    parts = [f"<h1>{title}</h1>", f"<p>{escape(style.say(HOW_CARDS_ARE_WRITTEN))}</p>", "<dl>"]
    for word, command in COMMAND_WORDS.items():
        example = example_line(word, style, prefix)
        told = escape(style.word(command.help)) + (f"<br><small>{escape(example)}</small>" if example else "")
        parts.append(f'<dt id="{word}"><code>{prefix}{word}</code><dd>{told}')
    parts += ["</dl>", f'<p><a href="/">{escape(style.say("Play in the browser"))}</a>']
    return (
        f'<!doctype html><html lang="{style.lang}"><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width">'
        f'<link rel="stylesheet" href="{COMMANDS_PAGE}.css"><main>\n' + "\n".join(parts) + "\n</main></html>\n"
    )


# ---- chairs ----


def chair_name(seat: int, seats: int, style: Style) -> str:
    """The name of a chair: its wind where there are four, else its number."""
    return style.word(WINDS[seat]) if seats == len(WINDS) else str(seat + 1)


def named_chair(word: str, style: Style) -> str:
    """The number of a chair that somebody means, or a wind; empty where the word is neither."""
    if word.isascii() and word.isdigit():
        return word
    return next(
        (wind for wind in WINDS if word.lower() in (wind.lower(), wind[0].lower(), style.word(wind).lower())), ""
    )


def seat_of_chair(chair: str, seats: int, style: Style) -> int:
    """The seat of `named_chair`; raises IllegalAction where this table has no such chair."""
    if chair in WINDS and seats == len(WINDS):
        return WINDS.index(chair)
    if chair.isdigit() and len(chair) < 3 and 0 < int(chair) <= seats:
        return int(chair) - 1
    if seats == len(WINDS):
        raise IllegalAction("there is no such chair: chairs are 1 to {last}, or {winds}", code="no_such_seat",
                            last=seats, winds=list(WINDS))  # fmt: skip
    raise IllegalAction("there is no such chair: chairs are 1 to {last}", code="no_such_seat", last=seats)
