import { api } from '../http/api.ts';

/** Written by public/sw.js. Expires soon, since others may use this browser. */
const STORE = 'shared';
const STORED_MS = 15 * 60_000;
const SEEN = '/shared/seen';
const PANE = '[data-pane]';

type Posted = { ticketId: number; clientId: string };
type Facts = { text: string; at: number; files: { name: string; type: string }[]; unsure?: Posted };

/** Asks once for the target ticket and puts the shared content into its composer. Sends nothing. */
export async function openShared(): Promise<void> {
  const list = document.querySelector<HTMLElement>('[data-shared]');
  const isAsked = list !== null || location.hash === '#shared';
  const facts = await read(isAsked);
  if (!facts) {
    if (list) list.dataset.shared = 'none';
    return;
  }
  if (list) return ask(list, facts);
  if (isAsked) return take(facts);
  const store = await caches.open(STORE);
  if (!(await store.match(SEEN))) location.assign('/share');
}

async function read(isAsked: boolean): Promise<Facts | undefined> {
  if (!('caches' in window) || !(await caches.has(STORE))) return undefined;
  const reply = await (await caches.open(STORE)).match('/shared/facts');
  const facts = (await reply?.json().catch(() => undefined)) as Facts | undefined;
  const isFresh = facts && Date.now() - facts.at < STORED_MS;
  if (isFresh && !(isAsked && facts.unsure && (await isStored(facts.unsure)))) return facts;
  await caches.delete(STORE);
  return undefined;
}

/** An answer in a notification may have arrived though its response was lost. */
async function isStored({ ticketId, clientId }: Posted): Promise<boolean> {
  const query = { peek: 'true' };
  const { messages } = await api
    .get<{ messages: { clientId: string | null }[] }>(`/messages/${ticketId}`, { query })
    .catch(() => ({ messages: [] }));
  return messages.some((message) => message.clientId === clientId);
}

async function ask(list: HTMLElement, { text, files }: Facts): Promise<void> {
  await (await caches.open(STORE)).put(SEEN, new Response(''));
  const shown = list.querySelector('[data-shared-words]');
  if (shown) shown.textContent = [...files.map(({ name }) => name), text].filter(Boolean).join('\n');
  list.dataset.shared = 'some';
  list.querySelector('[data-shared-drop]')?.addEventListener('click', () => void caches.delete(STORE));
}

async function take({ text, files }: Facts): Promise<void> {
  const pane = await aliveComposer();
  const field = pane.querySelector('textarea');
  const store = await caches.open(STORE);
  const dropped = new DataTransfer();
  for (const [at, { name, type }] of files.entries()) {
    const stored = await store.match(`/shared/${at}`);
    if (stored) dropped.items.add(new File([await stored.blob()], name, { type }));
  }
  if (!field || field.disabled) return;
  if (text) {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
    set?.call(field, [field.value, text].filter(Boolean).join('\n'));
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (dropped.files.length > 0) pane.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped }));
  history.replaceState(history.state, '', location.pathname + location.search);
  await caches.delete(STORE);
}

function aliveComposer(): Promise<Element> {
  const find = () => document.querySelector('[data-island="composer"][data-alive]')?.closest(PANE);
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
