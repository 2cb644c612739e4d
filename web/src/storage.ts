// What this browser keeps. Where it keeps nothing, for its storage is full or switched off, the page does without.
type Place = 'localStorage' | 'sessionStorage';

/** As it was kept; null: nothing was, or something else has written there. */
export function kept(place: Place, key: string): unknown {
  try {
    return JSON.parse(globalThis[place].getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export function keep(place: Place, key: string, value: unknown): void {
  try {
    globalThis[place].setItem(key, JSON.stringify(value));
  } catch {
    // it counts until the page is loaded again
  }
}
