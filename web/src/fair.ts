// Was a deal fair? The page works it out by itself, from what docs/record.md says: that the secret is the one promised, and
// that the deck follows from it and from what everybody added. Browsers have hashes of their own (crypto.subtle) on secure
// pages only, and in the network at home a page is http: so a small library makes them, everywhere the same.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { split } from './cards';
import type { Promised } from './promise';
import type { ProofAnswer } from './wire';

export type Flaw = '' | 'nothing promised' | 'other secret' | 'other deck' | 'other promise' | 'other value';

const WORD = 2 ** 32;

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const place = (table: string, deal: number): Uint8Array => utf8ToBytes(`${table}\0${deal}\0`);

export function commitment(secret: string, table: string, deal: number): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes('paiju commit 1\0'), place(table, deal), bytes(secret))));
}

/** Numbers of 32 bits without end. */
function* words(secret: string, table: string, deal: number, values: string[]): Generator<number, never> {
  const hashes = values.map((value) => sha256(bytes(value)));
  const text = concatBytes(utf8ToBytes('paiju deal 1\0'), place(table, deal), ...hashes);
  const count = new DataView(new ArrayBuffer(4));
  for (let counter = 0; ; counter++) {
    count.setUint32(0, counter);
    const block = new DataView(hmac(sha256, bytes(secret), concatBytes(text, new Uint8Array(count.buffer))).buffer);
    for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at);
  }
}

/** Fisher and Yates' shuffle from the last card down. */
export function shuffled<Each>(deck: Each[], secret: string, table: string, deal: number, values: string[]): Each[] {
  const cards = [...deck];
  const source = words(secret, table, deal, values);
  for (let last = cards.length - 1; last > 0; last--) {
    const number = last + 1;
    let word: number;
    do word = source.next().value;
    while (word >= WORD - (WORD % number)); // these would favour some
    const chosen = word % number;
    [cards[last], cards[chosen]] = [cards[chosen] as Each, cards[last] as Each];
  }
  return cards;
}

/** Why nobody can say that this deal was fair; empty: it was. */
export function flawOf(proof: ProofAnswer, promised: Promised | null = null): Flaw {
  if (!proof.commitment || !proof.secret) return 'nothing promised';
  if (promised && promised.commitment !== proof.commitment) return 'other promise';
  if (promised && promised.value !== proof.values[promised.seat]) return 'other value';
  if (commitment(proof.secret, proof.table, proof.deal) !== proof.commitment) return 'other secret';
  const deck = shuffled(split(proof.unshuffled), proof.secret, proof.table, proof.deal, proof.values);
  return deck.join(' ') === proof.deck ? '' : 'other deck';
}
