// Keeps the shell of the page for when there is no connection: the page itself and what has a hash in its name.
// Whatever tells of a table or a hand (the API, sockets, records) is never kept, and never passes through here.
const SHELL = 'paiju shell 1';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.add('/')).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match('/')));
  else if (pathname.startsWith('/assets/')) event.respondWith(kept(request));
});

async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const fetched = await fetch(request);
  if (fetched.ok) (await caches.open(SHELL)).put(request, fetched.clone());
  return fetched;
}
