// Cards as the wire writes them: `QS`, `10C`, `LJ`. Only what is needed to draw and to name one.
import { say } from './words.svelte';

export interface Face {
  card: string; // notation
  rank: string; // what stands in the corner
  suit: string; // C D H S, or '' for a joker
  isBig: boolean; // of the two jokers
}

const cache = new Map<string, Face>();

export function face(card: string): Face {
  let found = cache.get(card);
  if (!found) {
    const isJoker = card === 'LJ' || card === 'BJ';
    found = isJoker
      ? { card, rank: 'JOKER', suit: '', isBig: card === 'BJ' }
      : { card, rank: card.slice(0, -1), suit: card.slice(-1), isBig: false };
    cache.set(card, found);
  }
  return found;
}

export function split(cards: string): string[] {
  return cards ? cards.split(' ') : [];
}

const SIGNS: Record<string, string> = { C: '♣', D: '♦', H: '♥', S: '♠' };

/** `Q♠`, or a joker by its name: for a button, a line of the log. */
export function brief(card: string): string {
  const { rank, suit } = face(card);
  return suit ? rank + (SIGNS[suit] ?? '') : spoken(card);
}

/** "queen of spades": for who hears the cards. */
export function spoken(card: string): string {
  const { rank, suit, isBig } = face(card);
  if (!suit) return isBig ? say("big joker") : say("little joker");
  const names: Record<string, string> = {
    A: say("ace"), K: say("king"), Q: say("queen"), J: say("jack"),
  };
  const suits: Record<string, string> = {
    C: say("clubs"), D: say("diamonds"), H: say("hearts"), S: say("spades"),
  };
  return say("{rank} of {suit}", { rank: names[rank] ?? rank, suit: suits[suit] ?? '' });
}

/** The same cards as two texts, in whatever order? */
export function alike(one: string[], other: string[]): boolean {
  return one.length === other.length && [...one].sort().join() === [...other].sort().join();
}

/** Are all of these among those, copies counted? */
export function within(part: string[], whole: string[]): boolean {
  const rest = [...whole];
  return part.every((card) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}
