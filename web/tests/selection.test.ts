// Choosing cards: every tap and key turns one selection into another.
import { expect, test } from 'vitest';
import * as selection from '../src/table/selection';
import type { WireAsk } from '../src/wire';

const HAND = ['7D', '7D', '9D', 'QS', 'QH', 'LJ'];
const ask = (most: number, more: Partial<WireAsk> = {}): WireAsk => ({
  kind: 'play', word: 'play', sentence: '', cards: HAND.join(' '), least: 1, most, amounts: [], barred: [], meaning: '', optional: false, sizes: [], to: -1, ...more,
});
const begin = (most: number, possible: readonly string[] = HAND): selection.Selection =>
  selection.offered(selection.dealt(selection.NOTHING, HAND), possible, most);
const after = (of: selection.Selection, ...keys: string[]): string[] =>
  selection.chosen(keys.reduce((now, key) => selection.type(now, key) ?? now, of));

test('a tap lifts a card and puts it back', () => {
  const one = selection.toggle(begin(3), 2);
  expect(selection.chosen(one)).toEqual(['9D']);
  expect(selection.chosen(selection.toggle(one, 2))).toEqual([]);
});

test('where enough are lifted the first makes room', () => {
  const full = [0, 2, 3].reduce(selection.toggle, begin(2));
  expect(selection.chosen(full)).toEqual(['9D', 'QS']);
});

test('what was lifted stays lifted when other cards come', () => {
  const drawn = selection.dealt(selection.toggle(begin(3), 2), ['7D', '7D', '8D', '9D', 'QS', 'QH', 'LJ']);
  expect(selection.chosen(drawn)).toEqual(['9D']);
  expect(drawn.lifted).toEqual([3]);
});

test('when one of two alike was played its twin is not lifted', () => {
  const played = selection.dealt(selection.toggle(begin(3), 0), ['7D', '9D', 'QS', 'QH', 'LJ']);
  expect(selection.chosen(played)).toEqual([]);
});

test('nothing stays lifted once nothing is asked', () => {
  expect(selection.offered(selection.toggle(begin(3), 2), null, 0).lifted).toEqual([]);
});

test('a rank lifts a card, the rank again its twin', () => {
  expect(after(begin(3), '7')).toEqual(['7D']);
  expect(after(begin(3), '7', '7')).toEqual(['7D', '7D']);
});

test('a suit behind a rank means just that card', () => {
  expect(after(begin(3), 'q', 'h')).toEqual(['QH']);
  expect(after(begin(3), '-')).toEqual(['LJ']);
});

test('a rank lifts what may be played before what may not', () => {
  expect(after(begin(1, ['QH']), 'q')).toEqual(['QH']);
});

test('of two alike perhaps just one may be chosen', () => {
  const one = selection.toggle(begin(2, ['7D', 'QS']), 0);
  expect(selection.isPossible(one, 1)).toBe(false);
  expect(selection.isPossible(one, 3)).toBe(true);
});

test('a lifted card that cannot be played is not called playable', () => {
  expect(selection.isPossible(selection.toggle(begin(1, ['QH']), 3), 3)).toBe(false);
  const both = [0, 1].reduce(selection.toggle, begin(3, ['7D', 'QS']));
  expect([0, 1].map((at) => selection.isPossible(both, at))).toEqual([true, false]);
});

test('cards that go together are those of the choices that contain what is chosen', () => {
  const choices = { actions: ['play 7D 7D', 'play QS QH', 'play 9D', 'pass'], complete: true };
  expect(selection.combinations(choices, ask(2), ['7D'])).toEqual([['7D', '7D']]);
  expect(selection.possibleCards(choices, ask(2), ['QS'], HAND)).toEqual(['QS', 'QH']);
  expect(selection.verdict(choices, ask(2), ['QH', 'QS'])).toBe(true);
  expect(selection.verdict(choices, ask(2), ['7D', 'QS'])).toBe(false);
  expect(selection.verdict({ ...choices, complete: false }, ask(2), ['7D', 'QS'])).toBe(null);
});

test('where any cards will do none of them go together', () => {
  const pairs = { actions: ['give 7D 7D', 'give 7D QS', 'give QS QH'], complete: true };
  const three = { ...selection.NOTHING, hand: ['7D', '7D', 'QS'], most: 2 };
  const two = ask(2, { kind: 'give', least: 2 });
  expect(selection.isFree({ ...three, possible: ['7D', '7D', 'QS'] }, pairs, two)).toBe(true);
  expect(selection.isFree({ ...three, possible: ['7D', '7D'] }, pairs, two)).toBe(false);
  expect(selection.isFree({ ...three, possible: ['7D', '7D', 'QS'] }, pairs, ask(2, { least: 1 }))).toBe(false);
  expect(selection.isFree({ ...three, possible: ['7D', '7D', 'QS'] }, { ...pairs, complete: false }, two)).toBe(false);
});

test('only some numbers of cards may do', () => {
  expect([1, 2, 3, 4, 5].filter((number) => selection.isEnough(ask(5, { sizes: [1, 2, 5] }), number))).toEqual([1, 2, 5]);
});

test('an action is written and read', () => {
  expect(selection.write('play', ['QS', '10C'])).toBe('play QS 10C');
  expect(selection.write('bid', [], 3)).toBe('bid 3');
  expect(selection.read('play QS 10C')).toEqual({ kind: 'play', cards: ['QS', '10C'] });
});
