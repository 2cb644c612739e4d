// Proofs of deals: what paiju/fair.py makes is found again here, and nothing else is.
import { expect, test, vi } from 'vitest';
import { commitment, flawOf, shuffled } from '../src/fair';

const SECRET = Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, '0')).join('');
// Made by paiju/fair.py: commitment(bytes(range(32)), table, deal), shuffled(range(number), ...).
const KNOWN = [
  {"table": "t1", "deal": 1, "values": ["00", "ff11", "", "33333333333333333333333333333333"], "number": 52, "commitment": "ebd98d18e54149c2109ef34fc453a1afc1ee876aba558f845e3254de140a7bcd", "deck": "31 34 26 21 23 29 42 45 11 13 2 14 28 33 12 40 49 37 4 44 32 43 0 27 8 7 38 50 20 51 35 15 25 10 17 22 18 3 1 47 30 24 9 41 19 5 36 48 16 39 6 46"},
  {"table": "桌", "deal": 12, "values": ["", "", "", "", "", ""], "number": 162, "commitment": "7754c63098443f02bc2c262d8666b0a826cbe72166b60e9e064889bafd94b8ab", "deck": "75 19 135 3 16 54 58 122 39 120 7 33 27 85 37 133 124 87 63 29 118 0 115 132 22 17 103 154 148 102 128 138 46 100 144 47 51 12 20 78 9 25 8 158 106 116 129 114 60 15 4 55 86 84 24 141 94 74 90 96 82 112 125 40 31 105 72 143 10 89 111 57 14 97 34 13 1 30 21 43 136 119 140 23 113 71 145 155 67 160 70 92 5 32 52 77 101 99 142 93 130 147 64 104 68 59 134 49 98 127 62 109 28 48 6 149 161 69 76 73 137 65 117 56 53 45 79 153 123 159 110 83 50 108 107 146 41 26 126 151 36 44 88 139 157 152 66 42 80 35 11 95 18 91 156 150 81 131 2 121 61 38"},
  {"table": "a8", "deal": 3, "values": ["0a", "0a", "0a", "0a"], "number": 54, "commitment": "e0ff57cf867b04ae4f7a2a5a264059f3fd79a9c56ee3b68676236ae365fc778a", "deck": "53 8 33 25 9 11 5 35 0 4 36 24 20 39 31 17 32 48 37 45 51 41 52 22 15 12 30 21 2 7 42 10 40 29 13 16 34 23 44 1 46 47 3 38 19 14 18 49 28 27 43 26 50 6"},
];
const first = KNOWN[0] as (typeof KNOWN)[0];
const PROOF = {
  table: first.table, deal: first.deal, commitment: first.commitment, values: first.values, secret: SECRET, deck: first.deck,
  unshuffled: Array.from({ length: first.number }, (_, card) => card).join(' '),
};

test.each(KNOWN)('a deck of $number follows from its secret as in fair.py', ({ table, deal, values, number, commitment: promised, deck }) => {
  const cards = Array.from({ length: number }, (_, card) => card);
  expect(commitment(SECRET, table, deal)).toBe(promised);
  expect(shuffled(cards, SECRET, table, deal, values).join(' ')).toBe(deck);
});

test('whatever was changed afterwards is found', () => {
  const [one, two, ...rest] = PROOF.deck.split(' ');
  expect(flawOf(PROOF)).toBe('');
  expect(flawOf({ ...PROOF, deck: [two, one, ...rest].join(' ') })).toBe('other deck');
  expect(flawOf({ ...PROOF, values: ['01', 'ff11', '', '33'.repeat(16)] })).toBe('other deck');
  expect(flawOf({ ...PROOF, secret: `ff${SECRET.slice(2)}` })).toBe('other secret');
  expect(flawOf({ ...PROOF, deal: 2 })).toBe('other secret');
  expect(flawOf({ ...PROOF, secret: '' })).toBe('nothing promised');
});

test('who was at the table knows what was promised, and what was added', () => {
  const promised = { commitment: PROOF.commitment, value: 'ff11', seat: 1 };
  expect(flawOf(PROOF, promised)).toBe('');
  expect(flawOf(PROOF, { ...promised, commitment: '00' })).toBe('other promise');
  expect(flawOf(PROOF, { ...promised, value: 'ff12' })).toBe('other value');
});

test('a secret or a value that is no number is no proof', () => {
  expect(flawOf({ ...PROOF, secret: 'zz' })).toBe('other secret');
  expect(flawOf({ ...PROOF, values: ['é', '1', '', ''] })).toBe('other deck');
});

test('where a page is not secure, proofs are checked all the same', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) }); // as browsers have it on http
  expect(flawOf(PROOF)).toBe('');
  vi.unstubAllGlobals();
});
