import { afterEach, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { route } from '../../workspace/navigation.ts';
import { openContact } from './open-contact.ts';

withDom();

const card = {
  name: 'João Prado',
  organization: '',
  phones: [{ number: '+55 11 97777-6666', digits: '5511977776666' }],
  emails: [],
};
const from = { queueId: 3, whatsappId: 2 };
const ownFetch = globalThis.fetch;
let calls: { path: string; body: unknown }[] = [];
let replies: Record<string, () => Response> = {};
let opened: string[] = [];
const note = (event: Event) => void opened.push((event as CustomEvent<{ uuid: string }>).detail.uuid);

beforeEach(() => {
  calls = [];
  opened = [];
  replies = { '/api/tickets': () => Response.json({ id: 9, uuid: 'new' }) };
  document.addEventListener('desk:open', note);
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    calls.push({ path, body: JSON.parse(String(init?.body)) });
    return replies[path]?.() ?? Response.json({ error: 'ERR_NOT_FOUND' }, { status: 404 });
  }) as typeof fetch;
});
afterEach(() => {
  document.removeEventListener('desk:open', note);
  globalThis.fetch = ownFetch;
});

const open = () =>
  openContact(card, from, 1, (key, vars = {}) => [key, Object.values(vars).join()].filter(Boolean).join(' '));
const toasts = () => [...document.querySelectorAll('.toast-card')].map((one) => one.textContent);
const taken = (userId: number) => {
  const ticket = { id: 4, uuid: 'theirs', userId, user: { name: 'Caio' }, queue: { name: 'Suporte' } };
  const body = { error: JSON.stringify(ticket), code: 'ERR_OTHER_OPEN_TICKET', ticket };
  return () => Response.json(body, { status: 409 });
};

test('creates the contact and opens a ticket in the same queue and connection', async () => {
  replies['/api/contacts'] = () => Response.json({ id: 7 });
  expect(await open()).toBe(true);
  expect(calls).toEqual([
    { path: '/api/contacts', body: { name: 'João Prado', number: '5511977776666' } },
    { path: '/api/tickets', body: { contactId: 7, queueId: 3, whatsappId: 2, status: 'open' } },
  ]);
  expect(opened).toEqual(['new']);
});

test('opens nothing over a ticket that was opened meanwhile', async () => {
  const before = route.get();
  replies['/api/contacts'] = () => Response.json({ id: 7 });
  replies['/api/tickets'] = () => {
    route.set({ ...before, uuid: 'another' });
    return Response.json({ id: 9, uuid: 'new' });
  };
  expect(await open()).toBe(true);
  expect(opened).toEqual([]);
  route.set(before);
});

test('asks for a queue in a dialog when the ticket has none', async () => {
  const asked: unknown[] = [];
  Object.assign(window, { htmx: { ajax: async (...call: unknown[]) => void asked.push(call.slice(0, 2)) } });
  const refusal = {
    error: 'Selecione uma fila',
    code: 'ERR_VALIDATION',
    fields: { queueId: 'Selecione uma fila' },
  };
  replies['/api/contacts'] = () => Response.json({ id: 7 });
  replies['/api/tickets'] = () => Response.json(refusal, { status: 400 });
  expect(await openContact(card, { queueId: null, whatsappId: 2 }, 1, (key) => key)).toBe(true);
  expect(asked).toEqual([['GET', '/tickets/new?contactId=7']]);
});

test('uses an existing contact', async () => {
  replies['/api/contacts'] = () => Response.json({ alreadyExists: true, existingContact: { id: 8 } });
  await open();
  expect(calls[1]?.body).toMatchObject({ contactId: 8 });
});

test('returns false for numbers not on WhatsApp in either response format', async () => {
  replies['/api/contacts'] = () => Response.json({ invalido: true });
  expect(await open()).toBe(false);
  replies['/api/contacts'] = () => Response.json({ error: 'ERR_WAPP_INVALID_CONTACT' }, { status: 404 });
  expect(await open()).toBe(false);
  expect([calls.length, opened, toasts()]).toEqual([2, [], []]);
});

test('opens the user’s own ticket, names a colleague’s and shows other errors', async () => {
  replies['/api/contacts'] = () => Response.json({ id: 7 });
  replies['/api/tickets'] = taken(1);
  expect(await open()).toBe(true);
  expect(opened).toEqual(['theirs']);
  replies['/api/tickets'] = taken(2);
  expect(await open()).toBe(true);
  delete replies['/api/contacts'];
  expect(await open()).toBe(true);
  expect(opened).toEqual(['theirs']);
  expect(toasts()).toEqual(['messages:heldBy Caio,Suporte', 'errors:ERR_NOT_FOUND']);
});
