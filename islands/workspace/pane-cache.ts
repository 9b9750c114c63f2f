import { live } from '../live/live.ts';
import { setPaneCache } from './navigation.ts';
import type { LiveMessage, LiveTicket } from './workspace-api.ts';

const CACHED_MS = 60_000;
const MOST_STORED = 8;
/** A pointer that only passes over a row triggers no request. */
const HOVER_MS = 80;
const FIRST_ROWS = 5;
const ROUND_MS = 30_000;

type CachedPane = { ticketId: string; until: number; pane: Promise<Response> };

/** Prefetches likely conversations. Marks nothing as read; a change of a ticket drops its cached pane. */
export function startPaneCache(workspace: HTMLElement): () => void {
  const cache = new Map<string, CachedPane>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over: Element | null = null;
  let round = Number.NEGATIVE_INFINITY;

  const drop = (ticketId: number) => {
    for (const [uuid, one] of cache) if (one.ticketId === String(ticketId)) cache.delete(uuid);
  };
  const prefetch = (row: HTMLElement): Promise<Response> | undefined => {
    const uuid = row.querySelector<HTMLElement>('[data-open]')?.dataset.open;
    if (!uuid || document.hidden || workspace.querySelector(`[data-pane="${uuid}"]`)) return undefined;
    const known = cache.get(uuid);
    if (known && known.until > Date.now()) return undefined;
    const pane = fetchPane(uuid);
    pane.catch(() => cache.delete(uuid));
    cache.delete(uuid);
    cache.set(uuid, { ticketId: row.dataset.ticket ?? '', until: Date.now() + CACHED_MS, pane });
    const [oldest] = cache.keys();
    if (cache.size > MOST_STORED && oldest) cache.delete(oldest);
    return pane;
  };
  const prefetchFirstRows = async () => {
    if (performance.now() - round < ROUND_MS) return;
    round = performance.now();
    const rows = [...workspace.querySelectorAll<HTMLElement>('[data-ticket]')];
    for (const row of rows.slice(0, FIRST_ROWS)) await prefetch(row)?.catch(() => undefined);
  };
  const hover = ({ target, pointerType }: PointerEvent) => {
    const row = (target as Element).closest<HTMLElement>('[data-ticket]');
    if (pointerType === 'touch' || row === over) return;
    over = row;
    clearTimeout(timer);
    if (!row) return;
    void prefetchFirstRows();
    timer = setTimeout(() => prefetch(row), HOVER_MS);
  };

  setPaneCache((uuid) => {
    const one = cache.get(uuid);
    cache.delete(uuid);
    return one && one.until > Date.now() ? one.pane : undefined;
  });
  workspace.addEventListener('pointerover', hover);
  const idle = setTimeout(() => void prefetchFirstRows(), 1000);
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
    clearTimeout(idle);
    setPaneCache(undefined);
    workspace.removeEventListener('pointerover', hover);
    for (const stop of stops) stop();
  };
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
