import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { quickMessages, tickets, users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Fixtures, fillCompany } from '@test/support/fixtures.ts';
import { inbound, JOAO } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { expectDocumented } from './replies.ts';

const MARK = 'so-de-vendas';

let testApp: TestApp;
let system: Scope;
let vendas: Fixtures;
let his: { ticketId: number; contactId: number; messageId: string; quickOfBia: number };

beforeAll(async () => {
  testApp = await createTestApp();
  system = await testApp.systemScope();
  vendas = await fillCompany(testApp, {
    company: 'aurora',
    queueId: testApp.people.queueId.Vendas,
    mark: MARK,
  });
  const target = { companyId: vendas.companyId, connectionId: vendas.connectionId };
  await testApp.listener.onMessages(target, [inbound({ from: JOAO, text: 'do suporte', pushName: 'João' })]);
  const row = await system.db.query.tickets.findFirst({ orderBy: (t, { desc }) => desc(t.id) });
  if (!row) throw new Error('no ticket');
  const assignment = {
    status: 'open',
    userId: testApp.people.userId.caio,
    queueId: testApp.people.queueId.Suporte,
  } as const;
  await change({ ticketId: row.id }, assignment);
  const sent = await ask<{ id: string }>('caio', 'POST', `/messages/${row.id}`, { body: 'olá' });
  const own = { userId: testApp.people.userId.bia, shortcode: 'dela', message: MARK };
  const [quick] = await system.write((tx) => tx.db.insert(quickMessages).values(own).returning());
  his = { ticketId: row.id, contactId: row.contactId, messageId: sent.body.id, quickOfBia: quick?.id ?? 0 };
});
afterAll(() => testApp.stop());

const ask = async <T>(who: PersonName, method: string, path: string, body?: unknown) =>
  (await testApp.as(who)).json<T & { error: string }>(method, path, body);

async function change({ ticketId }: { ticketId: number }, values: Partial<typeof tickets.$inferInsert>) {
  await system.write((tx) => tx.db.update(tickets).set(values).where(eq(tickets.id, ticketId)));
}

type Call = [method: string, path: string, body?: unknown];

describe('agent of another queue', () => {
  const calls: Record<string, () => Call> = {
    'a message of it': () => ['PUT', `/messages/${vendas.textId}`],
    'when it was read': () => ['GET', `/messages/${vendas.textId}/info`],
    'its words, to change': () => ['POST', `/messages/edit/${vendas.textId}`, { body: 'x' }],
    'its end': () => ['DELETE', `/messages/${vendas.textId}`],
    'a thumb on it': () => ['POST', `/messages/${vendas.textId}/reactions`, { type: '👍' }],
    'its file anew': () => ['POST', `/messages/${vendas.imageId}/download`],
    'it, sent on to their own contact': () => [
      'POST',
      '/message/forward',
      { messageId: String(vendas.imageId), contactId: his.contactId },
    ],
    'it, quoted in their own conversation': () => [
      'POST',
      `/messages/${his.ticketId}`,
      { body: 'veja', quotedMsg: { id: String(vendas.textId) } },
    ],
    'their own words, sent on into it': () => [
      'POST',
      '/message/forward',
      { messageId: his.messageId, contactId: vendas.contactId },
    ],
    'words in it': () => ['GET', `/messages/${vendas.ticketId}/search?q=bom`],
    'its notes': () => [
      'GET',
      `/ticket-notes/list?ticketId=${vendas.ticketId}&contactId=${vendas.contactId}`,
    ],
    'its notes, by a ticket of their own': () => [
      'GET',
      `/ticket-notes/list?ticketId=${his.ticketId}&contactId=${vendas.contactId}`,
    ],
    'a note on its contact, by a ticket of their own': () => [
      'POST',
      '/ticket-notes',
      { note: 'minha', ticketId: his.ticketId, contactId: vendas.contactId },
    ],
    'the end of a note': () => ['DELETE', `/ticket-notes/${vendas.noteId}`],
    'a tag on it': () => ['PUT', `/ticket-tags/${vendas.ticketId}/${vendas.tagId}`],
    'no tag on it': () => ['DELETE', `/ticket-tags/${vendas.ticketId}`],
    'its tags': () => ['POST', '/tags/sync', { ticketId: vendas.ticketId, tags: [] }],
    'a ticket in its queue': () => [
      'POST',
      '/tickets',
      { contactId: his.contactId, queueId: vendas.queueId, whatsappId: vendas.connectionId },
    ],
    'its rest': () => ['POST', `/tickets/${vendas.ticketId}/snooze`, { until: '2099-01-01T00:00:00Z' }],
    'a colleague’s quick message': () => ['GET', `/quick-messages/${his.quickOfBia}`],
    'new words for it': () => [
      'PUT',
      `/quick-messages/${his.quickOfBia}`,
      { shortcode: 'minha', message: 'x' },
    ],
    'it, said to their own customer': () => [
      'POST',
      `/messages/${his.ticketId}`,
      { body: '', quickMessageId: his.quickOfBia },
    ],
    'its file': () => ['DELETE', `/quick-messages/${his.quickOfBia}/media-upload`],
    'two contacts made one': () => [
      'POST',
      '/contacts/merge',
      { keep: his.contactId, drop: vendas.contactId },
    ],
  };
  for (const [name, make] of Object.entries(calls)) {
    test(`is refused: ${name}`, async () => {
      const [method, path, body] = make();
      const reply = await ask('caio', method, path, body);
      expect({ status: [403, 404, 409].includes(reply.status), was: reply.status }).toMatchObject({
        status: true,
      });
      expect(JSON.stringify(reply.body)).not.toContain(MARK);
      expectDocumented(
        { method, path },
        { status: reply.status, text: JSON.stringify(reply.body), headers: '' },
      );
    });
  }

  test('finds nothing of it by any filter or search', async () => {
    const { tagId, queueId } = vendas;
    for (const query of [
      'showAll=true',
      `showAll=true&queueIds=[${queueId}]`,
      `searchParam=${MARK}`,
      `searchParam=${MARK}&status=closed`,
      `showAll=true&users=[${testApp.people.userId.bia}]`,
      `showAll=true&tags=[${tagId}]`,
      'showAll=true&withUnreadMessages=true',
      'showAll=true&date=2026-03-10',
      'showAll=true&updatedAt=2026-03-10',
    ]) {
      const reply = await ask<{ tickets: { id: number }[] }>('caio', 'GET', `/tickets?${query}`);
      const found = reply.body.tickets.some(({ id }) => id === vendas.ticketId);
      expect({ query, status: reply.status, found }).toEqual({ query, status: 200, found: false });
    }
  });

  test('cannot open its media without a signature', async () => {
    const read = async (who: PersonName) => (await (await testApp.as(who)).raw(vendas.mediaPath)).status;
    expect([await read('bia'), await read('caio')]).toEqual([200, 404]);
  });

  test('cannot undo another user’s change', async () => {
    const body = { action: 'unread', ids: [vendas.ticketId] };
    const { undo } = (await ask<{ undo: string }>('bia', 'POST', '/tickets/bulk', body)).body;
    expect((await ask('caio', 'POST', `/undo/${undo}`)).body.error).toBe('ERR_UNDO_GONE');
  });

  test('sees no history after opening a ticket with the contact', async () => {
    await change(vendas, { status: 'closed' });
    const { Suporte } = testApp.people.queueId;
    const body = { contactId: vendas.contactId, queueId: Suporte, whatsappId: vendas.connectionId };
    const reply = await ask<{ id: number }>('caio', 'POST', '/tickets', body);
    expect(reply.status).toBe(200);
    expect(reply.body.id).not.toBe(vendas.ticketId);
    const talk = await ask<{ messages: object[] }>('caio', 'GET', `/messages/${reply.body.id}`);
    expect(talk.body.messages).toEqual([]);
    expect((await ask('bia', 'GET', `/tickets/${reply.body.id}`)).status).toBe(404);
  });
});

test('a merge cannot be undone after losing the right to merge', async () => {
  const add = async (name: string, number: string) =>
    (await ask<{ id: number }>('rui', 'POST', '/contacts', { name, number })).body.id;
  const pair = { keep: await add('Fica', '5511955550001'), drop: await add('Sai', '5511955550002') };
  const { undo } = (await ask<{ undo: string }>('rui', 'POST', '/contacts/merge', pair)).body;
  const become = (profile: 'supervisor' | 'user') =>
    system.write((tx) => tx.db.update(users).set({ profile }).where(eq(users.id, testApp.people.userId.rui)));
  await become('user');
  expect((await ask('rui', 'POST', `/undo/${undo}`)).body.error).toBe('ERR_NO_PERMISSION');
  await become('supervisor');
  expect((await ask('rui', 'POST', `/undo/${undo}`)).status).toBe(200);
});

test('a demoted administrator has an agent’s rights from the next request in the same session', async () => {
  const [ana, isAna] = [await testApp.as('ana'), eq(users.id, testApp.people.userId.ana)];
  const become = (profile: 'admin' | 'user') =>
    system.write((tx) => tx.db.update(users).set({ profile }).where(isAna));
  expect((await ana.json('GET', `/tickets/${vendas.ticketId}`)).status).toBe(200);
  await become('user');
  const refused: Call[] = [
    ['GET', `/tickets/${vendas.ticketId}`],
    ['GET', '/audit'],
    ['GET', '/audit/tickets'],
    ['PUT', '/settings/userRating', { value: 'enabled' }],
    ['DELETE', `/tickets/${his.ticketId}`],
    ['DELETE', `/contacts/${his.contactId}`],
    ['PUT', `/whatsapp/${vendas.connectionId}`, { name: 'Minha' }],
    ['PUT', `/whatsappsession/${vendas.connectionId}`],
    ['DELETE', `/tags/${vendas.tagId}`],
    ['POST', '/quick-messages', { shortcode: 'geral', message: 'Para todos', geral: true }],
  ];
  for (const [method, path, body] of refused) {
    const { status } = await ana.json(method, path, body);
    expect({ method, path, ok: status === 403 || status === 404 }).toEqual({ method, path, ok: true });
  }
  const { body } = await ana.json<{ key: string }[]>('GET', '/settings');
  expect(body.map(({ key }) => key)).not.toContain('asaas');
  await become('admin');
});
