// Pictures that people are seen by, drawn for this page: by the names that the wire has for them, where they are.
const FILES = import.meta.glob<string>('./avatars/*.svg', { query: '?url', import: 'default', eager: true });

export const PICTURES: Record<string, string> = Object.fromEntries(
  Object.entries(FILES).map(([path, url]) => [path.slice('./avatars/'.length, -'.svg'.length), url]),
);
