// What somebody has just chosen to be seen by: everything on this page that shows him shows it at once.
import { post } from './api';
import { route } from './route.svelte';
import type { PersonAnswer } from './wire';

class Own {
  avatar = $state<string | null>(null); // null: as the house said when the page came
}

export const own = new Own();

/** It counts at the tables too where he sits, and at the one where he is at once, whichever process of the house has it. */
export async function chooseAvatar(avatar: string): Promise<PersonAnswer> {
  const [place, table] = route.parts;
  const told = await post<PersonAnswer>(`/me/avatar${place === 't' && table ? `?table=${encodeURIComponent(table)}` : ''}`, { avatar });
  own.avatar = avatar;
  return told;
}
