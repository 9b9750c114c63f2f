import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tickets, userQueues } from '@db/tenant/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import { and, eq } from 'drizzle-orm';
import type { TicketCounts, TicketPage, TicketView } from '../tickets.views.ts';
import { patchTicket } from '../work/tickets.service.ts';
import { createTicketLists, type TicketLists } from './ticket-lists.test-support.ts';

let on: TicketLists;
beforeAll(async () => {
  on = await createTicketLists();
});
afterAll(() => on.testApp.stop());

const TEAM = { status: 'open', team: 'true' };
const counts = async (who: PersonName, query = '') =>
  (await on.browsers.get(who)?.json<TicketCounts>('GET', `/tickets/counts${query}`))?.body;

describe('team list', () => {
  test('shows colleagues’ open tickets in the supervisor’s queues, without their own', async () => {
    expect(await on.list('rui', TEAM)).toEqual(['open suporte bia', 'open vendas bia']);
    expect((await counts('rui'))?.team).toBe(2);
    const { Vendas } = on.testApp.people.queueId;
    expect(await on.list('rui', { ...TEAM, queueIds: `[${Vendas}]` })).toEqual(['open vendas bia']);
    expect((await counts('rui', `?queueIds=[${Vendas}]`))?.team).toBe(1);
    const { body } =
      (await on.browsers.get('rui')?.json<TicketPage>('GET', '/tickets?status=open&team=true')) ?? {};
    expect(body?.tickets.map(({ user }) => user?.name)).toEqual(['Bia', 'Bia']);
  });

  test('excludes queues the supervisor does not belong to', async () => {
    const { userId, queueId } = on.testApp.people;
    const isSupport = and(eq(userQueues.userId, userId.rui), eq(userQueues.queueId, queueId.Suporte));
    await on.system.write(async (tx) => void (await tx.db.delete(userQueues).where(isSupport)));
    expect(await on.list('rui', TEAM)).toEqual(['open vendas bia']);
    await on.system.write(
      async (tx) =>
        void (await tx.db.insert(userQueues).values({ userId: userId.rui, queueId: queueId.Suporte })),
    );
  });

  test('excludes pending, closed and snoozed tickets', async () => {
    for (const status of ['pending', 'closed'] as const)
      expect(await on.list('rui', { status, team: 'true' })).toEqual(await on.list('rui', { status }));
    const aside = (until: Date | null) =>
      on.system.write(async (tx) => {
        const id = on.ids['open vendas bia'] ?? 0;
        await tx.db.update(tickets).set({ snoozedUntil: until }).where(eq(tickets.id, id));
      });
    await aside(new Date(on.testApp.clock.now.getTime() + 60_000));
    expect(await on.list('rui', TEAM)).toEqual(['open suporte bia']);
    await aside(null);
  });

  test.each([
    ['an agent', 'bia'],
    ['an administrator, who shows all', 'ana'],
    ['another company', 'davi'],
  ] as const)('shows %s their own open tickets instead', async (_, who) => {
    expect(await on.list(who, TEAM)).toEqual(await on.list(who, { status: 'open' }));
    expect((await counts(who))?.team).toBe(0);
    const page = await on.browsers.get(who)?.page('/tickets?team=true');
    expect([page?.status, page?.text.includes('data-view="team"')]).toEqual([200, false]);
  });

  test('has its own view for a supervisor', async () => {
    const page = await on.browsers.get('rui')?.page('/tickets?team=true');
    expect(page?.text).toContain('data-view="team"');
    expect(page?.text).toContain('open suporte bia');
    expect(page?.text).not.toContain('open vendas rui');
  });
});

test('a supervisor receives live updates of team tickets, also when one leaves their queues', async () => {
  const rui = await on.testApp.listenAs('rui');
  const davi = await on.testApp.listenAs('davi');
  const ticketId = on.ids['pending vendas'] ?? 0;
  const received = () =>
    rui
      .splice(0)
      .filter(({ channel, contractOnly }) => channel === 'ticket' && !contractOnly)
      .map(({ data }) => data as { action: string; ticket?: TicketView });
  const bia = await on.testApp.scopeOf('bia');
  await patchTicket(bia, { ticketId, status: 'open' });
  await on.testApp.settle();
  expect(received()).toMatchObject([{ action: 'update', ticket: { status: 'open', user: { name: 'Bia' } } }]);
  expect(await on.list('rui', TEAM)).toContain('pending vendas');
  await patchTicket(bia, { ticketId, queueId: null });
  await on.testApp.settle();
  expect(received()).toEqual([{ action: 'delete', ticketId }] as never);
  expect(await on.list('rui', TEAM)).not.toContain('pending vendas');
  expect(davi.filter(({ channel }) => channel === 'ticket')).toEqual([]);
});

describe('pending list', () => {
  const page = async (query: string) =>
    (await on.browsers.get('rui')?.json<TicketPage>('GET', `/tickets?status=pending&${query}`))?.body
      .tickets ?? [];
  const wait = (minutes: Record<string, number>) =>
    on.system.write(async (tx) => {
      for (const [name, since] of Object.entries(minutes))
        await tx.db
          .update(tickets)
          .set({ status: 'pending', userId: null, waitingSince: new Date(since * 60_000) })
          .where(eq(tickets.id, on.ids[name] ?? 0));
    });
  const names = (list: TicketView[]) => list.map(({ contact }) => contact.name);

  test('sorts by waiting time in both directions with a cursor; existing clients by last update', async () => {
    await wait({ 'open vendas bia': 7, 'pending suporte': 5, 'open vendas rui': 5 });
    const oldest = ['pending suporte', 'open vendas rui', 'open vendas bia'];
    expect(names(await page('sort=oldest'))).toEqual(oldest);
    expect(names(await page('sort=newest'))).toEqual(oldest.toReversed());
    const [first] = await page('sort=oldest');
    const cursor = `${Date.parse(first?.waitingSince ?? '')},${first?.id}`;
    expect(names(await page(`sort=oldest&after=${cursor}`))).toEqual(oldest.slice(1));
    expect(names(await page(`sort=newest&after=${cursor}`))).toEqual([]);
    const times = (await page('')).map(({ updatedAt }) => updatedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await on.browsers.get('rui')?.json('GET', '/tickets?status=pending&sort=x'))?.status).toBe(400);
  });
});
