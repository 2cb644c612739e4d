// Was a deal fair? The page works it out by itself, from what docs/record.md says and with the browser's own cryptography:
// that the secret is the one promised, and that the deck follows from it and from what everybody added.
import { split } from './cards';
import { keep, kept } from './storage';
import type { ProofAnswer } from './wire';

export type Flaw = '' | 'nothing promised' | 'other secret' | 'other deck' | 'other promise' | 'other value' | 'no means';

const WORD = 2 ** 32;
const utf8 = new TextEncoder();

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexadecimal(data: Uint8Array): string {
  return [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function sha256(data: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(data)));
}

const place = (table: string, deal: number): Uint8Array => utf8.encode(`${table}\0${deal}\0`);

export async function commitment(secret: string, table: string, deal: number): Promise<string> {
  return hexadecimal(await sha256(joined(utf8.encode('paiju commit 1\0'), place(table, deal), bytes(secret))));
}

/** Numbers of 32 bits without end. */
async function* words(secret: string, table: string, deal: number, values: string[]): AsyncGenerator<number> {
  const key = await crypto.subtle.importKey('raw', joined(bytes(secret)), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const hashes = await Promise.all(values.map((value) => sha256(bytes(value))));
  const text = joined(utf8.encode('paiju deal 1\0'), place(table, deal), ...hashes);
  for (let counter = 0; counter < WORD; counter++) {
    const count = new Uint8Array(4);
    new DataView(count.buffer).setUint32(0, counter);
    const block = new DataView(await crypto.subtle.sign('HMAC', key, joined(text, count)));
    for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at);
  }
}

/** Fisher and Yates' shuffle from the last card down. */
export async function shuffled<Each>(deck: Each[], secret: string, table: string, deal: number, values: string[]): Promise<Each[]> {
  const cards = [...deck];
  const source = words(secret, table, deal, values);
  for (let last = cards.length - 1; last > 0; last--) {
    const number = last + 1;
    let word: number;
    do word = (await source.next()).value as number;
    while (word >= WORD - (WORD % number)); // these would favour some
    const chosen = word % number;
    [cards[last], cards[chosen]] = [cards[chosen] as Each, cards[last] as Each];
  }
  return cards;
}

/** What this browser was promised at the table, and what it added, as it noted them then. */
export interface Promised {
  commitment: string;
  value: string;
  seat: number;
}

const key = (table: string, deal: number): string => `paiju promise ${table} ${deal}`;

export function notePromise(table: string, deal: number, promised: Promised): void {
  keep('sessionStorage', key(table, deal), promised);
}

export function promiseOf(table: string, deal: number): Promised | null {
  const found = kept('sessionStorage', key(table, deal)) as Promised | null;
  return typeof found?.commitment === 'string' ? found : null;
}

/** Why nobody can say that this deal was fair; empty: it was. */
export async function flawOf(proof: ProofAnswer, promised: Promised | null = null): Promise<Flaw> {
  if (!proof.commitment || !proof.secret) return 'nothing promised';
  if (!globalThis.crypto?.subtle) return 'no means';
  if (promised && promised.commitment !== proof.commitment) return 'other promise';
  if (promised && promised.value !== proof.values[promised.seat]) return 'other value';
  if ((await commitment(proof.secret, proof.table, proof.deal)) !== proof.commitment) return 'other secret';
  const deck = await shuffled(split(proof.unshuffled), proof.secret, proof.table, proof.deal, proof.values);
  return deck.join(' ') === proof.deck ? '' : 'other deck';
}
