import type { Sentence } from './wire';

/** A sentence as a text. */
export function plain(of: Sentence): string {
  return typeof of === 'string' ? of : of.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
}
