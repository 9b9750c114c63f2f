import { afterEach, beforeEach, expect, test } from 'bun:test';
import { contacts, tickets, ticketTrackings } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO, MARIA } from '@test/support/inbound.ts';
import { asc, eq, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { mergeByHand } from '@/modules/contacts/merge/merge.service.ts';
import { IS_WITH_BOT } from '@/modules/tickets/list/with-bot.queries.ts';
import { patchWithUndo } from '@/modules/tickets/work/ticket-undo.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';

const MONDAY = new Date('2026-03-16T12:00:00Z');
const FRIDAY = new Date('2026-03-13T12:00:00Z');
const ANSWERED = new Date('2026-03-01T12:00:00Z');

type Changes = Partial<typeof tickets.$inferInsert>;

let testApp: TestApp;
let ana: Scope;
let connectionId: number;
beforeEach(async () => {
  testApp = await createTestApp();
  ana = await testApp.scopeOf('ana');
  connectionId = await addConnection(testApp);
});
afterEach(() => testApp.stop());

async function contactWith(from: typeof MARIA, name: string, changes: Changes) {
  const target = { companyId: ana.companyId, connectionId };
  await testApp.listener.onMessages(target, [inbound({ from, pushName: name, text: 'oi' })]);
  await testApp.settle();
  const contact = await ana.db.query.contacts.findFirst({ where: eq(contacts.name, name) });
  const contactId = contact?.id ?? 0;
  const set = { isGroup: false, ...changes };
  await ana.write((tx) => tx.db.update(tickets).set(set).where(eq(tickets.contactId, contactId)));
  return contactId;
}

const CASES: [name: string, kept: Changes, dropped: Changes, snoozedUntil: Date | null][] = [
  ['the dropped ticket has unread messages', { snoozedUntil: MONDAY, unreadMessages: 0 }, {}, null],
  ['the dropped ticket is being worked on', { snoozedUntil: MONDAY }, { unreadMessages: 0 }, null],
  ['only the dropped ticket is snoozed', {}, { snoozedUntil: MONDAY }, null],
  ['both are snoozed', { snoozedUntil: MONDAY }, { snoozedUntil: FRIDAY }, FRIDAY],
];
for (const [name, kept, dropped, snoozedUntil] of CASES)
  test(`a merged ticket is snoozed while both are: ${name}`, async () => {
    const keep = await contactWith(MARIA, 'Maria', kept);
    const drop = await contactWith(JOAO, 'João', dropped);
    await mergeByHand(ana, { keep, drop });
    const joined = await ana.db.query.tickets.findMany({ where: eq(tickets.contactId, keep) });
    expect(joined).toMatchObject([{ snoozedUntil }]);
  });

for (const which of ['kept', 'dropped'] as const)
  test(`the end of the ${which} ticket’s snooze starts the customer’s silence again`, async () => {
    const { bia } = testApp.people.userId;
    const people = { kept: 0, dropped: 0 };
    const other = which === 'kept' ? 'dropped' : 'kept';
    people[other] = await contactWith(JOAO, 'João', {});
    people[which] = await contactWith(MARIA, 'Maria', {});
    const ofTheirs = eq(tickets.contactId, people[which]);
    const [{ id = 0 } = {}] = await ana.db.query.tickets.findMany({ where: ofTheirs });
    await patchTicket(ana, { ticketId: id, status: 'open', userId: bia });
    const aside = { snoozedUntil: MONDAY, answeredAt: ANSWERED };
    await ana.write((tx) => tx.db.update(tickets).set(aside).where(eq(tickets.id, id)));
    await mergeByHand(ana, { keep: people.kept, drop: people.dropped });
    const joined = await ana.db.query.tickets.findMany({ where: eq(tickets.contactId, people.kept) });
    expect(joined).toMatchObject([{ snoozedUntil: null, answeredAt: testApp.clock.now }]);
  });

const HELD: [by: string, Changes][] = [
  ['the menu of queues', { bot: { menuAt: 1 } }],
  ['the options of a queue', { chatbot: true, amountUsedBotQueues: 1, bot: { greeted: true } }],
  ['a responder', { useIntegration: true, promptId: 7, machine: { by: 'prompt:7' } }],
];
const WAITING: Changes = { bot: { menuAt: 1, leftMenu: true, over: ['prompt:7'] } };
const waits = { chatbot: false, useIntegration: false, promptId: null };

async function joined(kept: Changes, dropped: Changes) {
  const keep = await contactWith(MARIA, 'Maria', kept);
  const drop = await contactWith(JOAO, 'João', dropped);
  await mergeByHand(ana, { keep, drop });
  const rows = await ana.db
    .select({ row: tickets, isWithBot: sql<number>`${IS_WITH_BOT}` })
    .from(tickets)
    .where(eq(tickets.contactId, keep));
  return rows.map(({ row, isWithBot }) => ({ ...row, isWithBot }));
}

for (const [by, held] of HELD) {
  test(`a merged ticket waits for people when the remaining one was held by ${by}`, async () => {
    const bot = { menuAt: 1, leftMenu: true, over: ['*', 'prompt:7'] };
    expect(await joined(held, WAITING)).toMatchObject([{ ...waits, bot, isWithBot: 0 }]);
  });

  test(`a merged ticket waits for people when the dropped one was held by ${by}`, async () => {
    const bot = { menuAt: 1, leftMenu: true, over: ['*', 'prompt:7'] };
    expect(await joined(WAITING, held)).toMatchObject([{ ...waits, bot, isWithBot: 0 }]);
  });

  test(`a merged ticket has no bot when the dropped one is worked on and the remaining one was held by ${by}`, async () => {
    const { bia } = testApp.people.userId;
    const worked = { status: 'open', userId: bia } as const;
    expect(await joined(held, worked)).toMatchObject([{ ...worked, ...waits, bot: { over: ['*'] } }]);
  });

  test(`a merged ticket stays with the bot when both were held, the remaining one by ${by}`, async () => {
    expect(await joined(held, { chatbot: true })).toMatchObject([{ ...held, isWithBot: 1 }]);
  });
}

test('a merged ticket waits in the queue of the one that waits for people', async () => {
  const { Vendas, Suporte } = testApp.people.queueId;
  const [held, waiting] = [
    { chatbot: true, queueId: Vendas },
    { ...WAITING, queueId: Suporte },
  ];
  expect(await joined(held, waiting)).toMatchObject([{ ...waits, queueId: Suporte }]);
});

test('a merged ticket remembers the responders that handed over either', async () => {
  expect(await joined(WAITING, { bot: { leftMenu: true, over: ['integration:3'] } })).toMatchObject([
    { bot: { menuAt: 1, leftMenu: true, over: ['prompt:7', 'integration:3'] } },
  ]);
});

async function ticketOf(contactId: number): Promise<number> {
  const row = await ana.db.query.tickets.findFirst({ where: eq(tickets.contactId, contactId) });
  return row?.id ?? 0;
}
const attendances = () => ana.db.select().from(ticketTrackings).orderBy(asc(ticketTrackings.id));
const accept = (ticketId: number) =>
  patchTicket(ana, { ticketId, status: 'open', userId: testApp.people.userId.bia });

test('two tickets that wait become one attendance, which an undone closing continues', async () => {
  const keep = await contactWith(MARIA, 'Maria', {});
  const drop = await contactWith(JOAO, 'João', {});
  const ticketId = await ticketOf(keep);
  const [kept] = await attendances();
  await mergeByHand(ana, { keep, drop });
  expect(await attendances()).toMatchObject([{ ...kept }]);
  await accept(ticketId);
  const { undo } = await patchWithUndo(ana, { ticketId, status: 'closed' });
  await ana.kernel.undo.take(ana, undo);
  expect(await attendances()).toMatchObject([{ id: kept?.id, finishedAt: null }]);
});

test('of two attendances that wait, the older continues', async () => {
  const drop = await contactWith(JOAO, 'João', {});
  testApp.clock.advance(60_000);
  const keep = await contactWith(MARIA, 'Maria', {});
  const [older] = await attendances();
  const ticketId = await ticketOf(keep);
  await mergeByHand(ana, { keep, drop });
  expect(await attendances()).toMatchObject([{ ...older, ticketId }]);
});

for (const which of ['kept', 'dropped'] as const)
  test(`the attendance that has begun continues: that of the ${which} ticket`, async () => {
    const keep = await contactWith(MARIA, 'Maria', {});
    const drop = await contactWith(JOAO, 'João', {});
    const ticketId = await ticketOf(which === 'kept' ? keep : drop);
    const into = await ticketOf(keep);
    await accept(ticketId);
    const begun = (await attendances()).find((one) => one.ticketId === ticketId);
    await mergeByHand(ana, { keep, drop });
    expect(await attendances()).toMatchObject([{ ...begun, ticketId: into }]);
  });

test('the attendance that continues is the newest, also beside a finished one that began later', async () => {
  const keep = await contactWith(MARIA, 'Maria', {});
  testApp.clock.advance(60_000);
  const drop = await contactWith(JOAO, 'João', {});
  const [kept] = await attendances();
  await patchTicket(ana, { ticketId: await ticketOf(drop), status: 'closed' });
  await contactWith(JOAO, 'João', {});
  const { undo } = await mergeByHand(ana, { keep, drop });
  expect(await attendances()).toMatchObject([
    { finishedAt: testApp.clock.now },
    { queuedAt: kept?.queuedAt, finishedAt: null },
  ]);
  await ana.kernel.undo.take(ana, undo);
  expect(await attendances()).toMatchObject([{ id: kept?.id }, {}, { finishedAt: null }]);
});

test('an undo after a merge leaves the attendance that continues', async () => {
  const keep = await contactWith(MARIA, 'Maria', {});
  const drop = await contactWith(JOAO, 'João', {});
  const [ticketId, other] = [await ticketOf(keep), await ticketOf(drop)];
  const answered = { firstAnswerAt: ANSWERED };
  const isOther = eq(ticketTrackings.ticketId, other);
  await ana.write((tx) => tx.db.update(ticketTrackings).set(answered).where(isOther));
  const queueId = testApp.people.queueId.Vendas;
  const { undo } = await patchWithUndo(ana, { ticketId, queueId });
  await mergeByHand(ana, { keep, drop });
  await ana.kernel.undo.take(ana, undo);
  expect(await attendances()).toMatchObject([{ ticketId, ...answered, finishedAt: null }]);
});
