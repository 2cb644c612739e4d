// The socket to a table: it comes back by itself, goes on where it was, and sends an unacknowledged answer again.
import { fill } from './fill';
import type { ClientRequest, ServerMessage } from './wire';

export type LinkState = 'connecting' | 'open' | 'lost' | 'ended';

export interface LinkListener {
  hear(messages: ServerMessage[]): void; // all that came since the last frame
  become(state: LinkState, code: string, text: string): void;
}

/** What a request came to: what was told, or why it was not done. */
export type Told = Extract<ServerMessage, { id: string }>;

export const WAITS = [300, 1000, 2000, 4000, 8000]; // milliseconds until the next try, the last for all that follow
const FINAL = ['no_such_table', 'no_onlookers', 'wrong_version', 'left', 'too_fast', 'no_hello'];
const RESENT = 'answer';

type Waiting = { request: ClientRequest; settle: (told: Told) => void };
type Names = Record<string, string>;
const STRUCTS: Names = {};

function struct(type: string): string {
  STRUCTS[type] ??= `Wire${type.replace(/(^|_)([a-z])/g, (_, _gap, letter: string) => letter.toUpperCase())}`;
  return STRUCTS[type];
}

export class Link {
  private socket: WebSocket | null = null;
  private since = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting = new Map<string, Waiting>();
  private arrived: string[] = []; // and not yet read
  private counter = 0;
  private readonly own = randomId();
  private parting = { code: '', text: '' };
  private isOpen = false;

  constructor(
    private readonly url: string,
    private lang: string,
    private readonly listener: LinkListener,
    private readonly connect: (url: string) => WebSocket = (url) => new WebSocket(url),
  ) {
    globalThis.addEventListener?.('online', this.hurry);
    globalThis.document?.addEventListener('visibilitychange', this.look);
    this.open();
  }

  /** Ask for something; what comes back has the same id. What is lost on the way is refused, but for answers. */
  ask(request: ClientRequest): Promise<Told> {
    const id = `${this.own}-${++this.counter}`;
    const sent = { ...request, id };
    return new Promise((settle) => {
      this.waiting.set(id, { request: sent, settle });
      if (this.isOpen) this.send(sent);
      else if (request.type !== RESENT) this.giveUp(id);
    });
  }

  speak(lang: string): void {
    this.lang = lang;
    if (this.isOpen) this.greet(0);
  }

  close(): void {
    clearTimeout(this.timer);
    globalThis.removeEventListener?.('online', this.hurry);
    globalThis.document?.removeEventListener('visibilitychange', this.look);
    this.arrived = [];
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private open(): void {
    clearTimeout(this.timer);
    this.parting = { code: '', text: '' };
    const socket = this.connect(this.url);
    this.socket = socket;
    socket.onopen = () => this.greet(this.since);
    socket.onmessage = (event) => this.socket === socket && this.arrive(String(event.data));
    socket.onclose = () => this.socket === socket && this.lost();
  }

  private greet(since: number): void {
    this.send({ type: 'hello', version: 1, lang: this.lang, since });
  }

  private send(request: ClientRequest): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(request));
  }

  /** What comes between two frames is read together, in its order: it is drawn once, not once for each. */
  private arrive(text: string): void {
    this.arrived.push(text);
    if (!globalThis.document || document.hidden) this.readAll(); // nobody looks: there are no frames
    else if (this.arrived.length === 1) requestAnimationFrame(this.readAll);
  }

  private readAll = (): void => {
    const texts = this.arrived;
    this.arrived = [];
    const heard = texts.flatMap((text) => this.read(text) ?? []);
    if (heard.length) this.listener.hear(heard);
  };

  /** One message, unless it is what a request came to. */
  private read(text: string): ServerMessage | undefined {
    const raw = JSON.parse(text) as Record<string, unknown>;
    const message = fill<ServerMessage>(struct(String(raw.type)), raw);
    if (message.type === 'welcome') this.welcomed();
    if (message.type === 'error' && !message.id) this.parting = { code: message.code, text: message.text };
    if (message.type === 'news') {
      if (!message.scene && message.number !== this.since + 1) {
        this.greet(0); // something is missing: all anew
        return undefined;
      }
      this.since = message.number;
    }
    const id = 'id' in message ? message.id : '';
    const waiting = this.waiting.get(id);
    if (!waiting) return message;
    this.waiting.delete(id);
    waiting.settle(message as Told);
    return undefined;
  }

  private welcomed(): void {
    this.isOpen = true;
    this.tries = 0;
    for (const { request } of this.waiting.values()) this.send(request);
    this.listener.become('open', '', '');
  }

  private lost(): void {
    this.readAll(); // the last words may say why
    this.isOpen = false;
    for (const [id, { request }] of this.waiting) if (request.type !== RESENT) this.giveUp(id);
    const { code, text } = this.parting;
    const isFinal = FINAL.includes(code);
    this.listener.become(isFinal ? 'ended' : 'lost', code, text);
    if (isFinal) return;
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)] ?? 1000;
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  private giveUp(id: string): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.settle(fill<Told>('WireError', { type: 'error', code: 'lost', text: '', id }));
  }

  /** Somebody looks at the page again, or no longer: then no frame will come. */
  private look = (): void => {
    this.readAll();
    this.hurry();
  };

  /** The network is back, or somebody looks at the page again: try at once. */
  private hurry = (): void => {
    if (this.socket && this.socket.readyState === 3) {
      this.tries = 0;
      this.open();
    }
  };
}

export function randomId(bytes = 6): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((each) => each.toString(16).padStart(2, '0')).join('');
}
