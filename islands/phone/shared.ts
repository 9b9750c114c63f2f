import { api } from '../http/api.ts';

/** Written by public/sw.js. Expires soon, since others may use this browser. */
const STORE = 'shared';
const STORED_MS = 15 * 60_000;
const FACTS = '/shared/facts';
const SEEN = '/shared/seen';
const ANSWERS = '/shared/tickets/';

type Posted = { ticketId: number; clientId: string };
type Facts = { text: string; at: number; files?: { name: string; type: string }[]; unsure?: Posted };
type Entry = Facts & { path: string };

/** Unsent answers go back to their own ticket's composer; for shared content it asks once which one. Sends nothing. */
export async function openShared(): Promise<void> {
  const list = document.querySelector<HTMLElement>('[data-shared]');
  const store = 'caches' in window && (await caches.has(STORE)) ? await caches.open(STORE) : undefined;
  const entries = store ? await readEntries(store) : [];
  const shared = entries.find(({ path }) => path === FACTS);
  if (list && !shared) list.dataset.shared = 'none';
  if (!store) return;
  if (list) return shared && ask(list, store, shared);
  const uuid = /^\/tickets\/([\w-]+)$/.exec(location.pathname)?.[1] ?? '';
  const isChosen = location.hash === '#shared';
  const own = entries.filter(({ path }) =>
    path === FACTS ? isChosen : path.startsWith(`${ANSWERS}${uuid}/`),
  );
  if (own.length > 0) return take(uuid, store, own);
  if (shared && !(await store.match(SEEN))) location.assign('/share');
}

async function readEntries(store: Cache): Promise<Entry[]> {
  const paths = (await store.keys()).map(({ url }) => new URL(url).pathname);
  const isAnswer = (path: string) => path.startsWith(ANSWERS);
  const read = paths.filter((path) => path === FACTS || isAnswer(path)).map((path) => readEntry(store, path));
  const entries = (await Promise.all(read)).filter((entry) => entry !== undefined);
  const used = new Set(entries.map(({ path }) => path));
  const unused = paths.filter((path) => !used.has(isAnswer(path) ? path : FACTS));
  await remove(store, unused);
  return entries.sort((one, other) => one.at - other.at);
}

async function readEntry(store: Cache, path: string): Promise<Entry | undefined> {
  const reply = await store.match(path);
  const facts = (await reply?.json().catch(() => undefined)) as Facts | undefined;
  // Written by an earlier version: an answer, but not to whom.
  if (path === FACTS && facts?.unsure) return undefined;
  return facts && Date.now() - facts.at < STORED_MS ? { ...facts, path } : undefined;
}

async function remove(store: Cache, paths: string[]): Promise<void> {
  await Promise.all(paths.map((path) => store.delete(path)));
  if ((await store.keys()).length === 0) await caches.delete(STORE);
}

function removeEntries(store: Cache, entries: Entry[]): Promise<void> {
  const paths = entries.flatMap(({ path, files = [] }) => [
    path,
    ...(path === FACTS ? [SEEN, ...files.map((_file, at) => `/shared/${at}`)] : []),
  ]);
  return remove(store, paths);
}

/** An answer in a notification may have arrived though its response was lost. */
async function isStored({ ticketId, clientId }: Posted): Promise<boolean> {
  const query = { peek: 'true' };
  type Page = { messages: { clientId: string | null }[] };
  const { messages } = await api.get<Page>(`/messages/${ticketId}`, { query });
  return messages.some((message) => message.clientId === clientId);
}

async function ask(list: HTMLElement, store: Cache, shared: Entry): Promise<void> {
  await store.put(SEEN, new Response(''));
  const shown = list.querySelector('[data-shared-words]');
  const names = shared.files?.map(({ name }) => name) ?? [];
  if (shown) shown.textContent = [...names, shared.text].filter(Boolean).join('\n');
  list.dataset.shared = 'some';
  list
    .querySelector('[data-shared-drop]')
    ?.addEventListener('click', () => void removeEntries(store, [shared]));
}

async function take(uuid: string, store: Cache, entries: Entry[]): Promise<void> {
  const texts: string[] = [];
  const taken: Entry[] = [];
  const dropped = new DataTransfer();
  for (const entry of entries) {
    const { text, files = [], unsure } = entry;
    const isSent = unsure ? await isStored(unsure).catch(() => undefined) : false;
    // The next page asks again.
    if (isSent === undefined) continue;
    taken.push(entry);
    if (isSent) continue;
    texts.push(text);
    for (const [at, { name, type }] of files.entries()) {
      const stored = await store.match(`/shared/${at}`);
      if (stored) dropped.items.add(new File([await stored.blob()], name, { type }));
    }
  }
  if (texts.length > 0 && !fill(await aliveComposer(uuid), texts, dropped)) return;
  const search = location.search.replace('?answer', '');
  history.replaceState(history.state, '', location.pathname + search);
  await removeEntries(store, taken);
}

function fill(pane: Element, texts: string[], dropped: DataTransfer): boolean {
  const field = pane.querySelector('textarea');
  if (!field || field.disabled) return false;
  const text = [field.value, ...texts].filter(Boolean).join('\n');
  if (text !== field.value) {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
    set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (dropped.files.length > 0) pane.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped }));
  return true;
}

/** The pane may show another ticket by the time its composer works. */
function aliveComposer(uuid: string): Promise<Element> {
  const selector = `[data-pane="${uuid}"]`;
  const find = () =>
    document.querySelector(`${selector} [data-island="composer"][data-alive]`)?.closest(selector);
  return new Promise((resolve) => {
    const update = () => {
      const pane = find();
      if (!pane) return;
      watcher.disconnect();
      resolve(pane);
    };
    const watcher = new MutationObserver(update);
    watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-alive'] });
    update();
  });
}
