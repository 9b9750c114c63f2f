import { live } from '../live.ts';
import type { LiveMessage, LiveTicket } from './desk-api.ts';
import { keepPanes } from './navigation.ts';

const KEPT_MS = 60_000;
const MOST_KEPT = 8;
/** A pointer that only passes by asks for nothing. */
const HOVER_MS = 80;
/** Who comes to the list opens one of its first rows. */
const FIRST_ROWS = 5;
const ROUND_MS = 30_000;

type Kept = { ticketId: string; until: number; pane: Promise<Response> };

/**
 * Conversations that are likely to be opened next are fetched beforehand. Their address reads and marks nothing; what
 * happens to a ticket drops what is kept of it.
 */
export function startKeptPanes(desk: HTMLElement): () => void {
  const kept = new Map<string, Kept>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over: Element | null = null;
  let round = Number.NEGATIVE_INFINITY;

  const drop = (ticketId: number) => {
    for (const [uuid, one] of kept) if (one.ticketId === String(ticketId)) kept.delete(uuid);
  };
  const keep = (row: HTMLElement): Promise<Response> | undefined => {
    const uuid = row.querySelector<HTMLElement>('[data-open]')?.dataset.open;
    if (!uuid || document.hidden || desk.querySelector(`[data-pane="${uuid}"]`)) return undefined;
    const known = kept.get(uuid);
    if (known && known.until > Date.now()) return undefined;
    const pane = fetchPane(uuid);
    pane.catch(() => kept.delete(uuid));
    kept.delete(uuid);
    kept.set(uuid, { ticketId: row.dataset.ticket ?? '', until: Date.now() + KEPT_MS, pane });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest) kept.delete(oldest);
    return pane;
  };
  const keepFirst = async () => {
    if (performance.now() - round < ROUND_MS) return;
    round = performance.now();
    const rows = [...desk.querySelectorAll<HTMLElement>('[data-ticket]')];
    for (const row of rows.slice(0, FIRST_ROWS)) await keep(row)?.catch(() => undefined);
  };
  const hover = ({ target, pointerType }: PointerEvent) => {
    const row = (target as Element).closest<HTMLElement>('[data-ticket]');
    if (pointerType === 'touch' || row === over) return;
    over = row;
    clearTimeout(timer);
    if (!row) return;
    void keepFirst();
    timer = setTimeout(() => keep(row), HOVER_MS);
  };

  keepPanes((uuid) => {
    const one = kept.get(uuid);
    kept.delete(uuid);
    return one && one.until > Date.now() ? one.pane : undefined;
  });
  desk.addEventListener('pointerover', hover);
  const idle = setTimeout(() => void keepFirst(), 1000);
  const stops = [
    live.on('ticket', (data) => {
      const event = data as LiveTicket;
      drop(event.action === 'update' ? event.ticket.id : event.ticketId);
    }),
    live.on('appMessage', (data) => drop((data as LiveMessage).message.ticketId)),
    live.on('ticketEvent', (data) => drop((data as { event: { ticketId: number } }).event.ticketId)),
    live.on('contact', () => kept.clear()),
    live.on('reconnect', () => kept.clear()),
  ];
  return () => {
    clearTimeout(timer);
    clearTimeout(idle);
    keepPanes(undefined);
    desk.removeEventListener('pointerover', hover);
    for (const stop of stops) stop();
  };
}

/** Whole, so that it is shown within the click. Rejects unless it is a pane. */
async function fetchPane(uuid: string): Promise<Response> {
  const reply = await fetch(`/tickets/${uuid}`, {
    headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' },
  });
  const { status, headers } = reply;
  const text = await reply.text();
  if (status !== 200 || !text.includes('data-pane')) throw new Error(`no pane: ${status}`);
  return new Response(text, { status, headers });
}
