import { afterEach, beforeEach, expect, test } from 'bun:test';
import { contacts, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO, MARIA } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { mergeByHand } from '@/modules/contacts/merge/merge.service.ts';
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
