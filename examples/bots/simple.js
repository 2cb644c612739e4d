#!/usr/bin/env node
// A bot in one file, without paiju, for node: process:examples/bots/simple.js
// It reads lines from standard input and answers on standard output; docs/protocol.md tells what they mean.
// It plays as simple.py does. Lines it does not know it skips.
'use strict';

const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
const JOKERS = { LJ: 15, BJ: 16 };
const rank = (card) => JOKERS[card] || RANKS.indexOf(card.slice(0, -1)) + 2; // 2 to 14, jokers 15 and 16
const suit = (card) => card.slice(-1); // C, D, H, S, or J for a joker
// The ranks of an action's cards, added up; a number at its end is no card.
const ranks = (action) => action.slice(1).reduce((total, word) => total + (/^\d+$/.test(word) ? 0 : rank(word)), 0);

// The item for which the measure is least.
function least(items, measure) {
  let best = items[0];
  for (const item of items) if (measure(item) < measure(best)) best = item;
  return best;
}

let game = '', seat = 0, trump = '', hand = [], table = [], asked = {}, bid = 0, won = 0;

// The highest rank of the suit led in the trick so far.
const best = (led) => Math.max(...table.filter((card) => suit(card) === led).map(rank));

function danger(card) { // how gladly a card is given away
  return rank(card) + (card === 'QS' ? 20 : 0) + (suit(card) === 'H' && game === 'hearts' ? 10 : 0);
}

// The highest card that does not take the trick; something dangerous when there is none of the suit; else the lowest.
function duck(plays) {
  if (table.length && plays[0].length === 2) {
    const led = suit(table[0]);
    if (suit(plays[0][1]) !== led) return least(plays, (play) => -danger(play[1]));
    const under = plays.filter((play) => suit(play[1]) === led && rank(play[1]) < best(led));
    if (under.length) return least(under, (play) => -rank(play[1]));
  }
  return least(plays, ranks);
}

// The highest cards when leading or if they may win, else the lowest.
function take(plays) {
  const highest = least(plays, (play) => -ranks(play));
  if (!table.length) return highest;
  const last = highest[highest.length - 1], led = suit(table[0]);
  const wins = suit(last) === trump || (suit(last) === led && rank(last) > best(led));
  return wins ? highest : least(plays, ranks);
}

// One of the actions, each a list of words: the kind, then cards, then perhaps a number.
function choose(actions) {
  if (asked.give) { // there are too many ways to give three cards to list them all
    const cards = asked.give.cards.sort((one, other) => danger(other) - danger(one));
    return ['give', ...cards.slice(0, asked.give.number)];
  }
  if (actions[0][0] === 'bid') {
    const hope = Math.floor(hand.filter((card) => rank(card) >= 13 || suit(card) === trump).length / 2);
    const chosen = least(actions, (action) => Math.abs(Number(action[1]) - hope));
    bid = Number(chosen[1]);
    return chosen;
  }
  const plays = actions.filter((action) => action[0] === 'play');
  if (!plays.length) return least(actions, (action) => action.length); // show nothing, pass
  if (game === 'luzi') return least(plays, (play) => ranks(play) - 100 * play.length);
  if (game === 'shengji' || (game === 'poepen' && won < bid)) return take(plays);
  return duck(plays);
}

// What to say to a line, if anything.
const answers = {
  paiju: () => 'id name Simple (node)\nid version 1\nok 1',
  isready: () => 'readyok',
  ping: (words) => `pong ${words[0]}`,
  deal: (words) => { // deal poepen:players=5 seat=2 seats=5 deal=1 dealer=0 standing=0,0,0,0,0
    game = words[0].split(':')[0];
    seat = Number(words.find((word) => word.startsWith('seat=')).slice(5));
    table = [];
    bid = won = 0;
  },
  notes: (words) => {
    const named = words.join(' ').match(/trump.*?\{suit=(.)/);
    if (named) trump = named[1].toUpperCase();
  },
  table: (words) => { table.push(...words.slice(1)); },
  see: ([who, kind, ...cards]) => {
    if (kind === 'play') table.push(...cards);
    if (kind === 'trick') {
      table = [];
      if (Number(who) === seat) won += 1;
    }
  },
  hand: (words) => { hand = words; },
  ask: (words) => { asked[words[0]] = { number: Number(words[1]), cards: words.slice(4) }; },
  go: (words) => { // go time 1000 legal play QS; play KS (or `some` instead of `legal`: there are more)
    const answer = choose(words.slice(3).join(' ').split('; ').map((action) => action.split(' ')));
    asked = {};
    return answer.join(' ');
  },
  quit: () => process.exit(0),
};

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, ...words] = line.trim().split(/\s+/);
  const answer = Object.hasOwn(answers, word) ? answers[word](words) : undefined;
  if (answer !== undefined) process.stdout.write(`${answer}\n`);
});
