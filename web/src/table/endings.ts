// How a match came to its end, where it was not played to it.
import { say } from '../words.svelte';

export function endingOf(ending: string): string {
  if (ending === 'error') return say("The match was ended by a fault of the house. What was played is kept.");
  if (ending === 'vote') return say("The match was ended by a vote.");
  return say("The match is over.");
}
