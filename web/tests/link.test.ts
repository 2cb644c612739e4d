// The link to a table: what it does when a connection is lost, and what it sends again.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Link, type LinkState, WAITS } from '../src/link';
import type { ClientRequest, ServerMessage } from '../src/wire';

class Socket {
  static all: Socket[] = [];
  readyState = 0;
  sent: ClientRequest[] = [];
  onopen = () => {};
  onclose = () => {};
  onmessage = (_: { data: string }) => {};

  constructor() {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientRequest);
  }
  close(): void {
    this.readyState = 3;
    this.onclose();
  }
  welcome(): void {
    this.readyState = 1;
    this.onopen();
    this.tell({ type: 'welcome', version: 1, server: 'paiju', release: '', languages: [] });
  }
  tell(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const heard: ServerMessage[] = [];
const states: LinkState[] = [];
const last = (): Socket => Socket.all[Socket.all.length - 1] as Socket;

function link(): Link {
  return new Link(
    'ws://house/t/1/ws',
    'nl',
    { hear: (messages) => heard.push(...messages), become: (state) => states.push(state) },
    () => new Socket() as unknown as WebSocket,
  );
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Socket.all.length = heard.length = states.length = 0;
});

const news = (number: number, scene = false): object => ({ type: 'news', number, kind: 'move', ...(scene ? { scene: { places: [] } } : {}) });

test('it says hello in the language, from the beginning', () => {
  link();
  last().welcome();
  expect(last().sent).toEqual([{ type: 'hello', version: 1, lang: 'nl', since: 0 }]);
  expect(states).toEqual(['open']);
});

test('a lost connection comes back where it was', () => {
  link();
  last().welcome();
  last().tell(news(41, true));
  last().tell(news(42));
  last().close();
  expect(states).toEqual(['open', 'lost']);
  vi.advanceTimersByTime((WAITS[0] ?? 0) * 1.3);
  last().welcome();
  expect(Socket.all.length).toBe(2);
  expect(last().sent[0]).toMatchObject({ type: 'hello', since: 42 });
});

test('it waits longer each time nobody answers', () => {
  link();
  for (const wait of WAITS) {
    const before = Socket.all.length;
    last().close();
    vi.advanceTimersByTime(wait * 0.7);
    expect(Socket.all.length).toBe(before);
    vi.advanceTimersByTime(wait * 0.6);
    expect(Socket.all.length).toBe(before + 1);
  }
});

test('an answer whose acknowledgement was lost is sent again with the same id', async () => {
  const it = link();
  last().welcome();
  const told = it.ask({ type: 'answer', action: 'play QS' });
  const first = last().sent[1];
  last().close();
  vi.advanceTimersByTime(400);
  last().welcome();
  expect(last().sent[1]).toEqual(first);
  last().tell({ type: 'done', id: first?.id });
  expect(await told).toMatchObject({ type: 'done' });
});

test('whatever else was under way is told to be lost, and not done later by surprise', async () => {
  const it = link();
  last().welcome();
  const told = it.ask({ type: 'hint', ms: 1000 });
  last().close();
  expect(await told).toMatchObject({ type: 'error', code: 'lost' });
  vi.advanceTimersByTime(400);
  last().welcome();
  expect(last().sent.length).toBe(1);
});

test('where a number is missing it asks for everything', () => {
  link();
  last().welcome();
  last().tell(news(1, true));
  last().tell(news(3));
  expect(last().sent[1]).toMatchObject({ type: 'hello', since: 0 });
  expect(heard.map((each) => each.type)).toEqual(['welcome', 'news']);
});

test('it does not come back to a table that does not exist', () => {
  link();
  last().welcome();
  last().tell({ type: 'error', code: 'no_such_table', text: 'there is no such table' });
  last().close();
  expect(states).toEqual(['open', 'ended']);
  vi.advanceTimersByTime(60_000);
  expect(Socket.all.length).toBe(1);
});

test('what the wire left out is filled in', () => {
  link();
  last().welcome();
  last().tell({ type: 'news', number: 1, kind: 'whole', scene: { game: 'g', title: 'G', phase: 'play', viewer: 0, deal: 1, places: [{ seat: 0 }] } });
  const [, first] = heard;
  expect(first).toMatchObject({ scene: { clockwise: true, trick: { winner: -1, plays: [] }, places: [{ count: 0, notes: [] }] } });
});

/** A page somebody looks at; what is called draws the next frame. */
function lookedAt(): () => void {
  const due: (() => void)[] = [];
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => due.push(act));
  return () => {
    for (const act of due.splice(0)) act();
  };
}

test('what comes between two frames is heard together, in its order', () => {
  const frame = lookedAt();
  link();
  last().welcome();
  last().tell(news(1, true));
  last().tell(news(2));
  expect(heard).toEqual([]);
  frame();
  expect(heard.map((each) => (each.type === 'news' ? each.number : each.type))).toEqual(['welcome', 1, 2]);
  last().tell(news(3));
  frame();
  expect(heard.length).toBe(4);
});

test('what came before the line was lost is heard at once', () => {
  lookedAt();
  link();
  last().welcome();
  last().tell({ type: 'error', code: 'no_such_table', text: 'there is no such table' });
  last().close();
  expect(states).toEqual(['open', 'ended']);
});
