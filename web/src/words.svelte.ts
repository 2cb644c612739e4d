// What the page says by itself, in three languages. English is the key; the catalogues come from paiju/locale.
type Catalogue = Record<string, string>;

const FILES: Record<string, () => Promise<{ default: Catalogue }>> = import.meta.glob<{ default: Catalogue }>('./words/*.json');
export const LANGUAGES: Record<string, string> = { en: 'English', zh: '中文', nl: 'Nederlands' };

class Words {
  lang = $state('en');
  catalogue = $state.raw<Catalogue>({});

  async speak(lang: string): Promise<void> {
    const known = Object.hasOwn(LANGUAGES, lang) ? lang : 'en';
    const file = FILES[`./words/${known}.json`];
    this.catalogue = file ? (await file()).default : {};
    this.lang = known;
    document.documentElement.lang = known;
  }
}

export const words = new Words();

export function say(text: string, facts: Record<string, string | number> = {}): string {
  const said = words.catalogue[text] ?? text;
  return said.replace(/\{(\w+)\}/g, (all, name: string) => String(facts[name] ?? all));
}

/** The first language of the browser that we have. */
export function preferred(): string {
  const wished = navigator.languages.map((each) => each.slice(0, 2).toLowerCase());
  return wished.find((each) => Object.hasOwn(LANGUAGES, each)) ?? 'en';
}
