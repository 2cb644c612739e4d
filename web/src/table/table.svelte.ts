// A table as this browser knows it: what was heard, what is asked, what is chosen, and the requests that go out.
import { split } from '../cards';
import { notePromise, promiseOf } from '../promise';
import { merge } from '../fill';
import { Link, type LinkState, randomId, type Told } from '../link';
import { muted } from '../muted.svelte';
import { plain } from '../sentence';
import { settings, SPEEDS } from '../settings.svelte';
import { sound } from '../sounds';
import { keep, kept } from '../storage';
import { words } from '../words.svelte';
import type {
  ClientRequest, Sentence, ServerMessage, WireEvent, WireHint, WireMatch, WireNews, WirePhrase, WireRefusal, WireScene, WireTable, WireTrick,
} from '../wire';
import type { Enquiry } from './enquiry';
import * as selection from './selection';

export interface Line {
  key: number;
  kind: string; // event, say, trouble or lesson
  sentence: Sentence;
  seat: number;
  isMajor: boolean;
  by: string; // who said it, where it can be muted
}

export interface DealResult {
  deal: number;
  scores: number[];
  figures: string[];
}

const MOST_LINES = 400;
const BUBBLE_SECONDS = 6;
const HURRY_GAP = 150; // milliseconds: whoever holds the key down means it once
const SAME_MOMENT = 2000; // milliseconds, in which a browser may open all tabs it had
const RESULTS = ['result', 'match', 'whole']; // news that tells what a deal led to; the last move does not yet

export class TableModel {
  state = $state<LinkState>('connecting');
  ending = $state({ code: '', text: '' });
  isElsewhere = $state(false); // another tab of this browser has the table

  table = $state.raw<WireTable | null>(null);
  scene = $state.raw<WireScene | null>(null);
  match = $state.raw<WireMatch | null>(null);
  phrases = $state.raw<WirePhrase[]>([]);
  private log = $state.raw<Line[]>([]);
  lines = $derived(this.log.filter((line) => !muted.has(line.by))); // what those said who are muted comes back with them
  unread = $state(0);
  said = $state<Record<number, string>>({}); // by seat: what was said just now, to be seen beside who said it
  came = $state.raw<string[]>([]); // into one's hand at once, until one has done something else
  explained = $state.raw<Sentence[]>([]); // events that are to be seen until the next answer
  lesson = $state.raw<Sentence[]>([]);
  canUndo = $state(false);
  deadline = $state(0); // when the time to answer is over, by performance.now(); 0: never
  results = $state.raw<DealResult[]>([]);

  selection = $state.raw(selection.NOTHING);
  choices = $state.raw<selection.Choices | null>(null);
  claim = $state.raw<Sentence>('');
  refusal = $state.raw<WireRefusal | null>(null);
  hints = $state.raw<WireHint[] | null>(null);
  isThinking = $state(false);
  isSending = $state(false);
  wentOn = $state(false);
  told = $state.raw({ number: 0, text: '' }); // what was asked for by a key, for that too
  heard = $state.raw<WireNews[]>([]); // what was heard last, together, for what is read aloud

  private link: Link;
  private channel: BroadcastChannel | null = null;
  private cameAt = 0; // to the table, in this tab
  private counter = 0;
  private asked = 0; // counts questions, so that late answers about an old one are dropped
  private hurriedAt = -HURRY_GAP;
  private hasWished = false; // on this connection
  private valued = ''; // the deal to whose shuffle this browser has added a value, and for which chair

  constructor(readonly id: string) {
    this.results = this.keptResults();
    this.link = this.connect();
    this.takeOver();
  }

  // ---- the connection ----

  private connect(): Link {
    const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/t/${encodeURIComponent(this.id)}/ws`;
    return new Link(url, words.lang, {
      hear: (messages) => this.hear(messages),
      become: (state, code, text) => this.become(state, code, text),
    });
  }

  private become(state: LinkState, code: string, text: string): void {
    this.state = state;
    this.ending = { code, text };
    this.hasWished &&= state === 'open';
  }

  /** The newest tab has the table; the older ones say so. */
  private takeOver(): void {
    if (!('BroadcastChannel' in globalThis)) return;
    this.channel = new BroadcastChannel(`paiju table ${this.id}`);
    this.channel.onmessage = ({ data }: MessageEvent<number>) => {
      const isOlder = data < this.cameAt && this.cameAt - data < SAME_MOMENT; // both came at once: one of them stays
      if (isOlder) return;
      this.isElsewhere = true;
      this.link.close();
    };
    this.come();
  }

  private come(): void {
    this.cameAt = Date.now() + Math.random();
    this.channel?.postMessage(this.cameAt);
  }

  comeBack(): void {
    this.isElsewhere = this.isSending = this.isThinking = this.hasWished = false; // what was under way went with the old line
    this.come();
    this.link = this.connect();
  }

  close(): void {
    this.channel?.close();
    this.link.close();
  }

  speak(lang: string): void {
    this.link.speak(lang);
  }

  // ---- what is heard ----

  private hear(messages: ServerMessage[]): void {
    for (const message of messages) this.hearOne(message);
    const news = messages.filter((message) => message.type === 'news');
    if (news.length) this.heard = news.map((each) => (muted.has(this.speaker(each)) ? { ...each, text: '' } : each));
  }

  private hearOne(message: ServerMessage): void {
    if (message.type === 'news') this.hearNews(message);
    else if (message.type === 'table') this.hearTable(message);
    else if (message.type === 'said') this.add('say', `${message.name}: ${message.text}`, message.seat, true, message.seat === this.table?.seat ? '' : message.name);
    else if (message.type === 'refusal') this.refusal = message;
  }

  private hearTable(table: WireTable): void {
    if (table.phrases.length) this.phrases = table.phrases;
    this.table = table;
    if (!this.hasWished) this.wish();
    const valued = `${table.promised} ${table.seat}`;
    if (table.promised && table.seat >= 0 && valued !== this.valued) {
      this.valued = valued;
      void this.addValue(table);
    }
  }

  /** Something of our own for the shuffle of the next deal, noted with what was promised of it. */
  private async addValue({ table, promised, commitment, seat }: WireTable): Promise<void> {
    if (promiseOf(table, promised)?.seat === seat) return; // it was added before this page was loaded
    const value = randomId(16);
    const told = await this.link.ask({ type: 'value', deal: promised, value });
    if (told.type === 'done') notePromise(table, promised, { commitment, value, seat });
  }

  private hearNews(news: WireNews): void {
    const old = this.scene;
    if (news.scene) this.scene = news.scene;
    else if (old && news.changed) this.scene = merge(old, news.changed);
    const scene = this.scene;
    if (!scene) return;
    if (news.begins_log) this.log = this.log.filter((line) => line.kind === 'say');
    if (news.kind === 'deal') sound('deal');
    if (news.kind === 'deal' || news.kind === 'whole') {
      this.explained = [];
      this.came = [];
      this.wentOn = false;
    }
    for (const event of news.events) this.hearEvent(event);
    this.seeWhatCame(old, scene, news.events);
    this.makeNoise(news.events);
    const by = this.speaker(news);
    if (news.kind === 'say' && news.seat >= 0 && !muted.has(by)) this.bubble(news.seat, saying(news.text));
    if (news.text) this.add(news.kind === 'say' ? 'say' : 'trouble', news.text, news.seat, true, by);
    if (news.lesson.length) this.lesson = news.lesson;
    this.canUndo = news.can_undo;
    this.deadline = news.seconds ? performance.now() + 1000 * news.seconds : 0;
    if (scene.over && news.match && RESULTS.includes(news.kind)) this.hearResult(scene, news.match);
    else if (!scene.over) this.match = null;
    this.look(old, scene, news);
  }

  private hearEvent(event: WireEvent): void {
    if (event.routine) return;
    if (event.lasting) this.explained = [...this.explained, event.sentence];
    this.add('event', event.sentence, event.seat, event.ends_trick);
  }

  /** What is told of oneself last: cards that came, where the hand has grown by them, or something one has done. */
  private seeWhatCame(old: WireScene | null, scene: WireScene, events: WireEvent[]): void {
    const own = events.findLast((event) => event.seat === scene.viewer && event.cards && !event.routine);
    if (!own) return;
    const cards = split(own.cards);
    const held = (of: WireScene | null): number => of?.places[scene.viewer]?.count ?? 0;
    this.came = old && held(scene) - held(old) >= cards.length ? cards : [];
  }

  private makeNoise(events: WireEvent[]): void {
    if (events.some((event) => event.ends_trick)) sound('trick');
    else if (events.some((event) => event.cards && event.seat >= 0 && event.seat !== this.seat)) sound(events.some((event) => event.routine) ? 'lift' : 'play');
  }

  private bubble(seat: number, text: string): void {
    this.said = { ...this.said, [seat]: text };
    setTimeout(() => {
      if (this.said[seat] === text) this.said = { ...this.said, [seat]: '' };
    }, 1000 * BUBBLE_SECONDS);
  }

  /** Who says something, of the others: nobody mutes himself. */
  private speaker(news: WireNews): string {
    return news.kind === 'say' && news.seat !== this.seat ? (this.scene?.places[news.seat]?.name ?? '') : '';
  }

  private add(kind: string, sentence: Sentence, seat: number, isMajor: boolean, by = ''): void {
    const line = { key: ++this.counter, kind, sentence, seat, isMajor, by };
    this.log = [...this.log.slice(-MOST_LINES), line];
    if (kind === 'say' && !muted.has(by)) {
      this.unread++;
      sound('say');
    }
  }

  private hearResult(scene: WireScene, match: WireMatch): void {
    this.match = match;
    this.wentOn = false;
    sound('result');
    if (match.over && this.seat >= 0) void this.link.ask({ type: 'go_on' }); // nobody need wait for who looks at the end
    if (!this.results.some((each) => each.deal === scene.deal)) {
      this.results = [...this.results, { deal: scene.deal, scores: scene.scores, figures: match.standing_figures }];
      keep('sessionStorage', `paiju results ${this.id}`, this.results);
    }
  }

  private keptResults(): DealResult[] {
    const found = kept('sessionStorage', `paiju results ${this.id}`);
    return Array.isArray(found) ? found.filter((each: DealResult | null) => Array.isArray(each?.scores) && Array.isArray(each.figures)) : [];
  }

  /** The hand and the question have changed, or not. */
  private look(old: WireScene | null, scene: WireScene, news: WireNews): void {
    const hand = this.hand;
    if (hand.join() !== this.selection.hand.join()) this.selection = selection.dealt(this.selection, hand);
    const isNew = JSON.stringify(old?.asks ?? []) !== JSON.stringify(scene.asks) || news.kind === 'whole';
    if (!isNew) return;
    const wasAsked = Boolean(old && isAsked(old));
    this.asked++;
    this.choices = null;
    this.claim = '';
    this.hints = null;
    this.refusal = null;
    const ask = selection.cardAsk(scene.asks);
    this.selection = selection.offered(this.selection, ask ? split(ask.cards) : null, ask?.most ?? 0);
    if (isAsked(scene)) {
      if (!wasAsked) {
        this.explained = this.explained.slice(-3);
        sound('turn');
      }
      void this.findChoices();
    } else if (scene.asks.length) void this.findChoices();
  }

  private async findChoices(): Promise<void> {
    const question = this.asked;
    const told = await this.link.ask({ type: 'choices' });
    if (question !== this.asked) return;
    if (told.type === 'choices') {
      this.choices = told;
      this.claim = told.claim;
      this.limit();
      const ask = this.cardAsk;
      const only = told.actions.length === 1 && told.complete ? selection.read(told.actions[0] ?? '') : null;
      if (ask && !ask.optional && only?.cards.length && !this.selection.lifted.length) this.choose(only.cards); // there is no other
    } else if (told.type === 'refusal' && told.code === 'busy') {
      setTimeout(() => question === this.asked && void this.findChoices(), 300);
    }
  }

  // ---- what is shown ----

  get seat(): number {
    return this.scene && this.scene.viewer >= 0 ? this.scene.viewer : -1;
  }

  get hand(): string[] {
    const own = this.scene?.places.find((place) => place.seat === this.seat);
    return own ? own.hand.flatMap(split) : [];
  }

  /** All came anew: after a reload, say. */
  get isWhole(): boolean {
    return this.heard.some((news) => news.kind === 'whole');
  }

  get isAsked(): boolean {
    return Boolean(this.scene && isAsked(this.scene));
  }

  /** A bot has one's chair for a while. */
  get isPlayedFor(): boolean {
    return Boolean(this.table?.chairs[this.seat]?.is_played_for);
  }

  get cardAsk() {
    return selection.cardAsk(this.scene?.asks ?? []);
  }

  /** Few things to say, and one of them is to say nothing: each has a button that says it at once. */
  get isRare(): boolean {
    const all = this.choices?.complete ? this.choices.actions : [];
    const isShort = all.length > 0 && all.length <= 5 && all.every((action) => selection.read(action).cards.length <= 2);
    return Boolean(isShort && this.cardAsk && this.scene?.asks.some((ask) => ask !== this.cardAsk && !ask.amounts.length));
  }

  /** Cards need not be chosen: buttons say all there is to say. */
  get isDirect(): boolean {
    return Boolean(this.cardAsk && !this.chosen.length && (this.cardAsk.optional || this.isRare));
  }

  /** What lies on the table: a trick stays until somebody leads to the next one. */
  get trick(): { trick: WireTrick; isOver: boolean } {
    const scene = this.scene;
    if (!scene) return { trick: { plays: [], winner: -1, leader: -1, points: null }, isOver: false };
    if (scene.trick.plays.length) return { trick: scene.trick, isOver: false };
    return { trick: scene.last, isOver: true };
  }

  get chosen(): string[] {
    return selection.chosen(this.selection);
  }

  /** Say aloud what was asked for; once more if it is asked for again. */
  tell(enquiry: Enquiry): void {
    if (!this.scene) return;
    const seconds = this.isAsked && this.deadline ? Math.max(1, Math.ceil((this.deadline - performance.now()) / 1000)) : 0;
    const text = enquiry({ scene: this.scene, match: this.match, seconds, isAsked: this.isAsked });
    this.told = { number: this.told.number + 1, text: `${text.join('. ')}.` };
  }

  // ---- choosing ----

  private select(now: selection.Selection): void {
    const was = this.chosen.join();
    this.selection = now;
    if (this.chosen.join() === was) return;
    this.refusal = null;
    sound('lift');
    this.limit();
    void this.lookOver();
  }

  private limit(): void {
    const ask = this.cardAsk;
    if (!ask) return;
    const possible = selection.possibleCards(this.choices, ask, this.chosen, split(ask.cards));
    if (possible.join() !== this.selection.possible?.join()) this.selection = { ...this.selection, possible };
  }

  /** Would these cards do? The table says so before the button is pressed. */
  private async lookOver(): Promise<void> {
    const ask = this.cardAsk;
    const cards = this.chosen;
    if (!ask || !cards.length || !selection.isEnough(ask, cards.length)) return;
    if (selection.verdict(this.choices, ask, cards) === true) return;
    const question = this.asked;
    const refusal = await this.whyNot(selection.write(ask.kind, cards));
    if (question === this.asked && cards.join() === this.chosen.join()) this.refusal = refusal;
  }

  toggle(at: number): void {
    this.select(selection.toggle(this.selection, at));
  }

  choose(cards: string[]): void {
    this.select(selection.choose(this.selection, cards));
  }

  clear(): void {
    this.select(selection.clear(this.selection));
  }

  focusOn(at: number): void {
    this.selection = selection.focusOn(this.selection, at);
  }

  type(key: string): boolean {
    const now = selection.type(this.selection, key);
    if (now) this.select(now);
    return now !== null;
  }

  // ---- what goes out ----

  async answer(action: string): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    const explained = this.explained;
    this.explained = []; // what the answer leads to may be explained before it is confirmed
    const told = await this.link.ask({ type: 'answer', action });
    this.isSending = false;
    if (told.type === 'refusal') {
      this.refusal = told;
      this.explained = explained;
      sound('refused');
    } else sound('play');
  }

  /** Why this answer would be refused; null: it would not be. */
  async whyNot(action: string): Promise<WireRefusal | null> {
    const told = await this.link.ask({ type: 'check', action });
    return told.type === 'refusal' ? told : null;
  }

  async request(request: ClientRequest): Promise<Told> {
    const told = await this.link.ask(request);
    if (told.type === 'refusal') this.refusal = told;
    return told;
  }

  goOn(): void {
    this.wentOn = true;
    if (this.isPlayedFor) void this.request({ type: 'away', on: false });
    void this.request({ type: 'go_on' });
  }

  /** Enough seen of what others do: the pause ends when all who play say so. */
  hurry(): void {
    if (this.seat < 0 || this.isAsked || this.match || performance.now() - this.hurriedAt < HURRY_GAP) return;
    this.hurriedAt = performance.now();
    void this.link.ask({ type: 'hurry' });
  }

  /** Whoever was hurrying the others a moment ago did not mean to answer. */
  get isHurrying(): boolean {
    return performance.now() - this.hurriedAt < 2 * HURRY_GAP;
  }

  /** Reading the rules or a hint takes time: it begins again, unless others wait. */
  async moreTime(): Promise<void> {
    if (!this.deadline) return;
    const told = await this.link.ask({ type: 'more_time' });
    if (told.type === 'time' && told.seconds) this.deadline = performance.now() + 1000 * told.seconds;
  }

  wish(): void {
    if (this.table?.state !== 'playing' || this.table.seat < 0) return;
    this.hasWished = true;
    const { speed, automatic } = settings.values;
    void this.link.ask({ type: 'wish', automatic, ...SPEEDS[speed] });
  }

  async hint(): Promise<void> {
    const question = this.asked;
    this.isThinking = true;
    const told = await this.link.ask({ type: 'hint', ms: 1000 });
    this.isThinking = false;
    if (question !== this.asked) return;
    void this.moreTime();
    if (told.type === 'hints') this.hints = told.hints;
    else if (told.type === 'refusal') this.refusal = told;
  }
}

function isAsked(scene: WireScene): boolean {
  return scene.asks.some((ask) => !ask.optional);
}

/** What was said, without who said it. */
function saying(text: Sentence): string {
  if (typeof text === 'string') return text;
  return plain(text.slice(1)).replace(/^\s*[:：]\s*/, '');
}
