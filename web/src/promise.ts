// What the house promised this browser of the deals to come, kept until they can be checked (fair.ts).
import { keep, kept } from './storage';

/** What this browser was promised at the table, and what it added, as it noted them then. */
export interface Promised {
  commitment: string;
  value: string;
  seat: number;
}

const key = (table: string, deal: number): string => `paiju promise ${table} ${deal}`;

export function notePromise(table: string, deal: number, promised: Promised): void {
  keep('sessionStorage', key(table, deal), promised);
}

export function promiseOf(table: string, deal: number): Promised | null {
  const found = kept('sessionStorage', key(table, deal)) as Promised | null;
  return typeof found?.commitment === 'string' ? found : null;
}
