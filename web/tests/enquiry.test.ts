// What is read aloud when it is asked for by a key: the sentences of plain mode, with cards named.
import { expect, test } from 'vitest';
import { enquiryOf, type Known } from '../src/table/enquiry';
import type { WirePlace, WireScene } from '../src/wire';

const place = (seat: number, name: string, more: Partial<WirePlace> = {}): WirePlace => ({
  seat, name, count: 2, team: seat, turn: false, hand: [], shown: '', notes: [], exposed: '', received: '', ...more,
});
const nothing = { plays: [], winner: -1, leader: -1, points: null };
const scene = (more: Partial<WireScene> = {}): WireScene => ({
  game: 'g', title: 'G', phase: 'p', viewer: 0, deal: 3, trick: nothing, last: nothing, notes: ['trump: spades'], asks: [], question: 'play one card', guide: '',
  places: [place(0, 'Ann', { hand: ['2C', 'QS LJ'], count: 3 }), place(1, 'Bob', { turn: true, notes: [['bid ', { text: '3' }]] })],
  standing: [5, 7], standing_text: ['Ann: 5', 'Bob: 7'], standing_figures: ['5', '7'], scores: [1, 0], score_lines: [], over: false, clockwise: true, ...more,
});
const press = (key: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent => ({ key, shiftKey: true, ctrlKey: false, metaKey: false, altKey: false, ...more }) as KeyboardEvent;
const say = (key: string, known: Partial<Known> = {}): string =>
  (enquiryOf(press(key))?.({ scene: scene(), match: null, seconds: 0, isAsked: false, ...known }) ?? []).join('. ');

test('the hand, its suits apart; or that one does not see it', () => {
  expect(say('H')).toBe('your cards: 3 cards. 2 of clubs. queen of spades, little joker');
  expect(say('H', { scene: scene({ places: [place(0, 'Ann')] }) })).toBe('you do not see your own cards');
  expect(say('H', { scene: scene({ viewer: -1 }) })).toBe('You look on.');
});

test('the table: the trick or the last one, who is waited for, what holds, who has how many cards', () => {
  const plays = [{ seat: 1, cards: 'AC', name: '' }, { seat: 0, cards: '2S 2S', name: 'a pair' }];
  const trick = { plays, winner: 0, leader: 1, points: null };
  expect(say('T', { scene: scene({ trick }) })).toBe(
    'on the table: Bob ace of clubs; you 2 of spades, 2 of spades (a pair, is ahead). waiting for Bob. trump: spades. you: 3 cards. Bob: 2 cards, bid 3',
  );
  expect(say('T', { scene: scene({ last: trick }), isAsked: true })).toMatch(/^last trick: Bob ace of clubs.* Your turn: play one card\./);
});

test('the scores of the deal and the standing, and the clock', () => {
  expect(say('S')).toBe('deal 3: you 1, Bob 0. Ann: 5. Bob: 7');
  expect(say('S', { scene: scene({ standing_text: [] }) })).toBe('deal 3: you 1, Bob 0. standing: you 5, Bob 7');
  expect(say('C', { seconds: 12 })).toBe('12 seconds left');
  expect(say('C')).toBe('no time limit now');
});

test('a letter without Shift names a card, and a browser keeps its own keys', () => {
  expect(enquiryOf(press('h', { shiftKey: false }))).toBeUndefined();
  expect(enquiryOf(press('H', { shiftKey: false }))).toBeUndefined(); // capitals are locked
  expect(enquiryOf(press('h'))).toBeDefined(); // and now with Shift
  expect(enquiryOf(press('T', { ctrlKey: true }))).toBeUndefined();
  expect(enquiryOf(press('Q'))).toBeUndefined();
});
