// Where a match comes from that is looked at: from the house, or from a file that is sent along with every question.
import { get, post } from '../api';
import { fill, merge } from '../fill';
import type { DealAnswer, MatchAnswer, RecordAnswer, Sentence, WireNews, WireScene } from '../wire';

export interface MatchSource {
  id: string; // empty: nothing of it is at the house
  look(deal: number, seat: string): Promise<RecordAnswer>;
}

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
  };
}

export function ofRecord(record: string): MatchSource {
  return { id: '', look: (deal, seat) => post<RecordAnswer>('/records', { record, deal, seat: seat === '' ? -1 : Number(seat) }) };
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
