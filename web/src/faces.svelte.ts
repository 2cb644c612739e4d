// Which picture a card has, where somebody wishes for pictures; fetched then, and not before.
import { settings } from './settings.svelte';

class Faces {
  private files = $state.raw<typeof import('./classic') | null>(null);
  private isAsked = false;

  /** The address of a picture; '': the card is drawn. */
  of(card: string): string {
    if (settings.values.deck !== 'classic') return '';
    if (!this.isAsked) {
      this.isAsked = true;
      void import('./classic').then((files) => (this.files = files));
    }
    return this.files?.[settings.values.fourColours ? 'four' : 'two'][card] ?? '';
  }
}

export const faces = new Faces();
