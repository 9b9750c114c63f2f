import { afterEach, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import { startWorkspaceControls } from './workspace-controls.ts';

withDom();

const HEADER = `<button data-ticket-action="accept">Aceitar</button>`;
let calls: string[];
let stop: () => void;
const fetched = globalThis.fetch;

beforeEach(() => {
  calls = [];
  globalThis.fetch = (async (address: RequestInfo | URL, init?: RequestInit) => {
    calls.push(`${init?.method ?? 'GET'} ${address}`);
    return Response.json({}, { status: 500 });
  }) as typeof fetch;
  document.body.innerHTML = `<div id="ticket-header" data-ticket-id="7" data-uuid="uuid-7" data-shows="7">${HEADER}</div>`;
  stop = startWorkspaceControls(1, (key) => key);
});
afterEach(() => {
  stop();
  globalThis.fetch = fetched;
});

test('a click counts although the header is replaced before the script has loaded', async () => {
  const header = document.getElementById('ticket-header') as HTMLElement;
  header.querySelector('button')?.click();
  header.dataset.ticketId = '8';
  header.dataset.uuid = 'uuid-8';
  header.innerHTML = HEADER;
  await until('the ticket is changed', () => calls.length > 0, { stepMs: 1 });
  expect(calls).toEqual(['PUT /api/tickets/7']);
});

test('the header of the pane is refreshed, not that of a ticket which is being opened', async () => {
  const { route } = await import('./navigation.ts');
  const { live } = await import('../live/live.ts');
  const asked: string[] = [];
  Object.assign(window, { htmx: { ajax: async (_: string, href: string) => void asked.push(href) } });
  document.body.innerHTML = `<div id="workspace-pane"><div data-pane="uuid-7">
    <div id="ticket-header" data-ticket-id="7" data-contact-id="3"></div></div></div>`;
  route.set({ ...route.get(), uuid: 'uuid-8' });
  live.emit('contact', { contact: { id: 3 } });
  expect(asked).toEqual(['/tickets/uuid-7/header']);
  route.set({ ...route.get(), uuid: null });
});
