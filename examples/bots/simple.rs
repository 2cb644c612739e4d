// A bot in one file of Rust, without paiju and crates:  rustc -O simple.rs  and then  process:./simple
//
// It reads lines from standard input and answers on standard output; docs/protocol.md tells what they mean. Lines it
// does not know it skips. It gives away what is dangerous, ducks under tricks (in Sheng Ji it takes them), bids by its
// high cards, and in Da Guai Lu Zi gets rid of many low cards at a time.

use std::cmp::Reverse;
use std::io::{self, BufRead, Write};

type Action<'a> = Vec<&'a str>; // the kind, then cards, then perhaps a number

#[derive(Default)]
struct Bot {
    game: String,
    hand: Vec<String>,
    table: Vec<String>,                    // the cards of the trick so far
    to_give: Option<(usize, Vec<String>)>, // how many cards, and of which
}

/// 2 to 14 for 2 to A, 15 and 16 for the jokers LJ and BJ; 0 for what is no card.
fn rank(card: &str) -> i32 {
    match card {
        "LJ" => 15,
        "BJ" => 16,
        _ => match card.trim_end_matches(['C', 'D', 'H', 'S']) {
            bare if bare.len() == card.len() => 0,
            "J" => 11,
            "Q" => 12,
            "K" => 13,
            "A" => 14,
            number => number.parse().unwrap_or(0),
        },
    }
}

/// C, D, H, S, or J for a joker.
fn suit(card: &str) -> Option<char> {
    card.chars().last()
}

/// The ranks of an action's cards, added up.
fn ranks(action: &Action) -> i32 {
    action[1..].iter().map(|word| rank(word)).sum()
}

impl Bot {
    /// The answer to a line, if it wants one.
    fn hear(&mut self, line: &str) -> Option<String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "paiju" => return Some("id name Simple (Rust)\nid version 1\nok 1".to_string()),
            "isready" => return Some("readyok".to_string()),
            "ping" => return Some(format!("pong {rest}")),
            "deal" => {
                let rules = rest.split(' ').next().unwrap_or("");
                let game = rules.split(':').next().unwrap_or("").to_string();
                *self = Bot {
                    game,
                    ..Bot::default()
                };
            }
            "table" => self.table.extend(rest.split(' ').skip(1).map(String::from)),
            "see" => self.see(rest),
            "hand" => self.hand = rest.split(' ').map(String::from).collect(),
            // ask give 3 3 of 2C 5C ...: the kind, the least and the most number of cards, and which
            "ask" => {
                let words: Vec<&str> = rest.split(' ').collect();
                if let ["give", least, _, "of", cards @ ..] = &words[..] {
                    let cards = cards.iter().take_while(|card| **card != "amounts");
                    self.to_give = Some((
                        least.parse().unwrap_or(0),
                        cards.map(|card| card.to_string()).collect(),
                    ));
                }
            }
            // go time 1000 legal play QS; play KS      (or `some` instead of `legal`: there are more)
            "go" => {
                let actions = rest.splitn(4, ' ').nth(3).unwrap_or("pass");
                let answer = self.choose(
                    actions
                        .split("; ")
                        .map(|action| action.split(' ').collect())
                        .collect(),
                );
                self.to_give = None;
                return Some(answer);
            }
            _ => {}
        }
        None
    }

    /// What happened: 2 play QS
    fn see(&mut self, event: &str) {
        let words: Vec<&str> = event.split(' ').collect();
        match &words[..] {
            [_, "play", cards @ ..] => self.table.extend(cards.iter().map(|card| card.to_string())),
            [_, "trick", ..] => self.table.clear(),
            _ => {}
        }
    }

    fn choose(&self, actions: Vec<Action>) -> String {
        if let Some((number, cards)) = &self.to_give {
            // too many ways to give three cards to list them all: the most dangerous are worst to keep
            let mut cards: Vec<&str> = cards.iter().map(String::as_str).collect();
            cards.sort_by_key(|card| Reverse(self.danger(card)));
            return format!("give {}", cards[..*number.min(&cards.len())].join(" "));
        }
        let hope = self.hand.iter().filter(|card| rank(card) >= 13).count() as i32 / 2;
        let best = actions.iter().max_by_key(|action| match action[0] {
            "play" => self.liking(action),
            "give" => action[1..].iter().map(|card| self.danger(card)).sum(),
            "bid" => -(action[1].parse().unwrap_or(0) - hope).abs(),
            _ => -1000 - action.len() as i32, // rather play than pass; show nothing
        });
        best.map_or("pass".to_string(), |action| action.join(" "))
    }

    /// How well we like to play these cards.
    fn liking(&self, action: &Action) -> i32 {
        let (cards, ranks) = (&action[1..], ranks(action));
        let led = self.table.first().and_then(|card| suit(card));
        let on_table = self
            .table
            .iter()
            .filter(|card| suit(card) == led)
            .map(|card| rank(card))
            .max()
            .unwrap_or(0);
        let follows = cards.first().and_then(|card| suit(card)) == led;
        match self.game.as_str() {
            "luzi" => 100 * cards.len() as i32 - ranks,
            "shengji" if led.is_none() || (follows && ranks > on_table) => ranks,
            "shengji" => -ranks,
            _ if cards.len() != 1 || led.is_none() => -ranks,
            _ if !follows => 200 + self.danger(cards[0]), // away with it
            _ if ranks < on_table => 100 + ranks, // the highest that does not take the trick
            _ => -ranks,
        }
    }

    /// How gladly a card is given away.
    fn danger(&self, card: &str) -> i32 {
        let queen = if card == "QS" { 20 } else { 0 };
        let heart = if self.game == "hearts" && suit(card) == Some('H') {
            10
        } else {
            0
        };
        rank(card) + queen + heart
    }
}

fn main() -> io::Result<()> {
    let mut bot = Bot::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim_end() == "quit" {
            break;
        }
        if let Some(answer) = bot.hear(line.trim_end()) {
            let mut out = io::stdout().lock();
            writeln!(out, "{answer}")?;
            out.flush()?; // or the answer would wait in a buffer while the clock runs
        }
    }
    Ok(())
}
