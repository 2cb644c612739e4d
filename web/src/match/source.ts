// Where a match comes from that is looked at: from the house, or from a file that is sent along with every question.
import { analyse, analysisOf, get, moveOf, post, someone } from '../api';
import { fill, merge } from '../fill';
import type { AnalysisAnswer, DealAnswer, JudgedMoves, MatchAnswer, MoveAnswer, RecordAnswer, Sentence, VerdictRow, WireNews, WireScene } from '../wire';

/** What plays cost, as far as it is known; false: nobody wants to hear more. */
export type HearCosts = (told: AnalysisAnswer) => boolean;

export interface MatchSource {
  id: string; // empty: nothing of it is at the house
  look(deal: number, seat: string): Promise<RecordAnswer>;
  /** What plays cost that somebody has found out, in the language of now. */
  found(): Promise<AnalysisAnswer>;
  /** Have it found out, of this deal at least. */
  analyse(deal: number, hear: HearCosts): Promise<void>;
  choices(deal: number, move: number): Promise<MoveAnswer>;
}

const PAUSE = 1500; // milliseconds until the house is asked how far it is

export function ofHouse(id: string): MatchSource {
  const path = `/matches/${encodeURIComponent(id)}`;
  return {
    id,
    async look(deal, seat) {
      const [match, told] = await Promise.all([
        get<MatchAnswer>(path),
        get<DealAnswer>(`${path}/deals/${deal}?seat=${encodeURIComponent(seat)}`),
      ]);
      return { match, deal: told };
    },
    found: () => analysisOf(id),
    async analyse(_, hear) {
      await someone();
      let told = await analyse(id);
      while (hear(told) && (told.state === 'waiting' || told.state === 'running')) {
        await new Promise((wait) => setTimeout(wait, PAUSE));
        told = await analysisOf(id);
      }
    },
    choices: (deal, move) => moveOf(id, deal, move),
  };
}

export function ofRecord(record: string): MatchSource {
  const judged = new Map<number, VerdictRow[]>(); // by deal
  const costs = (state: string, done: number, of: number): AnalysisAnswer => ({
    state, done, of, deals: [...judged].map(([deal, verdicts]) => ({ deal, verdicts })),
  });
  return {
    id: '',
    look: (deal, seat) => post<RecordAnswer>('/records', { record, deal, seat: seat === '' ? -1 : Number(seat) }),
    found: async () => costs(judged.size ? 'done' : 'none', 0, 0),
    async analyse(deal, hear) {
      await someone();
      const verdicts: VerdictRow[] = [];
      for (let done = 0, of = 1; done < of; ) {
        const told: JudgedMoves = await post('/records/moves', { record, deal, move: done + 1 });
        verdicts.push(...told.verdicts);
        ({ done, of } = told);
        if (done === of) judged.set(deal, verdicts);
        if (!hear(costs(done < of ? 'running' : 'done', done, of))) return;
      }
    },
    async choices(deal, move) {
      await someone();
      return post<MoveAnswer>('/records/choices', { record, deal, move });
    },
  };
}

/** A moment of a deal: what was seen, and what had just happened. */
export interface Step {
  scene: WireScene;
  lines: Sentence[];
}

export function stepsOf(deal: DealAnswer): Step[] {
  const steps: Step[] = [];
  let scene: WireScene | null = null;
  for (const raw of deal.news) {
    const news = fill<WireNews>('WireNews', raw as unknown as Record<string, unknown>);
    scene = news.scene ?? (scene && news.changed ? merge(scene, news.changed) : scene);
    if (scene) steps.push({ scene, lines: news.events.map((event) => event.sentence) });
  }
  return steps;
}
