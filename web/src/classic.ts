// Adrian Kennard's drawings (CC0), as npm's react-free-playing-cards carries them: one file a card.
const TWO = import.meta.glob<string>('../node_modules/react-free-playing-cards/src/images/2color-bf/*[CDHS].svg', { query: '?url', import: 'default', eager: true });
const FOUR = import.meta.glob<string>('../node_modules/react-free-playing-cards/src/images/4color-bf/*[CD].svg', { query: '?url', import: 'default', eager: true });

const byCard = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, url]) => [path.replace(/^.*\/(\w+)\.svg$/, '$1').replace('T', '10'), url]));

export const two = byCard(TWO);
export const four = { ...two, ...byCard(FOUR) };
