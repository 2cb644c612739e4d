import { split, spoken } from './cards';
import type { Sentence } from './wire';

/** A sentence as a text. */
export function plain(of: Sentence): string {
  return typeof of === 'string' ? of : of.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
}

/** Do the words say no more than the numbers, a line for each seat? */
export function isPlainStanding(lines: readonly Sentence[], standing: readonly number[]): boolean {
  return lines.length === standing.length && lines.every((line, seat) => new RegExp(`[:：]\\s*${standing[seat]}$`).test(plain(line)));
}

/** The cards that a sentence names. */
export function cardsIn(of: Sentence): string[] {
  return typeof of === 'string' ? [] : of.flatMap((piece) => (typeof piece === 'string' || !piece.cards ? [] : split(piece.cards)));
}

/** A sentence for the ear: cards are named, for a screen reader knows no suit signs. */
export function aloud(of: Sentence): string {
  if (typeof of === 'string') return of;
  return of.map((piece) => (typeof piece === 'string' ? piece : piece.cards ? split(piece.cards).map(spoken).join(', ') : piece.text)).join('');
}
