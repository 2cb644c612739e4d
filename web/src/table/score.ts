// What a deal or a match brought, put in order for the eye: who came first, and which lines belong together.
import { plain } from '../sentence';
import type { Sentence, WirePlace } from '../wire';

export interface Ranked {
  place: WirePlace;
  rank: number; // 1 for who won; who stands alike shares it
}

/** The winners first, then the others by how far they stand from them; partners beside each other. Whether many or few are best only the house knows. */
export function ranked(places: readonly WirePlace[], standing: readonly number[], leaders: readonly number[]): Ranked[] {
  const best = standing[leaders[0] ?? 0] ?? 0;
  const behind = (seat: number): number => (leaders.includes(seat) ? -1 : Math.abs((standing[seat] ?? 0) - best));
  const before = (seat: number): WirePlace[] => places.filter((other) => behind(other.seat) < behind(seat));
  const all = places.map((place) => ({ place, rank: 1 + new Set(before(place.seat).map((other) => other.team)).size }));
  return all.sort((one, other) => one.rank - other.rank || one.place.team - other.place.team || one.place.seat - other.place.seat);
}

export interface Row {
  of: string; // in which case
  text: string; // what then
  isHere: boolean; // it is the case
}

export interface Part {
  lines: Sentence[];
  rows: Row[]; // of a table, of which one holds
}

/** Lines that follow one another, and between them tables: a row is set in, and the one that holds has a mark before it. */
export function inParts(lines: readonly Sentence[]): Part[] {
  const parts: Part[] = [];
  for (const line of lines) {
    const text = plain(line);
    const isRow = /^(> | {2})/.test(text);
    let part = parts.at(-1);
    if (!part || part.rows.length > 0 !== isRow) {
      part = { lines: [], rows: [] };
      parts.push(part);
    }
    if (!isRow) part.lines.push(line);
    else {
      const [, of = '', then = ''] = /^(.*?)\s*[:：]\s*(.*)$/.exec(text.slice(2)) ?? ['', '', text.slice(2)];
      part.rows.push({ of, text: then, isHere: text.startsWith('>') });
    }
  }
  return parts;
}
