// Keeps the shell of the page for when there is no connection: the page itself, its code and its styles. Pictures of
// cards come when somebody wishes for them, and the browser keeps those by itself.
// Whatever tells of a table or a hand (the API, sockets, records) is never kept, and never passes through here.
// The build puts the name of the shell and its files in (vite.config.ts), so that a new page brings a new worker.
const SHELL = 'paiju shell __BUILD__';
const FILES = __FILES__;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(FILES)));
});
self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
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
  else if (pathname.startsWith('/assets/')) event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
});
