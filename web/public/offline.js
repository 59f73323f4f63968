/* The service worker of a page without a server (`yomi site`): everything is kept, so that the page works offline and
 * starts at once; and every answer gets the headers that cross-origin isolation wants, which not every host can send.
 *
 * files.json names the version and all files. A new version is fetched whole before it takes the place of the old. */
'use strict';

const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};
const NAME = 'yomi-';

async function list() {
  const answer = await fetch('files.json', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`files.json: ${answer.status}`);
  return answer.json();
}

async function install() {
  const { version, files } = await list(), cache = await caches.open(NAME + version);
  await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })));
  await self.skipWaiting();
}

async function activate() {
  const { version } = await list();
  for (const name of await caches.keys()) if (name.startsWith(NAME) && name !== NAME + version) await caches.delete(name);
  await self.clients.claim();
}

function isolated(answer) {
  if (answer.type === 'opaque' || answer.type === 'opaqueredirect') return answer;
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

async function respond(request) {
  const kept = await caches.match(request, { ignoreSearch: true });
  return isolated(kept || (await fetch(request)));
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const own = new URL(event.request.url).origin === self.location.origin;
  if (event.request.method === 'GET' && own) event.respondWith(respond(event.request));
});
