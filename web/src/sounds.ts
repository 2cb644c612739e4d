// Sounds, made here: no file to load. Muting is remembered.
import { settings } from './settings.svelte';

type Note = [frequency: number, start: number, length: number, volume: number, shape: OscillatorType];

const NOTES: Record<string, Note[]> = {
  lift: [[900, 0, 0.03, 0.03, 'triangle']],
  play: [[220, 0, 0.05, 0.12, 'triangle'], [140, 0.02, 0.06, 0.1, 'sine']],
  deal: [[500, 0, 0.03, 0.06, 'triangle'], [620, 0.06, 0.03, 0.06, 'triangle'], [740, 0.12, 0.03, 0.06, 'triangle']],
  turn: [[660, 0, 0.09, 0.1, 'sine'], [880, 0.1, 0.14, 0.1, 'sine']],
  trick: [[330, 0, 0.06, 0.08, 'sine'], [262, 0.06, 0.1, 0.08, 'sine']],
  result: [[523, 0, 0.12, 0.1, 'sine'], [659, 0.12, 0.12, 0.1, 'sine'], [784, 0.24, 0.25, 0.1, 'sine']],
  alarm: [[1050, 0, 0.05, 0.09, 'square']],
  refused: [[160, 0, 0.12, 0.1, 'sawtooth']],
  say: [[1200, 0, 0.04, 0.05, 'sine'], [1500, 0.05, 0.05, 0.05, 'sine']],
};

let context: AudioContext | null = null;

/** A browser lets a page be heard once somebody has touched it. What is seen comes first. */
export function sound(name: keyof typeof NOTES): void {
  if (settings.values.sound && navigator.userActivation?.hasBeenActive) setTimeout(() => play(name));
}

function play(name: keyof typeof NOTES): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const now = context.currentTime;
  for (const [frequency, start, length, volume, shape] of NOTES[name] ?? []) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = shape;
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(volume, now + start);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}
