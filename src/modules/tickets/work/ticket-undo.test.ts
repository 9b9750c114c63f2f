import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tickets, ticketTrackings, undos } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { fillCompany, type World } from '@test/support/world.ts';
import { eq, ne } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import { listAllTags } from '@/modules/tags/tags.queries.ts';
import { createTag, deleteTag, updateTag } from '@/modules/tags/tags.service.ts';
import { deleteUser, updateUser } from '@/modules/users/users.service.ts';
import { listTicketEvents } from '../story/ticket-events.queries.ts';
import { snoozeTicket } from './snooze.service.ts';
import { addTicketTag, listTagIds, syncTicketTags } from './ticket-tags.service.ts';
import { nameTagWithUndo, withUndo } from './ticket-undo.ts';
import { patchTicket } from './tickets.service.ts';
import { findTracking } from './trackings.ts';

let desk: TestDesk;
let world: World;
let scope: Scope;

beforeAll(async () => {
  desk = await createTestDesk();
  world = await fillCompany(desk, { company: 'aurora', queueId: desk.cast.queueId.Vendas, mark: 'um' });
  scope = await desk.systemScope();
});
afterAll(() => desk.stop());

const long = new Date('2026-03-01T09:00:00Z');

beforeEach(async () => {
  await scope.write(async (tx) => {
    await tx.db.delete(ticketTrackings).where(eq(ticketTrackings.ticketId, world.ticketId));
    await tx.db
      .update(tickets)
      .set({ status: 'pending', userId: null, snoozedUntil: null, unreadMessages: 3 })
      .where(eq(tickets.id, world.ticketId));
  });
});

async function stand(standing: Partial<typeof tickets.$inferInsert>): Promise<void> {
  await scope.write((tx) =>
    tx.db
      .update(tickets)
      .set({ updatedAt: long, ...standing })
      .where(eq(tickets.id, world.ticketId)),
  );
}
const row = () => scope.db.query.tickets.findFirst({ where: eq(tickets.id, world.ticketId) });

async function change(patch: Record<string, unknown>, offer = true) {
  const bia = await desk.as('bia');
  return bia.raw(`/tickets/${world.ticketId}`, {
    method: 'PUT',
    body: JSON.stringify(patch),
    headers: { 'Content-Type': 'application/json', ...(offer && { 'X-Offer-Undo': '1' }) },
  });
}
async function takeBack(token: string | null): Promise<number> {
  return (await (await desk.as('bia')).json('POST', `/undo/${token}`)).status;
}

describe('one change is taken back', () => {
  const open = () => ({ status: 'open' as const, userId: desk.cast.userId.bia });
  const changes: Record<string, [() => Partial<typeof tickets.$inferInsert>, () => Record<string, unknown>]> =
    {
      accepting: [() => ({}), open],
      resolving: [open, () => ({ status: 'closed' })],
      'resolving what was put aside': [
        () => ({ ...open(), snoozedUntil: new Date('2026-04-01T12:00:00Z') }),
        () => ({ status: 'closed' }),
      ],
      returning: [open, () => ({ status: 'pending', userId: null })],
      'taking over': [
        () => ({ status: 'open', userId: desk.cast.userId.ana }),
        () => ({ ...open(), queueId: desk.cast.queueId.Vendas }),
      ],
    };

  for (const [name, [before, patch]] of Object.entries(changes)) {
    test(`${name}: state, owner, time, unread and attendance are as they were`, async () => {
      await stand(before());
      const was = { ticket: await row(), tracking: await findTracking(scope, world.ticketId) };
      desk.clock.advance(60_000);
      const reply = await change(patch());
      expect(reply.status).toBe(200);
      expect(await row()).not.toEqual(was.ticket);
      expect(await takeBack(reply.headers.get('X-Undo-Token'))).toBe(200);
      expect({ ticket: await row(), tracking: await findTracking(scope, world.ticketId) }).toEqual(was);
    });
  }

  test('the story says so, by whom, and nothing where it had said nothing', async () => {
    await stand(open());
    const heard = (await listTicketEvents(scope, world.ticketId)).length;
    const story = async () =>
      (await listTicketEvents(scope, world.ticketId))
        .slice(heard)
        .map(({ type, user }) => [type, user?.name]);
    await takeBack((await change({ status: 'closed' })).headers.get('X-Undo-Token'));
    const told = [
      ['closed', 'Bia'],
      ['undone', 'Bia'],
    ];
    expect(await story()).toEqual(told);
    const bia = await desk.as('bia');
    const marked = await bia.json('POST', '/tickets/bulk', { action: 'read', ids: [world.ticketId] });
    expect(await takeBack((marked.body as { undo: string }).undo)).toBe(200);
    expect(await story()).toEqual(told);
    const until = new Date(desk.clock.now.getTime() + 3_600_000);
    const aside = await withUndo(await desk.scopeOf('bia'), world.ticketId, (tx) =>
      snoozeTicket(tx, { ticketId: world.ticketId, until }),
    );
    expect(await takeBack(aside.undo)).toBe(200);
    expect((await story()).slice(2)).toEqual([
      ['snoozed', 'Bia'],
      ['undone', 'Bia'],
    ]);
  });

  test('an attendance that had begun goes on', async () => {
    await stand({});
    await patchTicket(await desk.scopeOf('bia'), { ticketId: world.ticketId, ...open() });
    const was = await findTracking(scope, world.ticketId);
    const reply = await change({ status: 'closed' });
    expect((await findTracking(scope, world.ticketId))?.finishedAt).not.toBeNull();
    await takeBack(reply.headers.get('X-Undo-Token'));
    expect(await findTracking(scope, world.ticketId)).toMatchObject({ id: was?.id ?? 0, finishedAt: null });
  });

  test('what a customer has written since keeps its time and its number', async () => {
    await stand(open());
    const reply = await change({ status: 'pending', userId: null });
    const later = new Date(desk.clock.now.getTime() + 5000);
    await scope.write((tx) =>
      tx.db
        .update(tickets)
        .set({ updatedAt: later, unreadMessages: 9 })
        .where(eq(tickets.id, world.ticketId)),
    );
    expect(await takeBack(reply.headers.get('X-Undo-Token'))).toBe(200);
    expect(await row()).toMatchObject({ ...open(), updatedAt: later, unreadMessages: 9 });
  });

  test('of tags only what it gave or took; what colleagues tagged since stays, and a tag that is no more stays away', async () => {
    await stand(open());
    const ana = await desk.scopeOf('ana');
    const make = (name: string) => createTag(ana, { name, color: '#b80000', kanban: false });
    const [given, later, doomed] = [await make('Dada'), await make('Depois'), await make('Sumida')];
    const bia = await desk.scopeOf('bia');
    const { ticketId } = world;
    const sync = (ids: number[]) => (tx: Scope) =>
      syncTicketTags(tx, { ticketId, tags: ids.map((id) => ({ id })) });
    await sync([doomed.id])(bia);
    const { undo } = await withUndo(bia, ticketId, sync([given.id]));
    await addTicketTag(ana, { ticketId, tagId: later.id });
    await deleteTag(ana, { tagId: doomed.id });
    expect(await takeBack(undo)).toBe(200);
    expect(await listTagIds(scope, ticketId)).toEqual([later.id]);
  });

  test('of a tag made in passing takes the tag along, unless somebody has found a use for it', async () => {
    await stand(open());
    const ana = await desk.scopeOf('ana');
    const bia = await desk.scopeOf('bia');
    const { ticketId } = world;
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

  test('by who made it, once, and not when somebody has moved it since', async () => {
    await stand(open());
    const token = (await change({ status: 'pending', userId: null })).headers.get('X-Undo-Token');
    expect((await (await desk.as('ana')).json('POST', `/undo/${token}`)).status).toBe(404);
    await patchTicket(await desk.scopeOf('ana'), { ticketId: world.ticketId, status: 'closed' });
    expect(await takeBack(token)).toBe(404);
    expect(await row()).toMatchObject({ status: 'closed' });
  });
});

test('existing clients ask for none, and get none', async () => {
  await stand({});
  const offered = await scope.db.$count(undos);
  const reply = await change({ status: 'closed' }, false);
  expect([reply.status, reply.headers.get('X-Undo-Token')]).toEqual([200, null]);
  expect(await scope.db.$count(undos)).toBe(offered);
});

test('nothing goes back to somebody who has been disabled or deleted since', async () => {
  const { caio } = desk.cast.userId;
  const takeOver = async () => {
    await stand({ status: 'open', userId: caio });
    const reply = await change({
      status: 'open',
      userId: desk.cast.userId.bia,
      queueId: desk.cast.queueId.Vendas,
    });
    return reply.headers.get('X-Undo-Token');
  };
  const whileDisabled = await takeOver();
  await updateUser(scope, { userId: caio, active: false });
  expect(await takeBack(whileDisabled)).toBe(404);
  const onceDeleted = await takeOver();
  await deleteUser(scope, { userId: caio });
  expect(await takeBack(onceDeleted)).toBe(404);
  expect(await row()).toMatchObject({ status: 'open', userId: desk.cast.userId.bia });
});
