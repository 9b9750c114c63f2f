import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connections, contacts, queues, users } from '@db/tenant/schema/index.ts';
import type { TestApp } from '@test/support/deps.ts';
import { inbound } from '@test/support/inbound.ts';
import { type PersonName, setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { replyWithText } from '@/modules/messages/write/reply.service.ts';
import { createTicketFixture, type TicketFixture } from '@/modules/tickets/ticket-fixture.test-support.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import type { DashboardView, ReportLine, TicketsOfDays, TicketsOfUsers } from './dashboard.views.ts';
import { sortLines } from './reports.queries.ts';

let on: TicketFixture;
let testApp: TestApp;

beforeAll(async () => {
  on = await createTicketFixture();
  testApp = on.testApp;
  await on.reset();
  const bia = await testApp.scopeOf('bia');
  testApp.clock.advance(3_600_000);
  await patchTicket(bia, { ticketId: on.ticketId, status: 'open' });
  await replyWithText(bia, { ticketId: on.ticketId, body: 'Olá', quotedMsg: null });
  testApp.clock.advance(3_600_000);
  await patchTicket(bia, { ticketId: on.ticketId, status: 'closed' });
  await on.receive(inbound({ from: { pn: '5511977770000@s.whatsapp.net', lid: null }, pushName: 'João' }));
  await on.system.write((tx) =>
    tx.db.update(users).set({ online: true }).where(eq(users.id, testApp.people.userId.bia)),
  );
  // The database default uses the real clock, not the test clock.
  await on.system.write((tx) => tx.db.update(contacts).set({ createdAt: testApp.clock.now }));
  await testApp.settle();
});
afterAll(() => testApp.stop());

const home = async (who?: PersonName, query = '') => (await testApp.as(who)).page(`/${query}`);
const part = async (query: string) => (await testApp.as('ana')).part('GET', `/${query}`);

describe('home page', () => {
  test('shows the dashboard to administrators and redirects others to tickets or login', async () => {
    const admin = await home('ana');
    expect([admin.status, admin.text.includes('<h1')]).toEqual([200, true]);
    for (const who of ['rui', 'bia'] as const) {
      const reply = await home(who);
      expect([reply.status, reply.headers.get('Location')]).toEqual([303, '/tickets']);
      expect((await (await testApp.as(who)).page('/tickets')).text).not.toContain('data-icon="dashboard"');
    }
    expect((await home()).headers.get('Location')).toBe('/login');
    const menu = /<nav[\s\S]*?<\/nav>/.exec(admin.text)?.[0] ?? '';
    expect(menu.indexOf('href="/"')).toBeLessThan(menu.indexOf('href="/tickets"'));
    expect(menu.indexOf('href="/"')).toBeGreaterThan(0);
  });

  test('shows durations, agents, ratings and presence', async () => {
    const { text } = await home('ana');
    for (const [card, value] of [
      ['happening', '0'],
      ['pending', '1'],
      ['contacts', '2'],
      ['support', '1h 00m'],
      ['wait', '1h 00m'],
    ] as const)
      expect(new RegExp(`data-card="${card}"[\\s\\S]*?<dd>(?:<a[^>]*>)?([^<]*)<`).exec(text)?.[1]).toBe(
        value,
      );
    expect(text).not.toContain('data-card="companies"');
    expect(text).toContain('Online');
    expect(text).toContain('Sem avaliação');
    expect(text).toContain('Primeira resposta');
  });

  test('shows platform administrators two more counters over JSON', async () => {
    await setSuper(testApp.kernel, testApp.people, 'ana');
    const { text } = await home('ana');
    // The page shows the company's own; the platform has a page for its figures.
    expect(text).not.toContain('data-card="companies"');
    const { body } = await (await testApp.as('ana')).json<DashboardView>('GET', '/dashboard');
    expect(body.counters).toMatchObject({ totalCompanies: 2 });
    await setSuper(testApp.kernel, testApp.people, 'ana', false);
    const again = await (await testApp.as('ana')).json<DashboardView>('GET', '/dashboard');
    expect(again.body.counters).toMatchObject({
      totalCompanies: null,
      totalWhatsappSessions: expect.any(Number),
      supportFinished: 1,
    });
  });

  test('counts the connected lines of the own company alone', async () => {
    const shown = async () =>
      Number(/data-card="connections"[\s\S]*?<dd>(?:<a[^>]*>)?([^<]*)</.exec((await home('ana')).text)?.[1]);
    const before = await shown();
    const own = await testApp.scopeOf('ana');
    const values = { name: 'Filial', status: 'CONNECTED' } as const;
    for (const scope of [own, await testApp.scopeOf('davi')])
      await scope.write((tx) => tx.db.insert(connections).values(values));
    expect(await shown()).toBe(before + 1);
    await own.write((tx) => tx.db.delete(connections).where(eq(connections.name, 'Filial')));
  });

  test('sorts the tables of times as asked, the slowest first and lines without a time last', async () => {
    const { text } = await part('?days=30&sort=avgWaitTime');
    expect(text.match(/aria-sort="descending">Espera/g)).toHaveLength(3);
    expect(text).toMatch(/<option value="avgWaitTime" selected/);
    const line = (name: string, avgWaitTime: number | null) =>
      ({ name, avgWaitTime, tickets: 1 }) as Partial<ReportLine> as ReportLine;
    const lines = [line('B', null), line('C', 5), line('A', 17)];
    expect(sortLines(lines, 'avgWaitTime').map(({ name }) => name)).toEqual(['A', 'C', 'B']);
    expect(sortLines(lines, 'name').map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  });

  test('reloads only the numbers for a filter and asks for missing dates', async () => {
    const { text } = await part('?type=date&date_from=2020-01-01&date_to=2020-01-02&days=30');
    expect(text).not.toContain('<html');
    expect(/data-card="contacts"[\s\S]*?<dd>(?:<a[^>]*>)?([^<]*)</.exec(text)?.[1]).toBe('0');
    expect(text).toContain('Nada neste período.');
    for (const query of ['?type=period&days=0', '?type=date', '?type=date&date_from=&date_to=']) {
      const reply = await part(query);
      expect([reply.status, reply.headers.get('HX-Trigger')]).toEqual([
        204,
        expect.stringContaining('Parametrize o filtro'),
      ]);
    }
    const refused = await part('?type=date&date_from=2026-03-09&date_to=2026-03-01');
    expect(refused.status).toBe(400);
  });

  test('serves live numbers and agents as separate fragments', async () => {
    const live = (await (await testApp.as('ana')).part('GET', '/dashboard/live')).text;
    expect(/data-live="pending"[\s\S]*?<dd>(?:<a[^>]*>)?(\d+)/.exec(live)?.[1]).toBe('1');
    const rows = (await (await testApp.as('ana')).part('GET', '/dashboard/attendants?type=period&days=7'))
      .text;
    expect(rows).toContain('Bia');
    expect(rows).not.toContain('<table');
  });

  test('escapes hostile names in the table and the CSV report', async () => {
    await on.system.write((tx) =>
      tx.db
        .update(queues)
        .set({ name: '=cmd()<img src=x>' })
        .where(eq(queues.id, testApp.people.queueId.Vendas)),
    );
    expect((await home('ana')).text).not.toContain('<img src=x');
    const reply = await (await testApp.as('ana')).raw('/dashboard/report.csv?days=7');
    expect(reply.headers.get('Content-Disposition')).toBe('attachment; filename="dashboard-2026-03-10.csv"');
    const [head, ...lines] = (await reply.text()).trim().split('\r\n');
    expect(head).toBe(
      'Grupo;Nome;Atendimentos;Resolvidos;Espera média (min);Primeira resposta média (min);Resolução média (min)',
    );
    expect(lines).toContain('Por fila;"\'=cmd()<img src=x>";1;1;60;60;120');
    expect(lines).toContain('Por atendente;Bia;1;1;60;60;120');
    expect(lines).toContain('Por fila;Sem fila;1;0;;;');
  });
});

describe('dashboard over JSON', () => {
  const REFUSED: [what: string, who: PersonName, path: string, status: number][] = [
    ['a supervisor', 'rui', '/dashboard/reports', 403],
    ['a supervisor', 'rui', '/dashboard/report.csv', 403],
    ['an agent', 'bia', '/dashboard/live', 403],
    ['a number of days that is none', 'ana', '/dashboard?days=x', 400],
    ['a date that is none', 'ana', '/dashboard?date_from=2026-02-30', 400],
    [
      'dates in the wrong order',
      'ana',
      '/dashboard/ticketsUsers?initialDate=2026-03-02&finalDate=2026-03-01',
      400,
    ],
    ['dates that are missing', 'ana', '/dashboard/ticketsDay', 400],
    ['a chart of two years', 'ana', '/dashboard/ticketsDay?initialDate=2024-01-01&finalDate=2026-01-01', 400],
  ];
  for (const [what, who, path, status] of REFUSED)
    test(`${what} is refused: ${path}`, async () => {
      expect((await (await testApp.as(who)).json('GET', path)).status).toBe(status);
    });

  test('gives agents the figures of their own tickets, as existing clients ask for at /', async () => {
    const chart = 'initialDate=2026-03-10&finalDate=2026-03-10';
    const figures = async (who: PersonName) => {
      const browser = await testApp.as(who);
      const { body } = await browser.json<DashboardView>('GET', '/dashboard?days=90');
      const people = await browser.json<TicketsOfUsers>('GET', `/dashboard/ticketsUsers?${chart}`);
      const days = await browser.json<TicketsOfDays>('GET', `/dashboard/ticketsDay?${chart}`);
      return {
        names: body.attendants.map(({ name }) => name),
        finished: body.counters.supportFinished,
        pending: body.counters.supportPending,
        people: people.body.data.map(({ nome, quantidade }) => `${nome} ${quantidade}`),
        began: days.body.count,
      };
    };
    expect(await figures('bia')).toEqual({
      ...{ names: ['Bia'], finished: 1, pending: 0, people: ['Bia 1'], began: 1 },
    });
    expect(await figures('caio')).toEqual({
      ...{ names: ['Caio'], finished: 0, pending: 0, people: ['Caio 0'], began: 0 },
    });
    expect(await figures('ana')).toMatchObject({ finished: 1, pending: 1, began: 2 });
  });

  test('counts the caller’s company and refuses another company’s id', async () => {
    const { aurora, boreal } = testApp.people.companyId;
    const davi = await testApp.as('davi');
    const { body } = await davi.json<DashboardView>('GET', `/dashboard?days=90&companyId=${boreal}`);
    expect(body.counters.supportFinished).toBe(0);
    expect(body.attendants.map(({ name }) => name)).toEqual(['Davi']);
    const chart = `initialDate=2026-03-01&finalDate=2026-03-10&companyId=${boreal}`;
    expect((await davi.json<{ count: number }>('GET', `/dashboard/ticketsDay?${chart}`)).body.count).toBe(0);
    const named = await davi.json('GET', `/dashboard?days=90&companyId=${aurora}`);
    expect([named.status, named.body]).toMatchObject([403, { code: 'ERR_OTHER_COMPANY' }]);
  });
});
