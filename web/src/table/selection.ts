// Choosing cards for an answer: a value that every tap or key turns into another one. No rule is known here: what is
// possible comes from the question and from the choices that the table told.
import { alike, face, within } from '../cards';
import type { WireAsk } from '../wire';

export interface Selection {
  readonly hand: readonly string[];
  readonly lifted: readonly number[]; // places in the hand, in the order they were chosen
  readonly focus: number;
  readonly possible: readonly string[] | null; // what may be chosen; null: nothing is asked
  readonly most: number; // how many may be
  readonly typed: string; // a rank that a suit may follow
}

export interface Choices {
  readonly actions: readonly string[];
  readonly complete: boolean; // these are all
}

export const NOTHING: Selection = { hand: [], lifted: [], focus: 0, possible: null, most: 0, typed: '' };

export const chosen = (of: Selection): string[] => of.lifted.map((at) => of.hand[at] ?? '');

const copies = (cards: readonly string[], card: string): number => cards.filter((each) => each === card).length;

/** May the card at this place be part of an answer, lifted or not? Of two alike perhaps just one. */
export function isPossible(of: Selection, at: number): boolean {
  const card = of.hand[at];
  if (of.possible === null) return true;
  if (card === undefined) return false;
  const order = of.lifted.indexOf(at);
  const before = order < 0 ? of.lifted : of.lifted.slice(0, order);
  const taken = before.filter((other) => of.hand[other] === card).length;
  return copies(of.possible, card) > (of.most > 1 ? taken : 0);
}

export const isAsked = (of: Selection): boolean => of.possible !== null && of.most > 0;

/** Other cards: what was lifted stays lifted and what was in focus stays there, as far as it is still held. */
export function dealt(of: Selection, hand: readonly string[]): Selection {
  const focused = of.hand[of.focus];
  const now = lift({ ...of, hand }, stillLifted(of, hand));
  const held = focused === undefined ? -1 : hand.indexOf(focused);
  const near = Math.max(0, Math.min(of.focus, hand.length - 1));
  return { ...now, focus: hand[near] === focused || held < 0 ? near : held };
}

/** Of two alike the lifted one was played: its twin stays where it lies. */
function stillLifted(of: Selection, hand: readonly string[]): string[] {
  const gone = new Map(of.hand.map((card) => [card, copies(of.hand, card) - copies(hand, card)]));
  return chosen(of).filter((card) => {
    const left = gone.get(card) ?? 0;
    gone.set(card, left - 1);
    return left <= 0;
  });
}

/** A question: what may be chosen, at most so many. */
export function offered(of: Selection, possible: readonly string[] | null, most: number): Selection {
  const now = { ...of, possible, most };
  return isAsked(now) ? { ...now, lifted: now.lifted.slice(0, most) } : { ...now, lifted: [], typed: '' };
}

/** Just these lifted, as far as they are in the hand. */
export function lift(of: Selection, cards: readonly string[]): Selection {
  const lifted: number[] = [];
  for (const card of cards) {
    const at = of.hand.findIndex((held, place) => held === card && !lifted.includes(place));
    if (at >= 0) lifted.push(at);
  }
  return { ...of, lifted };
}

/** A combination lifted, with the focus on it. */
export function choose(of: Selection, cards: readonly string[]): Selection {
  const now = lift({ ...of, typed: '' }, cards);
  return { ...now, focus: now.lifted[0] ?? now.focus };
}

/** A card lifted or put back. Where enough are lifted the first of them makes room. */
export function toggle(of: Selection, at: number): Selection {
  if (!isAsked(of) || at < 0 || at >= of.hand.length) return of;
  if (of.lifted.includes(at)) return { ...of, typed: '', focus: at, lifted: of.lifted.filter((other) => other !== at) };
  return pick({ ...of, typed: '' }, at);
}

function pick(of: Selection, at: number): Selection {
  const room = Math.max(0, of.lifted.length + 1 - of.most);
  return { ...of, focus: at, lifted: [...of.lifted.slice(room), at] };
}

export const clear = (of: Selection): Selection => ({ ...of, lifted: [], typed: '' });

export function focusOn(of: Selection, at: number): Selection {
  return { ...of, typed: '', focus: Math.max(0, Math.min(at, of.hand.length - 1)) };
}

/** A rank lifts a card, a suit behind it just that card; a suit alone goes there. Null: it means nothing here. */
export function type(of: Selection, key: string): Selection | null {
  const sign = key.toUpperCase();
  if (!isAsked(of)) return null;
  if (of.typed === '1' && sign === '0') return { ...of, typed: '10' };
  if (sign === '+' || sign === '-') return typedCard({ ...of, typed: '' }, sign === '+' ? 'BJ' : 'LJ');
  if ('CDHS'.includes(sign)) {
    if (of.typed) return typedCard({ ...of, typed: '', lifted: of.lifted.slice(0, -1) }, of.typed.replace(/^1$/, '10') + sign);
    return goToSuit(of, sign);
  }
  const rank = sign === '1' || sign === 'T' ? '10' : sign;
  if (!/^(10|[2-9AKQJ])$/.test(rank)) return null;
  const free = of.hand.map((_, at) => at).filter((at) => face(of.hand[at] ?? '').rank === rank && !of.lifted.includes(at));
  free.sort((one, other) => Number(isPossible(of, other)) - Number(isPossible(of, one)));
  const at = free[0];
  return at === undefined ? null : { ...pick(of, at), typed: sign };
}

function typedCard(of: Selection, card: string): Selection | null {
  const at = of.hand.findIndex((held, place) => held === card && !of.lifted.includes(place));
  return at < 0 ? null : pick(of, at);
}

function goToSuit(of: Selection, suit: string): Selection | null {
  const there = of.hand.map((_, at) => at).filter((at) => face(of.hand[at] ?? '').suit === suit);
  const isThere = face(of.hand[of.focus] ?? '').suit === suit;
  const at = (isThere ? there.find((each) => each > of.focus) : undefined) ?? there[0];
  return at === undefined ? null : { ...of, focus: at };
}

// ---- what can be answered ----

/** What is asked of cards; no game asks two such things at once. */
export const cardAsk = (asks: readonly WireAsk[]): WireAsk | undefined => asks.find((ask) => ask.most > 0);

/** `play QS KS` in its parts. */
export function read(action: string): { kind: string; cards: string[] } {
  const [kind = '', ...rest] = action.split(' ');
  return { kind, cards: rest.filter((word) => /[A-Z]$/.test(word)) };
}

export const write = (kind: string, cards: readonly string[], amount?: number): string =>
  [kind, ...cards, ...(amount === undefined ? [] : [amount])].join(' ');

const known = new WeakMap<Choices, { kind: string; cards: string[] }[]>(); // there may be thousands, and every tap looks at them

function readAll(choices: Choices | null): { kind: string; cards: string[] }[] {
  if (!choices) return [];
  const all = known.get(choices) ?? choices.actions.map(read);
  known.set(choices, all);
  return all;
}

/** The combinations of an ask that contain what is chosen. */
export function combinations(choices: Choices | null, ask: WireAsk, cards: readonly string[]): string[][] {
  const all = readAll(choices).filter((each) => each.kind === ask.kind && each.cards.length > 0);
  return all.map((each) => each.cards).filter((each) => within([...cards], each));
}

const LARGEST_SET = 6; // of cards that people see as one thing

/** Any cards will do, as long as they are so many: none of them go together more than others. */
export function isFree(of: Selection, choices: Choices | null, ask: WireAsk): boolean {
  const isKnown = choices?.complete || ask.most > LARGEST_SET; // else there may be sets among more choices than were told
  const sizes = ask.sizes.length || ask.most - ask.least + 1;
  return Boolean(isKnown) && sizes === 1 && of.hand.every((_, at) => isPossible(of, at));
}

/** The cards that can still be part of an answer; of any answer if those chosen fit none. */
export function possibleCards(choices: Choices | null, ask: WireAsk, cards: readonly string[], all: string[]): string[] {
  if (!choices?.complete) return all;
  const fitting = ask.most > 1 ? union(combinations(choices, ask, cards)) : [];
  return fitting.length ? fitting : union(combinations(choices, ask, []));
}

function union(sets: string[][]): string[] {
  const most = new Map<string, number>();
  for (const set of sets) for (const card of new Set(set)) most.set(card, Math.max(most.get(card) ?? 0, copies(set, card)));
  return [...most].flatMap(([card, number]) => Array<string>(number).fill(card));
}

/** Is the number of cards one that will do? */
export function isEnough(ask: WireAsk, number: number): boolean {
  if (ask.sizes.length) return ask.sizes.includes(number);
  return number >= ask.least && number <= ask.most;
}

/** Known to be legal, known not to be, or to be asked (`check`). */
export function verdict(choices: Choices | null, ask: WireAsk, cards: string[]): boolean | null {
  if (!choices) return null;
  const all = readAll(choices).filter((each) => each.kind === ask.kind);
  if (all.some((each) => alike(each.cards, cards))) return true;
  return choices.complete ? false : null;
}
