// The page as a whole: whether the house can be reached, and whether there is a newer page. The service worker keeps the
// page for when there is no connection.
const PAUSE = 3000; // milliseconds

class Shell {
  isOffline = $state(!navigator.onLine);
  isNewer = $state(false);
  private waiting: ServiceWorker | null = null;

  async begin(): Promise<void> {
    addEventListener('online', () => (this.isOffline = false));
    addEventListener('offline', () => (this.isOffline = true));
    addEventListener('vite:preloadError', () => (this.isNewer = navigator.onLine)); // a part of an older page, which is there no more
    const workers = navigator.serviceWorker;
    if (!workers) return;
    let isOurs = workers.controller !== null; // the first worker of all replaces nothing
    workers.addEventListener('controllerchange', () => {
      if (isOurs) location.reload();
      isOurs = true;
    });
    const kept = await workers.register('/sw.js').catch(() => null);
    if (!kept) return;
    const look = (): void => {
      if (kept.waiting && workers.controller) {
        this.waiting = kept.waiting;
        this.isNewer = true;
      }
    };
    look();
    kept.addEventListener('updatefound', () => kept.installing?.addEventListener('statechange', look));
    document.addEventListener('visibilitychange', () => !document.hidden && void kept.update().catch(() => {}));
  }

  /** Somebody wants the newer page: the new worker takes over, and the page is loaded from it. */
  renew(): void {
    if (this.waiting) this.waiting.postMessage('take over');
    else location.reload();
  }

  /** Until it is worth trying again: the browser is connected again, or a moment has passed. */
  pause(): Promise<void> {
    return new Promise((done) => {
      setTimeout(done, PAUSE);
      addEventListener('online', () => done(), { once: true });
    });
  }
}

export const shell = new Shell();
