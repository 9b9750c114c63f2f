/**
 * Shows pushes, opens their ticket, and says so when the desk cannot be reached. It keeps no page but that one, and
 * touches no request but the opening of pages.
 */
const OFFLINE = '/offline';
const HOME = '/tickets';
/** How long an open page has to take a ticket over before it is led there. */
const PATIENCE_MS = 1000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(
    fetch(event.request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()),
  );
});

self.addEventListener('push', (event) => {
  const { title, body, tag, url } = readPush(event.data);
  const shown = { body, tag, renotify: true, data: { url }, icon: '/icons/icon-192.png' };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(ownPath(event.notification.data?.url)));
});

async function keepOfflinePage() {
  const cache = await caches.open('offline');
  await cache.add(new Request(OFFLINE, { cache: 'reload', headers: { Accept: 'text/html' } }));
}

/** A browser wants every push to be shown, also one that cannot be read. */
function readPush(data) {
  const usual = { title: 'Balcão', body: '', tag: 'desk', url: HOME };
  try {
    return { ...usual, ...data?.json() };
  } catch {
    return usual;
  }
}

/** Our own pages only, whatever a message says. */
function ownPath(url) {
  const target = new URL(String(url ?? HOME), self.location.origin);
  return target.origin === self.location.origin ? target.pathname + target.search : HOME;
}

async function open(url) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((one) => one.visibilityState === 'visible') ?? pages[0];
  if (!page) return self.clients.openWindow(url);
  // Without the focus the ticket is still worth opening.
  await page.focus().catch(() => undefined);
  if (await takesOver(page, url)) return page;
  return page.navigate(url).catch(() => self.clients.openWindow(url));
}

/** The desk opens a ticket in its place; other pages do not answer. */
function takesOver(page, url) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), PATIENCE_MS);
    page.postMessage({ type: 'open', url }, [port2]);
  });
}
