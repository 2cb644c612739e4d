// Cards that move: from a hand or a player to the table, and from the table to who took the trick.
const still = matchMedia('(prefers-reduced-motion: reduce)');
const lastSeen = new Map<string, DOMRect>(); // own cards, where they lay before they were played

/** Remember where the cards of the hand lie, before they go. */
export function remember(hand: Element): void {
  for (const card of hand.querySelectorAll<HTMLElement>('[data-card]')) {
    lastSeen.set(card.dataset.card ?? '', card.getBoundingClientRect());
  }
}

/** A card comes from its player, or from where it lay in one's own hand. */
export function fly(node: HTMLElement, from: { card: string; seat: number; isOwn: boolean; late: number }): void {
  if (still.matches || document.hidden) return;
  const start = from.isOwn ? lastSeen.get(from.card) : document.querySelector(`[data-seat="${from.seat}"]`)?.getBoundingClientRect();
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

/** The cards of a trick go to who took it. */
export function collect(node: Element, to: { seat: number }): { duration: number; css?: (t: number) => string } {
  const end = document.querySelector(`[data-seat="${to.seat}"]`)?.getBoundingClientRect();
  const start = node.getBoundingClientRect();
  if (still.matches || !end) return { duration: 0 };
  const x = end.left + end.width / 2 - start.left - start.width / 2;
  const y = end.top + end.height / 2 - start.top - start.height / 2;
  return {
    duration: 280,
    css: (t) => `translate: ${x * (1 - t) ** 2}px ${y * (1 - t) ** 2}px; scale: ${0.3 + 0.7 * t}; opacity: ${t}`,
  };
}
