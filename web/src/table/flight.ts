// Cards that move: from a hand or a player to the table, and from the table to who took the trick.
import { settings } from '../settings.svelte';

const still = matchMedia('(prefers-reduced-motion: reduce)');
const isStill = (): boolean => still.matches || document.hidden || settings.values.speed === 'none';
const lastSeen = new Map<string, { x: number; y: number; width: number }>(); // own cards, where in the hand they lay

/** Remember where a card of the hand lies, before it goes: asking the page for it would make it lay out everything. */
export function remember(card: string, x: number, y: number, width: number): void {
  lastSeen.set(card, { x, y, width });
}

function rectOf(selector: string): DOMRect | undefined {
  return document.querySelector(selector)?.getBoundingClientRect();
}

/** Where a card of one's own lay on the screen. */
function inHand(card: string): DOMRect | undefined {
  const spot = lastSeen.get(card);
  const hand = spot && rectOf('.hand');
  return hand && new DOMRect(hand.left + spot.x, hand.top + spot.y, spot.width, 1.4 * spot.width);
}

/** A card comes from its player, or from where it lay in one's own hand. */
export function fly(node: HTMLElement, from: { card: string; seat: number; isOwn: boolean; late: number }): void {
  if (isStill()) return;
  const start = from.isOwn ? inHand(from.card) : rectOf(`[data-seat="${from.seat}"]`);
  const end = node.getBoundingClientRect();
  if (!start || !end.width) return;
  const x = start.left + start.width / 2 - end.left - end.width / 2;
  const y = start.top + start.height / 2 - end.top - end.height / 2;
  const scale = from.isOwn ? start.width / end.width : 0.4;
  node.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: from.isOwn ? 1 : 0.2 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: 260, delay: from.late, easing: 'cubic-bezier(.2,.7,.3,1)', fill: 'backwards' },
  );
}

const DEAL_GAP = 45; // milliseconds between two cards that are dealt
let arriving = 0; // cards that came with the same news

/** A card is dealt, or drawn: from the middle of the table, one after another. */
export function arrive(node: HTMLElement, isNews: boolean): void {
  if (isStill() || !isNews) return;
  if (!arriving) setTimeout(() => (arriving = 0));
  const late = DEAL_GAP * arriving++;
  const felt = rectOf('.felt');
  const end = node.getBoundingClientRect();
  if (!felt || !end.width) return;
  const x = felt.left + felt.width / 2 - end.left - end.width / 2;
  const y = felt.top + felt.height / 2 - end.top - end.height / 2;
  const face = node.firstElementChild ?? node;
  face.animate([{ transform: `translate(${x}px, ${y}px) scale(0.5)`, opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: 'none' }], {
    duration: 240, delay: late, easing: 'ease-out', fill: 'backwards',
  });
}

/** The cards of a trick go to who took it. */
export function collect(node: Element, to: { seat: number }): { duration: number; css?: (t: number) => string } {
  const end = isStill() ? undefined : rectOf(`[data-seat="${to.seat}"]`);
  if (!end) return { duration: 0 };
  const start = node.getBoundingClientRect();
  const x = end.left + end.width / 2 - start.left - start.width / 2;
  const y = end.top + end.height / 2 - start.top - start.height / 2;
  return {
    duration: 280,
    css: (t) => `translate: ${x * (1 - t) ** 2}px ${y * (1 - t) ** 2}px; scale: ${0.3 + 0.7 * t}; opacity: ${t}`,
  };
}
