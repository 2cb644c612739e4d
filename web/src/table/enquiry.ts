// What can be asked for by a key, to hear it: one's hand, the table, the scores, the clock, in the words of plain mode.
import { split, spoken } from '../cards';
import { aloud } from '../sentence';
import { say } from '../words.svelte';
import type { WireMatch, WirePlace, WireScene, WireTrick } from '../wire';

export interface Known {
  scene: WireScene;
  match: WireMatch | null;
  seconds: number; // to answer; 0: as many as one likes
  isAsked: boolean;
}

export type Enquiry = (known: Known) => string[];

const nameOf = (scene: WireScene, seat: number): string => (seat === scene.viewer ? say("you") : (scene.places[seat]?.name ?? ''));
const counted = (number: number): string => (number === 1 ? say("one card") : say("{number} cards", { number }));
const listed = (cards: string): string => split(cards).map(spoken).join(', ');

function hand({ scene }: Known): string[] {
  const own = scene.places[scene.viewer];
  if (!own) return [say("You look on.")];
  if (own.count && !own.hand.length) return [say("you do not see your own cards")];
  return [`${say("your cards")}: ${counted(own.count)}`, ...own.hand.map(listed)];
}

function table({ scene, isAsked }: Known): string[] {
  const waited = scene.places.filter((place) => place.turn && place.seat !== scene.viewer).map((place) => place.name);
  return [
    ...(scene.trick.plays.length ? [say("on the table: {cards}", { cards: laid(scene, scene.trick) })] : []),
    ...(!scene.trick.plays.length && scene.last.plays.length ? [before(scene, scene.last)] : []),
    ...(isAsked ? [`${say("Your turn")}: ${scene.question}`] : waited.length ? [say("waiting for {players}", { players: waited.join(', ') })] : []),
    ...scene.notes.map(aloud),
    ...scene.places.map((place) => seated(scene, place)),
  ];
}

/** Who led begins a trick; sets go round and round. */
function before(scene: WireScene, trick: WireTrick): string {
  const cards = laid(scene, trick);
  return trick.leader < 0 ? say("last series: {cards}", { cards }) : say("last trick: {cards}", { cards });
}

function laid(scene: WireScene, trick: WireTrick): string {
  const plays = trick.plays.map(({ seat, cards, name }) => {
    const more = [...(name ? [aloud(name)] : []), ...(seat === trick.winner ? [say("is ahead")] : [])];
    return `${nameOf(scene, seat)} ${listed(cards)}${more.length ? ` (${more.join(', ')})` : ''}`;
  });
  return plays.join('; ');
}

function seated(scene: WireScene, { seat, count, hand, exposed, shown, notes }: WirePlace): string {
  const open = seat === scene.viewer ? '' : hand.join(' ') || exposed || shown;
  return [`${nameOf(scene, seat)}: ${counted(count)}`, ...(open ? [listed(open)] : []), ...notes.map(aloud)].join(', ');
}

function scores({ scene, match }: Known): string[] {
  const { standing_text: text, standing_figures: figures } = match ?? scene;
  const said = (values: readonly (string | number)[]): string => values.map((value, seat) => `${nameOf(scene, seat)} ${value}`).join(', ');
  return [
    ...(scene.scores.length ? [say("deal {number}: {scores}", { number: scene.deal, scores: said(scene.scores) })] : []),
    ...(text.length ? text.map(aloud) : [`${say("standing")}: ${said(figures)}`]),
  ];
}

function clock({ seconds }: Known): string[] {
  return [seconds ? say("{number} seconds left", { number: seconds }) : say("no time limit now")];
}

const ENQUIRIES: Record<string, Enquiry> = { H: hand, T: table, S: scores, C: clock };

/** The letters of plain mode's words, with Shift: alone they name cards. */
export function enquiryOf(event: KeyboardEvent): Enquiry | undefined {
  return event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey ? ENQUIRIES[event.key.toUpperCase()] : undefined;
}
