/**
 * Shows pushes, opens their ticket or answers it, sends messages whose page was closed before they could go, keeps what
 * was shared to the desk until somebody says where it goes, and says so when the desk cannot be reached. It keeps no page
 * but that one, and touches no request but the opening of pages.
 */
const OFFLINE = '/offline';
const HOME = '/tickets';
const SHARE = '/share';
/** How long an open page has to take a ticket over before it is led there. */
const PATIENCE_MS = 1000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate') return;
  if (request.method === 'POST') {
    if (new URL(request.url).pathname === SHARE) event.respondWith(receiveShared(request));
    return;
  }
  event.respondWith(fetch(request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
});

self.addEventListener('push', (event) => {
  const { title, body, tag, url, badge, reply } = readPush(event.data);
  const shown = { body, tag, renotify: true, data: { url, reply }, icon: '/icons/app.png' };
  if (reply) shown.actions = [{ action: 'reply', type: 'text', title: reply.title }];
  if (typeof badge === 'number') self.navigator.setAppBadge?.(badge).catch(() => undefined);
  event.waitUntil(self.registration.showNotification(title, shown));
});

/** Asked for by islands/workspace/sending.ts with the name of its queue, where the browser has background sync. */
self.addEventListener('sync', (event) => {
  const userId = /^outbox-\d+-(\d+)$/.exec(event.tag)?.[1];
  if (userId) event.waitUntil(sendWaiting(event.tag, Number(userId)));
});

self.addEventListener('notificationclick', (event) => {
  const { data } = event.notification;
  event.notification.close();
  const words = event.action === 'reply' && event.reply?.trim();
  event.waitUntil(words ? answer(data, words) : open(ownPath(data?.url)));
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

const JSON_TYPE = { Accept: 'application/json' };

/**
 * The person's queue of islands/workspace/send-queue.ts, in its order, up to the first message that only a page can send.
 * Posting one twice stores it once, so a page that is open may send it as well. Throws when the connection is lost again:
 * the browser then repeats the event.
 */
async function sendWaiting(name, userId) {
  const me = await fetch('/api/auth/me', { headers: JSON_TYPE });
  // Somebody else may have signed in since; another company refuses the tickets of this one.
  if (!me.ok || (await me.json()).id !== userId) return;
  const db = await openQueue(name);
  const entries = await done(db.transaction('entries').objectStore('entries').getAll());
  entries.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  for (const entry of entries.filter(({ error }) => error === null)) {
    // Files wait for their page, which shows their progress; entries of an older version do not say for whom they are.
    if (entry.files.length > 0 || !entry.meantFor) break;
    const { status, ok } = await postEntry(entry);
    if ([401, 429, 502, 503, 504].includes(status)) throw new Error(`answered ${status}`);
    // A refused message stays for the page, which shows the reason.
    if (ok) await done(db.transaction('entries', 'readwrite').objectStore('entries').delete(entry.clientId));
  }
  db.close();
}

function postEntry({ ticketId, meantFor, body, clientId, quoted, quick }) {
  const quotedMsg = quoted && { id: quoted.id };
  return fetch(`/api/messages/${Number(ticketId)}`, {
    method: 'POST',
    headers: { ...JSON_TYPE, 'Content-Type': 'application/json', 'X-Ticket': meantFor },
    body: JSON.stringify({ body, clientId, quotedMsg, quickMessageId: quick?.id }),
  });
}

/** As islands/workspace/send-queue-storage.ts makes it. */
function openQueue(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore('entries', { keyPath: 'clientId' });
  return done(request);
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Written in the notification. What the desk does not take is kept for the composer of that ticket. */
async function answer({ url, reply }, words) {
  const clientId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const sent = await fetch(`/api/messages/${Number(reply.ticketId)}`, {
    method: 'POST',
    headers: {
      ...JSON_TYPE,
      'Content-Type': 'application/json',
      // Somebody may have signed in at another company since.
      ...(reply.meantFor && { 'X-Ticket': reply.meantFor }),
    },
    body: JSON.stringify({ body: words, clientId }),
  }).catch(() => undefined);
  if (sent?.ok) return;
  // Without a response of the server it may have arrived.
  const unsure = sent?.status < 500 ? undefined : { ticketId: Number(reply.ticketId), clientId };
  const { pathname } = new URL(ownPath(url), self.location.origin);
  const facts = { text: words, at: Date.now(), unsure };
  await (await caches.open('shared')).put(`/shared${pathname}/${clientId}`, Response.json(facts));
  // A query, because a page that shows the ticket is not loaded again for a fragment.
  const lost = { body: words, tag: `lost-${reply.ticketId}`, data: { url: `${pathname}?answer` } };
  await self.registration.showNotification(reply.failed, { ...lost, icon: '/icons/app.png' });
}

async function receiveShared(request) {
  const form = await request.formData().catch(() => new FormData());
  const words = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim());
  const files = form.getAll('files').filter((file) => typeof file !== 'string' && file.size > 0);
  await keep({ text: [...new Set(words)].filter(Boolean).join('\n'), files });
  return Response.redirect(SHARE, 303);
}

/** Read by islands/phone/shared.ts, also after signing in. Replaces what was shared before, not the answers of tickets. */
async function keep({ text, files }) {
  const cache = await caches.open('shared');
  const former = (await cache.keys()).filter(
    ({ url }) => !new URL(url).pathname.startsWith('/shared/tickets/'),
  );
  for (const request of former) await cache.delete(request);
  for (const [at, file] of files.entries()) await cache.put(`/shared/${at}`, new Response(file));
  const facts = { text, at: Date.now(), files: files.map(({ name, type }) => ({ name, type })) };
  await cache.put('/shared/facts', Response.json(facts));
}

/** Our own pages only, whatever a message says. */
function ownPath(url) {
  const target = new URL(String(url ?? HOME), self.location.origin);
  return target.origin === self.location.origin ? target.pathname + target.search + target.hash : HOME;
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
