// Where in the page one is: the address, as state.
/** As it stands where it was written wrongly: what it names is not there then. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Route {
  path = $state(location.pathname);
  query = $state(location.search);
  hash = $state(location.hash);

  constructor() {
    addEventListener('popstate', () => this.look());
    addEventListener('hashchange', () => this.look());
  }

  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decoded);
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.look();
    scrollTo(0, 0);
  }

  private look(): void {
    this.path = location.pathname;
    this.query = location.search;
    this.hash = location.hash;
  }
}

export const route = new Route();

/** A link inside the page does not load it again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a');
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  route.go(link.pathname + link.search + link.hash);
}
