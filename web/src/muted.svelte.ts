// Whose chat one does not want to see or hear, kept in this browser. By name: the wire calls a person nothing else.
import { keep, kept } from './storage';

const KEY = 'paiju muted';
const MOST = 100;
/** `ANN` is `Ann`, as it is for the house. */
const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, '');

function before(): string[] {
  const found = kept('localStorage', KEY);
  return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
}

class Muted {
  private names = $state.raw(before());

  has(name: string): boolean {
    return this.names.includes(keyOf(name));
  }

  set(name: string, isMuted: boolean): void {
    const others = this.names.filter((other) => other !== keyOf(name));
    this.names = isMuted ? [...others, keyOf(name)].slice(-MOST) : others;
    keep('localStorage', KEY, this.names);
  }
}

export const muted = new Muted();
