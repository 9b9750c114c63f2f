import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, messageReactions, messages, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { MergeNotes } from '@/modules/contacts/merge/merge-snapshot.queries.ts';
import { mergeMessages } from './merge-messages.steps.ts';
import { noteMessages, partMessages } from './undo-merge-messages.steps.ts';

type Values = Partial<typeof messages.$inferInsert>;

let testApp: TestApp;
let scope: Scope;
let connectionId: number;
let otherConnectionId: number;
let [keep, drop, group, ticketId, remainingTicketId] = [0, 0, 0, 0, 0];

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
  ticketId = await addTicket(drop);
  remainingTicketId = await addTicket(keep);
});

async function addTicket(contactId: number): Promise<number> {
  const values = { uuid: `of ${contactId}`, contactId, status: 'pending' } as const;
  const [row] = await scope.write((tx) => tx.db.insert(tickets).values(values).returning());
  return row?.id ?? 0;
}

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
  const about = {
    ticketId: chatId === keep ? remainingTicketId : ticketId,
    connectionId,
    wid,
    body: wid,
    sentAt: scope.now(),
  };
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
const shown = async () => (await scope.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) })) ?? {};
const reactions = async () =>
  (await scope.db.select().from(messageReactions))
    .map(({ messageId, author, emoji }) => `${messageId} ${author} ${emoji}`)
    .sort();

test('moves messages and their authorship, also in groups', async () => {
  const own = await add(drop, 'own');
  const sent = await add(drop, 'sent', { contactId: null });
  const inGroup = await add(group, 'in group', { contactId: drop });
  const others = await add(group, 'others', { contactId: group });
  const kept = await add(keep, 'kept');
  await merge();
  expect(await rows()).toMatchObject([
    { id: own, chatId: keep, contactId: keep, author: String(keep) },
    { id: sent, chatId: keep, contactId: null, author: 'me' },
    { id: inGroup, chatId: group, contactId: keep, author: String(keep) },
    { id: others, chatId: group, contactId: group, author: String(group) },
    { id: kept, chatId: keep, contactId: keep, author: String(keep) },
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
  expect(await reactions()).toEqual([`${first} ${by} 👍`, `${second} ${by} 👍`, `${second} ${group} ❤️`]);
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
  expect(await reactions()).toEqual([`${stays} ${group} 👍`]);
  expect(await shown()).toMatchObject({ lastMessageId: stays });
});

test('of a group’s message stored under both addresses keeps one', async () => {
  const kept = await add(group, 'twice', { contactId: keep, isStub: true });
  const dropped = await add(group, 'twice', { contactId: drop });
  await react(kept, group, '👍');
  await merge();
  expect(await rows()).toMatchObject([
    { id: dropped, chatId: group, contactId: keep, author: String(keep), isStub: false },
  ]);
  expect(await reactions()).toEqual([`${dropped} ${group} 👍`]);
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

describe('undoing a merge', () => {
  const notes: MergeNotes = {};
  const mergeNoted = () =>
    scope.write(async (tx) => {
      await noteMessages(tx, { keep, drop, notes });
      await mergeMessages(tx, { keep, drop });
    });
  const undo = () =>
    scope.write((tx) =>
      partMessages(tx, { keep, drop, notes, touched: new Set([ticketId]), continued: new Map() }),
    );

  test('restores messages stored twice, what quotes them and all reactions', async () => {
    const [kept, dropped] = [await add(keep, 'twice'), await add(drop, 'twice')];
    const first = await add(group, 'quoting', { quotedMsgId: dropped });
    const [second, third] = [await add(group, 'second'), await add(group, 'third')];
    await react(dropped, group, '👍');
    for (const id of [first, second]) await react(id, drop, '👍');
    for (const id of [first, third]) await react(id, keep, '❤️');
    const [before, reacted] = [await rows(), await reactions()];
    await mergeNoted();
    expect((await rows()).map(({ id }) => id)).toEqual([kept, first, second, third]);
    await react(second, group, '🎉');
    await undo();
    expect(await rows()).toEqual(before);
    expect(await reactions()).toEqual([...reacted, `${second} ${group} 🎉`].sort());
  });

  test.each([
    ['a group', false, true],
    ['a group, where the remaining one was unreadable', true, true],
    ['their own chats, where the remaining one was unreadable', true, false],
  ])('restores a message stored twice in %s', async (_where, isStub, isInGroup) => {
    await add(isInGroup ? group : keep, 'twice', { contactId: keep, isStub });
    await add(isInGroup ? group : drop, 'twice', { contactId: drop });
    const before = await rows();
    await mergeNoted();
    expect(await rows()).toHaveLength(1);
    await undo();
    expect(await rows()).toEqual(before);
  });

  test('gives later messages of the contact’s own tickets to it', async () => {
    await mergeNoted();
    await add(keep, 'later', { ticketId });
    await add(keep, 'reply', { contactId: null, ticketId });
    await add(keep, 'elsewhere');
    await undo();
    expect(await rows()).toMatchObject([
      { wid: 'later', chatId: drop, contactId: drop, author: String(drop) },
      { wid: 'reply', chatId: drop, contactId: null, author: 'me' },
      { wid: 'elsewhere', chatId: keep, contactId: keep, author: String(keep) },
    ]);
  });

  test('shows the newest message of each ticket, or none', async () => {
    await mergeNoted();
    const set = { lastMessageId: 999, lastMessage: 'old', unreadMessages: 2 };
    await scope.write((tx) => tx.db.update(tickets).set(set).where(eq(tickets.id, ticketId)));
    await undo();
    expect(await shown()).toMatchObject({ lastMessageId: null, lastMessage: '', unreadMessages: 2 });
    await add(drop, 'older');
    const newest = await add(drop, 'newest', { contactId: null, origin: 'agent' });
    await undo();
    expect(await shown()).toMatchObject({ lastMessageId: newest, lastMessage: 'newest', fromMe: true });
  });
});
