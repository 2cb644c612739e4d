// What somebody has set for himself, kept in this browser.
import { keep, kept } from './storage';
import { LANGUAGES, preferred } from './words.svelte';

export interface Values {
  lang: string;
  theme: 'auto' | 'light' | 'dark';
  fourColours: boolean;
  sound: boolean;
  speed: 'slow' | 'normal' | 'fast' | 'none';
  automatic: boolean; // forced cards are played
  oneTap: boolean; // a tap plays a card where one is asked
  guides: boolean; // what to do in this phase
  hints: boolean; // what may be worth playing can be asked for, and cards that go together are offered
  leftHanded: boolean;
  deck: 'plain' | 'classic'; // how cards are drawn
}

const KEY = 'paiju settings';
const USUAL: Values = {
  lang: '', theme: 'auto', fourColours: false, sound: true, speed: 'normal', automatic: false, oneTap: false, guides: true, hints: true,
  leftHanded: false, deck: 'plain',
};
/** Seconds to see a move, a trick, a drawn card. */
export const SPEEDS: Record<Values['speed'], { move?: number; trick?: number; draw?: number }> = {
  slow: { move: 1.2, trick: 2.5, draw: 0.3 },
  normal: { move: 0.7, trick: 1.5, draw: 0.15 },
  fast: { move: 0.3, trick: 0.7, draw: 0.06 },
  none: { move: 0, trick: 0, draw: 0 },
};

/** Of what was kept, whatever a setting can be. */
function before(): Partial<Values> {
  const values = Object.entries((kept('localStorage', KEY) ?? {}) as Record<string, unknown>);
  return Object.fromEntries(values.filter(([name, value]) => typeof value === typeof USUAL[name as keyof Values]));
}

class Settings {
  values = $state<Values>({ ...USUAL, ...before() });

  constructor() {
    if (!Object.hasOwn(LANGUAGES, this.values.lang)) this.values.lang = preferred();
    this.show();
  }

  set(change: Partial<Values>): void {
    Object.assign(this.values, change);
    keep('localStorage', KEY, this.values);
    this.show();
  }

  private show(): void {
    const root = document.documentElement;
    root.dataset.theme = this.values.theme;
    root.dataset.hand = this.values.leftHanded ? 'left' : 'right';
    root.dataset.colours = this.values.fourColours ? 'four' : 'two';
  }
}

export const settings = new Settings();
