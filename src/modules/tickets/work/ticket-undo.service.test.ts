import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tickets, ticketTrackings, undos } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Fixtures, fillCompany } from '@test/support/fixtures.ts';
import { eq, ne } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { listAllTags } from '@/modules/tags/tags.queries.ts';
import { createTag, deleteTag, updateTag } from '@/modules/tags/tags.service.ts';
import { deleteUser, updateUser } from '@/modules/users/users.service.ts';
import { listTicketEvents } from '../history/ticket-events.queries.ts';
import { snoozeTicket } from './snooze-ticket.service.ts';
import { addTicketTag, listTagIds, syncTicketTags } from './ticket-tags.service.ts';
import { nameTagWithUndo, withUndo } from './ticket-undo.service.ts';
import { patchTicket } from './tickets.service.ts';
import { findTracking, trackFirstAnswer, trackRated, trackRatingAsked } from './trackings.service.ts';

let testApp: TestApp;
let fixtures: Fixtures;
let scope: Scope;

beforeAll(async () => {
  testApp = await createTestApp();
  fixtures = await fillCompany(testApp, {
    company: 'aurora',
    queueId: testApp.people.queueId.Vendas,
    mark: 'um',
  });
  scope = await testApp.systemScope();
});
afterAll(() => testApp.stop());

const long = new Date('2026-03-01T09:00:00Z');

beforeEach(async () => {
  await scope.write(async (tx) => {
    await tx.db.delete(ticketTrackings).where(eq(ticketTrackings.ticketId, fixtures.ticketId));
    await tx.db
      .update(tickets)
      .set({ status: 'pending', userId: null, snoozedUntil: null, unreadMessages: 3 })
      .where(eq(tickets.id, fixtures.ticketId));
  });
});

async function stand(status: Partial<typeof tickets.$inferInsert>): Promise<void> {
  await scope.write((tx) =>
    tx.db
      .update(tickets)
      .set({ updatedAt: long, ...status })
      .where(eq(tickets.id, fixtures.ticketId)),
  );
}
const row = () => scope.db.query.tickets.findFirst({ where: eq(tickets.id, fixtures.ticketId) });

async function change(patch: Record<string, unknown>, offer = true) {
  const bia = await testApp.as('bia');
  return bia.raw(`/tickets/${fixtures.ticketId}`, {
    method: 'PUT',
    body: JSON.stringify(patch),
    headers: { 'Content-Type': 'application/json', ...(offer && { 'X-Offer-Undo': '1' }) },
  });
}
async function takeBack(token: string | null): Promise<number> {
  return (await (await testApp.as('bia')).json('POST', `/undo/${token}`)).status;
}

describe('undo of a ticket change', () => {
  const open = () => ({ status: 'open' as const, userId: testApp.people.userId.bia });
  const changes: Record<string, [() => Partial<typeof tickets.$inferInsert>, () => Record<string, unknown>]> =
    {
      accepting: [() => ({}), open],
      resolving: [open, () => ({ status: 'closed' })],
      'resolving what was put aside': [
        () => ({ ...open(), snoozedUntil: new Date('2026-04-01T12:00:00Z') }),
        () => ({ status: 'closed' }),
      ],
      'accepting what was put aside': [() => ({ snoozedUntil: new Date('2026-04-01T12:00:00Z') }), open],
      returning: [open, () => ({ status: 'pending', userId: null })],
      'taking over': [
        () => ({ status: 'open', userId: testApp.people.userId.ana }),
        () => ({ ...open(), queueId: testApp.people.queueId.Vendas }),
      ],
    };

  for (const [name, [before, patch]] of Object.entries(changes)) {
    test(`${name}: restores status, user, times, unread count and attendance`, async () => {
      await stand(before());
      const was = { ticket: await row(), tracking: await findTracking(scope, fixtures.ticketId) };
      testApp.clock.advance(60_000);
      const reply = await change(patch());
      expect(reply.status).toBe(200);
      expect(await row()).not.toEqual(was.ticket);
      expect(await takeBack(reply.headers.get('X-Undo-Token'))).toBe(200);
      expect({ ticket: await row(), tracking: await findTracking(scope, fixtures.ticketId) }).toEqual(was);
    });
  }

  test('records the undo with its author, and nothing for a change without history', async () => {
    await stand(open());
    const received = (await listTicketEvents(scope, fixtures.ticketId)).length;
    const history = async () =>
      (await listTicketEvents(scope, fixtures.ticketId))
        .slice(received)
        .map(({ type, user }) => [type, user?.name]);
    await takeBack((await change({ status: 'closed' })).headers.get('X-Undo-Token'));
    const reported = [
      ['closed', 'Bia'],
      ['undone', 'Bia'],
    ];
    expect(await history()).toEqual(reported);
    const bia = await testApp.as('bia');
    const marked = await bia.json('POST', '/tickets/bulk', { action: 'read', ids: [fixtures.ticketId] });
    expect(await takeBack((marked.body as { undo: string }).undo)).toBe(200);
    expect(await history()).toEqual(reported);
    const until = new Date(testApp.clock.now.getTime() + 3_600_000);
    const aside = await withUndo(await testApp.scopeOf('bia'), fixtures.ticketId, (tx) =>
      snoozeTicket(tx, { ticketId: fixtures.ticketId, until }),
    );
    expect(await takeBack(aside.undo)).toBe(200);
    expect((await history()).slice(2)).toEqual([
      ['snoozed', 'Bia'],
      ['undone', 'Bia'],
    ]);
  });

  test('continues an attendance that had begun', async () => {
    await stand({});
    await patchTicket(await testApp.scopeOf('bia'), { ticketId: fixtures.ticketId, ...open() });
    const was = await findTracking(scope, fixtures.ticketId);
    const reply = await change({ status: 'closed' });
    expect((await findTracking(scope, fixtures.ticketId))?.finishedAt).not.toBeNull();
    await takeBack(reply.headers.get('X-Undo-Token'));
    expect(await findTracking(scope, fixtures.ticketId)).toMatchObject({
      id: was?.id ?? 0,
      finishedAt: null,
    });
  });

  const aside = (tx: Scope) =>
    snoozeTicket(tx, { ticketId: fixtures.ticketId, until: new Date(tx.now().getTime() + 3_600_000) });

  test.each([
    ['accepted', (tx: Scope) => patchTicket(tx, { ticketId: fixtures.ticketId, ...open() })],
    ['put aside', aside],
  ])('preserves the first answer sent after it was %s', async (_name, changeOne) => {
    const { ticketId } = fixtures;
    await patchTicket(scope, { ticketId, ...open() });
    await patchTicket(scope, { ticketId, status: 'pending' });
    const bia = await testApp.scopeOf('bia');
    const { undo } = await withUndo(bia, ticketId, changeOne);
    testApp.clock.advance(60_000);
    const answered = { firstAnswerAt: testApp.clock.now };
    await scope.write((tx) => trackFirstAnswer(tx, ticketId));
    await bia.kernel.undo.take(bia, undo);
    expect(await findTracking(scope, ticketId)).toMatchObject({ ...answered, startedAt: null });
  });

  test('of a snooze leaves the attendances since then', async () => {
    const { ticketId } = fixtures;
    const bia = await testApp.scopeOf('bia');
    await patchTicket(bia, { ticketId, ...open() });
    const { undo } = await withUndo(bia, ticketId, aside);
    await patchTicket(bia, { ticketId, status: 'closed' });
    await patchTicket(bia, { ticketId, ...open() });
    const was = await findTracking(scope, ticketId);
    await bia.kernel.undo.take(bia, undo);
    expect(await findTracking(scope, ticketId)).toEqual(was);
  });

  test('of anything but a closing preserves the rating', async () => {
    const { ticketId } = fixtures;
    const bia = await testApp.scopeOf('bia');
    await patchTicket(bia, { ticketId, ...open() });
    await patchTicket(bia, { ticketId, status: 'closed' });
    const { undo } = await withUndo(bia, ticketId, aside);
    const trackingId = (await findTracking(scope, ticketId))?.id ?? 0;
    await scope.write((tx) => trackRatingAsked(tx, trackingId));
    await scope.write((tx) => trackRated(tx, trackingId, 3));
    await bia.kernel.undo.take(bia, undo);
    expect(await findTracking(scope, ticketId)).toMatchObject({ rated: true, rate: 3 });
  });

  test('preserves the time and unread count of later customer messages', async () => {
    await stand(open());
    const reply = await change({ status: 'pending', userId: null });
    const later = new Date(testApp.clock.now.getTime() + 5000);
    await scope.write((tx) =>
      tx.db
        .update(tickets)
        .set({ updatedAt: later, unreadMessages: 9 })
        .where(eq(tickets.id, fixtures.ticketId)),
    );
    expect(await takeBack(reply.headers.get('X-Undo-Token'))).toBe(200);
    expect(await row()).toMatchObject({ ...open(), updatedAt: later, unreadMessages: 9 });
  });

  for (const [name, since, unreadMessages] of [
    ['restores the unread count of an accepted ticket that its agent opened', { unreadMessages: 0 }, 3],
    ['adds what the customer wrote after it was opened', { unreadMessages: 2 }, 5],
    [
      'leaves an answered ticket read',
      { unreadMessages: 0, answeredAt: new Date('2026-03-01T10:00:00Z') },
      0,
    ],
  ] as const) {
    test(name, async () => {
      await stand({ answeredAt: null });
      const reply = await change(open());
      await scope.write((tx) => tx.db.update(tickets).set(since).where(eq(tickets.id, fixtures.ticketId)));
      expect(await takeBack(reply.headers.get('X-Undo-Token'))).toBe(200);
      expect(await row()).toMatchObject({ status: 'pending', userId: null, unreadMessages });
    });
  }

  test('reverts only its own tag changes and skips tags deleted since', async () => {
    await stand(open());
    const ana = await testApp.scopeOf('ana');
    const make = (name: string) => createTag(ana, { name, color: '#b80000', kanban: false });
    const [options, later, doomed] = [await make('Dada'), await make('Depois'), await make('Sumida')];
    const bia = await testApp.scopeOf('bia');
    const { ticketId } = fixtures;
    const sync = (ids: number[]) => (tx: Scope) =>
      syncTicketTags(tx, { ticketId, tags: ids.map((id) => ({ id })) });
    await sync([doomed.id])(bia);
    const { undo } = await withUndo(bia, ticketId, sync([options.id]));
    await addTicketTag(ana, { ticketId, tagId: later.id });
    await deleteTag(ana, { tagId: doomed.id });
    expect(await takeBack(undo)).toBe(200);
    expect(await listTagIds(scope, ticketId)).toEqual([later.id]);
  });

  test('deletes a tag created by the change unless it is used elsewhere', async () => {
    await stand(open());
    const ana = await testApp.scopeOf('ana');
    const bia = await testApp.scopeOf('bia');
    const { ticketId } = fixtures;
    const make = (name: string) =>
      nameTagWithUndo(bia, { ticketId, name, tagId: null, create: true, palette: ['#b80000'] });
    const idOf = async (name: string) => (await listAllTags(ana)).find((tag) => tag.name === name)?.id;
    await takeBack((await make('Só agora')).undo);
    expect(await idOf('Só agora')).toBeUndefined();

    const other = await scope.db.query.tickets.findFirst({ where: ne(tickets.id, ticketId) });
    const used = await make('Usada');
    await addTicketTag(ana, { ticketId: other?.id ?? 0, tagId: (await idOf('Usada')) ?? 0 });
    await takeBack(used.undo);
    expect(await idOf('Usada')).toBeNumber();

    const changed = await make('Mudada');
    await updateTag(ana, { tagId: (await idOf('Mudada')) ?? 0, name: 'Cuidada', color: '#b80000' });
    await takeBack(changed.undo);
    expect(await idOf('Cuidada')).toBeNumber();

    const known = await make('Cuidada');
    await takeBack(known.undo);
    expect(await idOf('Cuidada')).toBeNumber();
    expect(await listTagIds(scope, ticketId)).not.toContain((await idOf('Cuidada')) ?? 0);
  });

  test('works once, only for the author, and not after another user’s change', async () => {
    await stand(open());
    const token = (await change({ status: 'pending', userId: null })).headers.get('X-Undo-Token');
    expect((await (await testApp.as('ana')).json('POST', `/undo/${token}`)).status).toBe(404);
    await patchTicket(await testApp.scopeOf('ana'), { ticketId: fixtures.ticketId, status: 'closed' });
    expect(await takeBack(token)).toBe(404);
    expect(await row()).toMatchObject({ status: 'closed' });
  });
});

test('existing clients receive no undo token without requesting one', async () => {
  await stand({});
  const offered = await scope.db.$count(undos);
  const reply = await change({ status: 'closed' }, false);
  expect([reply.status, reply.headers.get('X-Undo-Token')]).toEqual([200, null]);
  expect(await scope.db.$count(undos)).toBe(offered);
});

test('undo never returns a ticket to a disabled or deleted user', async () => {
  const { caio } = testApp.people.userId;
  const takeOver = async () => {
    await stand({ status: 'open', userId: caio });
    const reply = await change({
      status: 'open',
      userId: testApp.people.userId.bia,
      queueId: testApp.people.queueId.Vendas,
    });
    return reply.headers.get('X-Undo-Token');
  };
  const whileDisabled = await takeOver();
  await updateUser(scope, { userId: caio, active: false });
  expect(await takeBack(whileDisabled)).toBe(404);
  const onceDeleted = await takeOver();
  await deleteUser(scope, { userId: caio });
  expect(await takeBack(onceDeleted)).toBe(404);
  expect(await row()).toMatchObject({ status: 'open', userId: testApp.people.userId.bia });
});
