// What a match brought, in order: who won comes first, whatever the winner has many or few of.
import { expect, test } from 'vitest';
import { inParts, ranked } from '../src/table/score';
import type { WirePlace } from '../src/wire';

const places = (teams: number[]): WirePlace[] =>
  teams.map((team, seat) => ({ seat, name: `P${seat}`, count: 0, team, turn: false, hand: [], shown: '', notes: [], exposed: '', received: '' }));
const order = (teams: number[], standing: number[], leaders: number[]): string =>
  ranked(places(teams), standing, leaders).map(({ place, rank }) => `${rank}:${place.seat}`).join(' ');

test('the winner comes first, where few are best and where many are', () => {
  expect(order([0, 1, 2, 3], [40, 12, 101, 55], [1])).toBe('1:1 2:0 3:3 4:2');
  expect(order([0, 1, 2, 3], [40, 12, 101, 55], [2])).toBe('1:2 2:3 3:0 4:1');
});

test('who stands alike shares a place, and the next is free', () => {
  expect(order([0, 1, 2, 3], [30, 10, 30, 60], [1])).toBe('1:1 2:0 2:2 4:3');
  expect(order([0, 1, 2], [7, 7, 7], [0, 1, 2])).toBe('1:0 1:1 1:2');
});

test('partners share a place and stand beside each other', () => {
  expect(order([0, 1, 0, 1], [12, 14, 12, 14], [1, 3])).toBe('1:1 1:3 2:0 2:2');
  expect(order([0, 1, 0, 1], [5, 5, 5, 5], [0, 1, 2, 3])).toBe('1:0 1:2 1:1 1:3');
});

test('a table stands apart from the lines around it, and tells which row holds', () => {
  const parts = inParts(['a took 45', [{ text: 'b' }, ' and c'], '  0 to 35: up 2', '> 40 to 75: up 1', '  80 or more：down', 'a: level 3']);
  expect(parts.map((part) => [part.lines.length, part.rows.length])).toEqual([[2, 0], [0, 3], [1, 0]]);
  expect(parts[1]?.rows[1]).toEqual({ of: '40 to 75', text: 'up 1', isHere: true });
  expect(parts[1]?.rows.map((row) => row.of)).toEqual(['0 to 35', '40 to 75', '80 or more']);
  expect(inParts([])).toEqual([]);
});
