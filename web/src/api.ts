// Requests to /api/v1. A refusal is a Problem with the server's own words.
import { shell } from './shell.svelte';
import { say, words } from './words.svelte';
import { notePromise } from './promise';
import { fill } from './fill';
import { randomId } from './link';
import type {
  AnalysisAnswer, ClientRequest, ExerciseValue, GamesAnswer, HouseAnswer, MoveAnswer, PersonAnswer, ProofAnswer, RulesAnswer, TableBody, WireTable,
} from './wire';

export class Problem extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** What went wrong, for whoever reads the page. */
export function sentenceOf(error: unknown): string {
  return error instanceof Problem ? error.message : String(error);
}

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const query = path.includes('?') ? '&' : '?';
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}${query}lang=${words.lang}`, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    shell.isOffline = false;
  } catch {
    shell.isOffline = true;
    throw new Problem('offline', say("The house cannot be reached. Are you connected?"));
  }
  const isText = response.headers.get('Content-Type')?.startsWith('text/plain');
  const answer: unknown = await (isText ? response.text() : response.json()).catch(() => null);
  if (!response.ok || answer === null) {
    const told = (answer ?? {}) as { code?: string; detail?: string; title?: string };
    const words = told.detail ?? told.title ?? say("The house cannot be reached. Are you connected?"); // somebody before it answered
    throw new Problem(told.code ?? '', words);
  }
  return answer as Answer;
}

export const get = <Answer>(path: string): Promise<Answer> => call<Answer>('GET', path);
export const post = <Answer>(path: string, body: unknown = {}): Promise<Answer> => call<Answer>('POST', path, body);

/** Where others find this house. */
export const house = (): Promise<HouseAnswer> => get('/house');
export const games = (): Promise<GamesAnswer> => get('/games');
export const rules = (game: string, options: string): Promise<RulesAnswer> =>
  get(`/games/${encodeURIComponent(game)}/rules?options=${encodeURIComponent(options)}`);

/** Who this browser is; null: nobody yet. Where the house does not say, it is not for us to be somebody new. */
export async function me(): Promise<PersonAnswer | null> {
  try {
    return await get<PersonAnswer>('/me');
  } catch (error) {
    if (error instanceof Problem && error.code === 'who_are_you') return null;
    throw error;
  }
}

/** Come in without being asked for a name. */
export async function someone(): Promise<PersonAnswer> {
  return (await me()) ?? (await post<PersonAnswer>('/guest', { name: `${say("Guest")} ${100 + Math.floor(Math.random() * 900)}` }));
}

export async function openTable(body: TableBody): Promise<WireTable> {
  return fill<WireTable>('WireTable', await post('/tables', body));
}

/** A table as whoever has the link may know it. */
export async function tableOf(id: string): Promise<WireTable> {
  return fill<WireTable>('WireTable', await get(`/tables/${encodeURIComponent(id)}`));
}

export const request = (table: string, body: ClientRequest): Promise<unknown> =>
  post(`/tables/${encodeURIComponent(table)}/requests`, body);

// ---- matches that are over ----

const ofMatch = (id: string): string => `/matches/${encodeURIComponent(id)}`;
export const analysisOf = (match: string): Promise<AnalysisAnswer> => get(`${ofMatch(match)}/analysis`);
export const analyse = (match: string): Promise<AnalysisAnswer> => post(`${ofMatch(match)}/analysis`);
/** Of a match that is over, or of a finished deal at a table where one plays. */
export const proofOf = (id: string, deal: number, isPlaying = false): Promise<ProofAnswer> =>
  get(`${isPlaying ? `/tables/${encodeURIComponent(id)}` : ofMatch(id)}/deals/${deal}/proof`);
export const moveOf = (match: string, deal: number, move: number): Promise<MoveAnswer> => get(`${ofMatch(match)}/deals/${deal}/moves/${move}`);

/** The same deal once more, in this chair, for nothing. */
export async function playAgain(match: string, deal: number, seat: number): Promise<string> {
  await someone();
  return (await post<WireTable>(`${ofMatch(match)}/deals/${deal}/again`, { seat })).table;
}

// ---- learning ----

export async function learn(rules: string): Promise<string> {
  await someone();
  return (await post<WireTable>('/lessons', { rules })).table;
}

export const exercise = (game: string, seed: number): Promise<ExerciseValue> => get(`/games/${encodeURIComponent(game)}/exercise?seed=${seed}`);

// ---- playing ----

/** What this browser adds to the shuffle of the first deal, before the match begins. */
export async function addValue({ table, promised, commitment, seat }: WireTable): Promise<void> {
  if (!promised || seat < 0) return;
  const value = randomId(16);
  await request(table, { type: 'value', deal: promised, value });
  notePromise(table, promised, { commitment, value, seat });
}

/** Against bots, at once: they take the open chairs. Who has the link may still have one. */
export async function playNow(rules: string, bot = ''): Promise<string> {
  await someone();
  const table = await openTable({ rules, is_public: false });
  await addValue(table);
  if (bot) {
    for (const chair of table.chairs) {
      if (chair.seat !== table.seat) await request(table.table, { type: 'chair', seat: chair.seat, kind: 'bot', text: bot });
    }
  }
  await request(table.table, { type: 'begin' });
  return table.table;
}
