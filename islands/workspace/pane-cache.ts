import { live } from '../live/live.ts';
import { setPaneCache } from './navigation.ts';
import type { LiveMessage, LiveTicket } from './workspace-api.ts';

const CACHED_MS = 60_000;
const MAX_STORED = 8;
/** A pointer or a focus that only passes over a row triggers no request. */
const DELAY_MS = 80;
const ROW = '[data-ticket]';

type CachedPane = { ticketId: string; until: number; pane: Promise<Response> };

/** Prefetches the conversation under the pointer or focus. Marks nothing as read; a change of a ticket drops its pane. */
export function startPaneCache(workspace: HTMLElement): () => void {
  const cache = new Map<string, CachedPane>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over: Element | null = null;

  const drop = (ticketId: number) => {
    for (const [uuid, one] of cache) if (one.ticketId === String(ticketId)) cache.delete(uuid);
  };
  const prefetch = (row: HTMLElement) => {
    const uuid = row.querySelector<HTMLElement>('[data-open]')?.dataset.open;
    if (!uuid || savesData() || document.hidden || workspace.querySelector(`[data-pane="${uuid}"]`)) return;
    const known = cache.get(uuid);
    if (known && known.until > Date.now()) return;
    const pane = fetchPane(uuid);
    pane.catch(() => cache.delete(uuid));
    cache.delete(uuid);
    cache.set(uuid, { ticketId: row.dataset.ticket ?? '', until: Date.now() + CACHED_MS, pane });
    const [oldest] = cache.keys();
    if (cache.size > MAX_STORED && oldest) cache.delete(oldest);
  };
  const prefetchSoon = (target: EventTarget | null) => {
    const row = (target as Element | null)?.closest<HTMLElement>(ROW) ?? null;
    if (row === over) return;
    over = row;
    clearTimeout(timer);
    if (row) timer = setTimeout(() => prefetch(row), DELAY_MS);
  };
  const hover = ({ pointerType, target }: PointerEvent) => {
    if (pointerType !== 'touch') prefetchSoon(target);
  };
  const focus = ({ target }: FocusEvent) => prefetchSoon(target);

  setPaneCache((uuid) => {
    const one = cache.get(uuid);
    cache.delete(uuid);
    return one && one.until > Date.now() ? one.pane : undefined;
  });
  workspace.addEventListener('pointerover', hover);
  workspace.addEventListener('focusin', focus);
  // This script loads after the list, which may have the pointer or the focus by now.
  prefetchSoon(workspace.querySelector(`${ROW}:hover`) ?? document.activeElement);
  const stops = [
    live.on('ticket', (data) => {
      const event = data as LiveTicket;
      drop(event.action === 'update' ? event.ticket.id : event.ticketId);
    }),
    live.on('appMessage', (data) => drop((data as LiveMessage).message.ticketId)),
    live.on('ticketEvent', (data) => drop((data as { event: { ticketId: number } }).event.ticketId)),
    live.on('contact', () => cache.clear()),
    live.on('reconnect', () => cache.clear()),
  ];
  return () => {
    clearTimeout(timer);
    setPaneCache(undefined);
    workspace.removeEventListener('pointerover', hover);
    workspace.removeEventListener('focusin', focus);
    for (const stop of stops) stop();
  };
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Fetched completely, so that it is shown within the click. Rejects unless it is a pane. */
async function fetchPane(uuid: string): Promise<Response> {
  const reply = await fetch(`/tickets/${uuid}`, {
    headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' },
  });
  const { status, headers } = reply;
  const text = await reply.text();
  if (status !== 200 || !text.includes('data-pane')) throw new Error(`no pane: ${status}`);
  return new Response(text, { status, headers });
}
