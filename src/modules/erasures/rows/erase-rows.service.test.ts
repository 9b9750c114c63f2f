import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as schema from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { audit } from '@/core/audit/audit.ts';
import { MASKED } from '@/core/audit/audit-values.ts';
import type { Scope } from '@/core/scope.ts';
import type { Subject } from '../erasures.schema.ts';
import { PARTS } from './erase-rows.service.ts';
import type { Part } from './erasure-part.queries.ts';

const NUMBER = '5561912345678';
const JID = `${NUMBER}@s.whatsapp.net`;
const EMAIL = 'maria@silvestre.test';
const NAME = 'Maria Silvestre';
const SPELLED = '+55 (61) 91234-5678';
const OTHER = '5521977776666';
const AHEAD = ['waiting', 'asking', 'asked', 'confirmed', 'sending'] as const;

let testApp: TestApp;
let scope: Scope;
let erasureId: number;
let subject: Subject;
let others: { contactId: number; ticketId: number; messageId: number };
let parents: Record<'connectionId' | 'userId' | 'webhookId' | 'listId' | 'importId' | 'listImportId', number>;

beforeAll(async () => {
  testApp = await createTestApp();
  scope = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  const { ana: userId } = testApp.people.userId;
  const maria = await addPerson(NAME, NUMBER);
  others = await addPerson('Joao', OTHER);
  subject = {
    ...{ contactIds: [maria.contactId], ticketIds: [maria.ticketId] },
    ...{ numbers: [NUMBER], addresses: [JID, EMAIL], names: [NAME, 'maria'] },
  };
  const hook = { name: 'Hook', url: 'https://b.test', secret: '', events: [] };
  const mapping = { name: 0, number: 1, email: null };
  const counts = { tickets: 0, messages: 0, files: 0, schedules: 0, notes: 0, shippings: 0 };
  const erasure = { uuid: 'e', personHash: '', step: 'rows', counts, askedAt: scope.now() } as const;
  erasureId = await add(schema.erasures, erasure);
  const listId = await add(schema.contactLists, { name: 'Lista' });
  parents = {
    ...{ connectionId, userId, listId, webhookId: await add(schema.webhooks, hook) },
    importId: await add(schema.contactImports, { userId, source: 'sheet', state: 'done' }),
    listImportId: await add(schema.contactListImports, { listId, state: 'done', mapping }),
  };
});
afterAll(() => testApp.stop());

async function add<T extends SQLiteTable>(table: T, row: T['$inferInsert']): Promise<number> {
  const { lastInsertRowid } = await scope.write((tx) => tx.db.insert(table).values(row as never));
  return Number(lastInsertRowid);
}

async function addPerson(name: string, number: string) {
  const contactId = await add(schema.contacts, { name, number });
  const ticketId = await add(schema.tickets, { uuid: name, contactId, status: 'pending' });
  return { contactId, ticketId, messageId: await addMessage({ contactId, ticketId, wid: name }) };
}

type Written = { contactId: number; ticketId: number; wid: string; chatId?: number };
async function addMessage({ contactId, ticketId, wid, chatId = contactId }: Written): Promise<number> {
  const sent = { ticketId, contactId, chatId, wid, author: String(contactId), body: 'oi' };
  const from = { fromMe: false, origin: 'customer', mediaType: 'conversation' } as const;
  return add(schema.messages, { ...sent, ...from, sentAt: scope.now() });
}

type Case = { table: SQLiteTable; key: string; gone: object[]; stays: object[] };
const rows = <T extends SQLiteTable>(
  table: T,
  key: keyof T['$inferInsert'] & string,
  { gone, stays }: { gone: T['$inferInsert'][]; stays: T['$inferInsert'][] },
): Case => ({ table, key, gone, stays });

async function run(parts: Part[]): Promise<void> {
  const erasing = { erasureId, subject, at: scope.now() };
  for (const part of parts)
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      after = await scope.write((tx) => part(tx.db, erasing, from));
    }
}

function deletedRows(): Case[] {
  const [contactId = 0] = subject.contactIds;
  const [ticketId = 0] = subject.ticketIds;
  const { connectionId, userId, webhookId, listId, importId, listImportId } = parents;
  const moments = { createdAt: scope.now(), dueAt: new Date(9e12), sendAt: new Date(9e12) };
  const schedule = { ...moments, mediaPath: '' };
  const item = { listId, email: '' };
  const call = { ...moments, holder: 'token:1', request: 'r' };
  const lane = { ...moments, webhookId, slot: 0 };
  const work = { ...moments, kind: 'x', payload: {}, parkedAt: scope.now() };
  const delivery = { webhookId, event: 'x', queueKey: 'other', body: '{}' };
  const imported = { importId, name: '', number: '', email: '' };
  const check = { checkedAt: scope.now() };
  const value = Buffer.from('x');
  return [
    rows(schema.messageReactions, 'author', {
      gone: [{ messageId: others.messageId, author: String(contactId), emoji: '👍' }],
      stays: [{ messageId: others.messageId, author: String(others.contactId), emoji: '👍' }],
    }),
    rows(schema.schedules, 'body', {
      gone: [{ ...schedule, contactId, body: 'a', mediaPath: 'hers.pdf' }],
      stays: [{ ...schedule, contactId: others.contactId, body: 'b', mediaPath: 'his.pdf' }],
    }),
    rows(schema.contactListItems, 'name', {
      gone: [
        { ...item, name: 'number', number: NUMBER },
        { ...item, name: 'e-mail', number: '1', email: EMAIL },
        { ...item, name: 'number as e-mail', number: '2', email: NUMBER },
      ],
      stays: [{ ...item, name: 'other', number: OTHER }],
    }),
    rows(schema.optOuts, 'number', {
      gone: [{ number: NUMBER }, { number: '3', contactId }],
      stays: [{ number: OTHER, contactId: others.contactId }],
    }),
    rows(schema.numberChecks, 'number', {
      gone: [
        { ...check, number: NUMBER },
        { ...check, number: '4', jid: JID },
      ],
      stays: [{ ...check, number: OTHER, jid: `${OTHER}@s.whatsapp.net` }],
    }),
    rows(schema.idempotencyKeys, 'key', {
      gone: [{ ...call, key: 'hers', reply: `{"number":"${NUMBER}"}` }],
      stays: [
        { ...call, key: 'his', reply: `{"number":"${OTHER}"}` },
        { ...call, key: 'running' },
      ],
    }),
    rows(schema.webhookQueues, 'queueKey', {
      gone: [{ ...lane, queueKey: `contact:${contactId}` }],
      stays: [{ ...lane, queueKey: `contact:${others.contactId}` }],
    }),
    rows(schema.undos, 'token', {
      gone: [{ token: 't', userId, kind: 'x', data: { name: NAME }, expiresAt: new Date(9e12) }],
      stays: [],
    }),
    rows(schema.sessionKeys, 'key', {
      gone: [{ connectionId, key: `session:${NUMBER}.0`, value }],
      stays: [{ connectionId, key: `session:${OTHER}.0`, value }],
    }),
    rows(schema.sessionJournal, 'entryId', {
      gone: [{ connectionId, entryId: `${JID}:1`, value }],
      stays: [{ connectionId, entryId: `${OTHER}:1`, value }],
    }),
    rows(schema.outbox, 'queueKey', {
      gone: [
        { ...work, queueKey: 'contact', payload: { contactId } },
        { ...work, queueKey: 'ticket', payload: { ticketId } },
        { ...work, queueKey: 'number', payload: { to: JID } },
        { ...work, queueKey: `send:${NUMBER}` },
      ],
      stays: [{ ...work, queueKey: `send:${OTHER}`, payload: { ...others, to: OTHER } }],
    }),
    rows(schema.webhookDeliveries, 'uuid', {
      gone: [
        { ...delivery, uuid: 'lane', queueKey: `contact:${contactId}` },
        { ...delivery, uuid: 'number', body: `{"to":"${NUMBER}"}` },
        { ...delivery, uuid: 'address', body: `{"to":"${EMAIL}"}` },
        { ...delivery, uuid: 'spelled', body: `{"to":"${SPELLED}"}` },
      ],
      stays: [{ ...delivery, uuid: 'other', body: `{"to":"${OTHER}"}` }],
    }),
    rows(schema.contactImportRows, 'line', {
      gone: [
        { ...imported, line: 1, number: SPELLED },
        { ...imported, line: 2, email: EMAIL },
      ],
      stays: [{ ...imported, line: 3, number: OTHER }],
    }),
    rows(schema.contactListImportRows, 'line', {
      gone: [
        { importId: listImportId, line: 1, cells: [NAME, SPELLED] },
        { importId: listImportId, line: 2, cells: [NAME, EMAIL] },
      ],
      stays: [{ importId: listImportId, line: 3, cells: ['Joao', OTHER] }],
    }),
  ];
}

test('an erasure deletes or empties the person’s rows and no others', async () => {
  const [contactId = 0] = subject.contactIds;
  const [ticketId = 0] = subject.ticketIds;
  await scope.write((tx) =>
    tx.db.update(schema.contacts).set({ picturePath: 'hers.jpg' }).where(eq(schema.contacts.id, contactId)),
  );
  const cases = deletedRows();
  for (const { table, gone, stays } of cases) for (const row of [...gone, ...stays]) await add(table, row);
  const campaignId = await add(schema.campaigns, { name: 'Campanha' });
  const filled = { campaignId, name: 'x', email: 'x', message: 'x', confirmationMessage: 'x' };
  for (const state of AHEAD)
    await add(schema.campaignShippings, { ...filled, number: state, contactId, state });
  await add(schema.campaignShippings, { ...filled, number: NUMBER, state: 'delivered', reason: 'x' });
  const stays = { ...filled, number: OTHER, contactId: others.contactId, state: 'waiting' } as const;
  await add(schema.campaignShippings, stays);
  await add(schema.apiCalls, { number: '6', kind: 'text', status: 200, ticketId });
  await add(schema.apiCalls, { number: NUMBER, kind: 'text', status: 200 });
  await add(schema.apiCalls, { number: OTHER, kind: 'text', status: 200, ticketId: others.ticketId });
  const chatId = await add(schema.chats, { uuid: 'c', title: 'Equipe' });
  const said = { chatId, senderId: parents.userId, senderName: 'Ana', message: `${NAME}, ${EMAIL}` };
  await add(schema.chatMessages, { ...said, ticketId });
  await add(schema.chatMessages, { ...said, ticketId: others.ticketId, message: NAME });

  await addMessage({ contactId, ticketId: others.ticketId, wid: 'group', chatId: others.contactId });
  await add(schema.tags, { name: `fale com ${SPELLED}`, searchName: '', color: '#112233' });
  await audit(scope, { what: 'contact.merged', on: { id: contactId, name: NAME } });

  await run(PARTS.slice(0, -1));
  expect(await scope.db.select().from(schema.contacts)).toHaveLength(2);
  for (const { table, key, stays: expected } of cases) {
    const left = (await scope.db.select().from(table)) as Record<string, unknown>[];
    const keyOf = (row: object) => (row as Record<string, unknown>)[key];
    expect({ key, left: left.map(keyOf).sort() }).toEqual({ key, left: expected.map(keyOf).sort() });
  }
  await run(PARTS);
  expect((await scope.db.select().from(schema.contacts)).map(({ name }) => name)).toEqual(['Joao']);
  expect((await scope.db.select().from(schema.tickets)).map(({ uuid }) => uuid)).toEqual(['Joao']);
  expect((await scope.db.select().from(schema.messages)).map(({ wid }) => wid)).toEqual(['Joao']);
  const files = await scope.db.select().from(schema.erasureFiles);
  expect(files.map(({ file }) => file).sort()).toEqual(['hers.jpg', 'hers.pdf']);
  const empty = { name: '', email: '', message: '', confirmationMessage: '', contactId: null };
  expect(await scope.db.select().from(schema.campaignShippings)).toMatchObject([
    ...AHEAD.map((_, n) => ({ ...empty, number: `erased-${n + 1}`, state: 'skipped', reason: 'erased' })),
    { ...empty, number: `erased-${AHEAD.length + 1}`, state: 'delivered', reason: 'x' },
    stays,
  ]);
  const calls = await scope.db.select().from(schema.apiCalls);
  expect(calls.map(({ number }) => number)).toEqual(['', '', OTHER]);
  const chat = await scope.db.select().from(schema.chatMessages);
  expect(chat.map(({ message }) => message)).toEqual([`${MASKED}, ${MASKED}`, NAME]);
  expect((await scope.db.select().from(schema.tags)).map(({ name }) => name)).toEqual([`fale com ${MASKED}`]);
  const entries = await scope.db.select().from(schema.auditEntries);
  expect(entries.find(({ action }) => action === 'contact.merged')?.subjectName).toBe(MASKED);
});
