import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { contacts, messageReactions, messages, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { mergeMessages } from './merge-messages.steps.ts';

type Values = Partial<typeof messages.$inferInsert>;

let testApp: TestApp;
let scope: Scope;
let connectionId: number;
let otherConnectionId: number;
let [keep, drop, group, ticketId] = [0, 0, 0, 0];

beforeAll(async () => {
  testApp = await createTestApp();
  scope = await testApp.systemScope();
  connectionId = await addConnection(testApp);
  otherConnectionId = await addConnection(testApp, { name: 'Filial' });
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await scope.write((tx) => tx.db.delete(contacts));
  keep = await addContact('Maria');
  drop = await addContact('João');
  group = await addContact('Grupo', true);
  const [ticket] = await scope.write((tx) =>
    tx.db.insert(tickets).values({ uuid: 'drop', contactId: drop, status: 'pending' }).returning(),
  );
  ticketId = ticket?.id ?? 0;
});

async function addContact(name: string, isGroup = false): Promise<number> {
  const [row] = await scope.write((tx) =>
    tx.db.insert(contacts).values({ name, number: name, isGroup }).returning(),
  );
  return row?.id ?? 0;
}

async function add(chatId: number, wid: string, values: Values = {}): Promise<number> {
  const by = values.contactId === undefined ? chatId : values.contactId;
  const person = { chatId, contactId: by, author: by === null ? 'me' : String(by) };
  const first = { fromMe: by === null, origin: 'customer', mediaType: 'conversation' } as const;
  const about = { ticketId, connectionId, wid, body: wid, sentAt: scope.now() };
  const [row] = await scope.write((tx) =>
    tx.db
      .insert(messages)
      .values({ ...about, ...person, ...first, ...values })
      .returning(),
  );
  return row?.id ?? 0;
}

const react = (messageId: number, author: number, emoji: string) =>
  scope.write((tx) => tx.db.insert(messageReactions).values({ messageId, author: String(author), emoji }));
const merge = () => scope.write((tx) => mergeMessages(tx, { keep, drop }));
const rows = () => scope.db.select().from(messages).orderBy(asc(messages.id));
const reactions = async () =>
  (await scope.db.select().from(messageReactions)).map(({ messageId, author, emoji }) => [
    messageId,
    author,
    emoji,
  ]);

test('moves messages and their authorship, also in groups', async () => {
  const own = await add(drop, 'own');
  const sent = await add(drop, 'sent', { contactId: null });
  const inGroup = await add(group, 'in group', { contactId: drop });
  const others = await add(group, 'others', { contactId: group });
  await merge();
  expect(await rows()).toMatchObject([
    { id: own, chatId: keep, contactId: keep, author: String(keep) },
    { id: sent, chatId: keep, contactId: null, author: 'me' },
    { id: inGroup, chatId: group, contactId: keep, author: String(keep) },
    { id: others, chatId: group, contactId: group, author: String(group) },
  ]);
});

test('moves reactions; of two on one message the dropped contact’s remains', async () => {
  const [first, second] = [await add(group, 'first'), await add(group, 'second')];
  await react(first, drop, '👍');
  await react(second, drop, '👍');
  await react(second, keep, '❤️');
  await react(second, group, '❤️');
  await merge();
  const by = String(keep);
  expect(new Set(await reactions())).toEqual(
    new Set([
      [first, by, '👍'],
      [second, by, '👍'],
      [second, String(group), '❤️'],
    ]),
  );
});

test.each([
  ['the remaining contact’s', false, false],
  ['the remaining contact’s, of two unreadable ones', true, true],
  ['the remaining contact’s, if it alone is readable', false, true],
  ['the dropped contact’s, if it alone is readable', true, false],
] as const)('of a message stored twice keeps one: %s', async (which, keptIsStub, droppedIsStub) => {
  const kept = await add(keep, 'twice', { isStub: keptIsStub });
  const dropped = await add(drop, 'twice', { isStub: droppedIsStub });
  const [stays, goes] = which.startsWith('the dropped') ? [dropped, kept] : [kept, dropped];
  const quoting = await add(group, 'quoting', { quotedMsgId: goes });
  await react(goes, group, '👍');
  await scope.write((tx) =>
    tx.db.update(tickets).set({ lastMessageId: goes }).where(eq(tickets.id, ticketId)),
  );
  await merge();
  expect(await rows()).toMatchObject([
    { id: stays, chatId: keep, contactId: keep, author: String(keep) },
    { id: quoting, quotedMsgId: stays },
  ]);
  expect(await reactions()).toEqual([[stays, String(group), '👍']]);
  expect(await scope.db.select().from(tickets)).toMatchObject([{ lastMessageId: stays }]);
});

test('keeps different messages with the same WhatsApp id', async () => {
  await add(keep, 'same');
  await add(group, 'same', { contactId: drop });
  const others = [
    await add(drop, 'same', { connectionId: otherConnectionId }),
    await add(drop, 'same', { contactId: null }),
  ];
  await merge();
  expect(await rows()).toHaveLength(4);
  const moved = (await rows()).filter(({ id }) => others.includes(id));
  expect(moved.map(({ chatId }) => chatId)).toEqual([keep, keep]);
});
