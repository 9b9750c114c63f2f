import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { contacts, queues, users } from '@db/tenant/schema/index.ts';
import type { TestDesk } from '@test/support/deps.ts';
import { inbound } from '@test/support/inbound.ts';
import { type PersonName, setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { replyWithText } from '@/modules/messages/write/reply.service.ts';
import { createTicketDesk, type TicketDesk } from '@/modules/tickets/ticket-desk.test-support.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import type { DashboardView } from './dashboard.views.ts';

let on: TicketDesk;
let desk: TestDesk;

/** Maria waits an hour, is answered at once then, and an hour later it is over; João comes after her. */
beforeAll(async () => {
  on = await createTicketDesk();
  desk = on.desk;
  await on.reset();
  const bia = await desk.scopeOf('bia');
  desk.clock.advance(3_600_000);
  await patchTicket(bia, { ticketId: on.ticketId, status: 'open' });
  await replyWithText(bia, { ticketId: on.ticketId, body: 'Olá', quotedMsg: null });
  desk.clock.advance(3_600_000);
  await patchTicket(bia, { ticketId: on.ticketId, status: 'closed' });
  await on.receive(inbound({ from: { pn: '5511977770000@s.whatsapp.net', lid: null }, pushName: 'João' }));
  await on.system.write((tx) =>
    tx.db.update(users).set({ online: true }).where(eq(users.id, desk.cast.userId.bia)),
  );
  // The database's own clock is not the desk's.
  await on.system.write((tx) => tx.db.update(contacts).set({ createdAt: desk.clock.now }));
  await desk.settle();
});
afterAll(() => desk.stop());

const home = async (who?: PersonName, query = '') => (await desk.as(who)).page(`/${query}`);
const part = async (query: string) => (await desk.as('ana')).part('GET', `/${query}`);

describe('home', () => {
  test('is the dashboard for administrators, the desk for agents, the sign-in for strangers', async () => {
    const admin = await home('ana');
    expect([admin.status, admin.text.includes('<h1')]).toEqual([200, true]);
    for (const who of ['rui', 'bia'] as const) {
      const reply = await home(who);
      expect([reply.status, reply.headers.get('Location')]).toEqual([303, '/tickets']);
      expect((await (await desk.as(who)).page('/tickets')).text).not.toContain('data-icon="dashboard"');
    }
    expect((await home()).headers.get('Location')).toBe('/login');
    const menu = /<nav[\s\S]*?<\/nav>/.exec(admin.text)?.[0] ?? '';
    expect(menu.indexOf('href="/"')).toBeLessThan(menu.indexOf('href="/tickets"'));
    expect(menu.indexOf('href="/"')).toBeGreaterThan(0);
  });

  test('shows its cards with hours and minutes, and people with their stars and state', async () => {
    const { text } = await home('ana');
    for (const [card, value] of [
      ['happening', '0'],
      ['pending', '1'],
      ['finished', '1'],
      ['contacts', '2'],
      ['support', '1h 00m'],
      ['wait', '1h 00m'],
    ] as const)
      expect(new RegExp(`data-card="${card}"[\\s\\S]*?<dd>([^<]*)</dd>`).exec(text)?.[1]).toBe(value);
    expect(text).not.toContain('data-card="companies"');
    expect(text).toContain('Online');
    expect(text).toContain('Sem avaliação');
    expect(text).toContain('Primeira resposta');
  });

  test('has two more cards for the platform’s administrators, over JSON too', async () => {
    await setSuper(desk.kernel, desk.cast, 'ana');
    const { text } = await home('ana');
    expect(/data-card="companies"[\s\S]*?<dd>([^<]*)<\/dd>/.exec(text)?.[1]).toBe('2');
    const { body } = await (await desk.as('ana')).json<DashboardView>('GET', '/dashboard');
    expect(body.counters).toMatchObject({ totalCompanies: 2 });
    await setSuper(desk.kernel, desk.cast, 'ana', false);
    const again = await (await desk.as('ana')).json<DashboardView>('GET', '/dashboard');
    expect(again.body.counters).toMatchObject({
      totalCompanies: null,
      totalWhatsappSessions: null,
      supportFinished: 1,
    });
  });

  test('a filter changes the numbers alone; one that says nothing is asked for', async () => {
    const { text } = await part('?type=date&date_from=2020-01-01&date_to=2020-01-02&days=30');
    expect(text).not.toContain('<html');
    expect(/data-card="finished"[\s\S]*?<dd>([^<]*)<\/dd>/.exec(text)?.[1]).toBe('0');
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

  test('its live numbers and its people are parts of their own', async () => {
    const live = (await (await desk.as('ana')).part('GET', '/dashboard/live')).text;
    expect(/data-live="pending"[\s\S]*?<dd>(\d+)/.exec(live)?.[1]).toBe('1');
    const rows = (await (await desk.as('ana')).part('GET', '/dashboard/attendants?type=period&days=7')).text;
    expect(rows).toContain('Bia');
    expect(rows).not.toContain('<table');
  });

  test('hostile names stay words, in the table and in the spreadsheet', async () => {
    await on.system.write((tx) =>
      tx.db.update(queues).set({ name: '=cmd()<img src=x>' }).where(eq(queues.id, desk.cast.queueId.Vendas)),
    );
    expect((await home('ana')).text).not.toContain('<img src=x');
    const reply = await (await desk.as('ana')).raw('/dashboard/report.csv?days=7');
    expect(reply.headers.get('Content-Disposition')).toBe('attachment; filename="dashboard-2026-03-10.csv"');
    const [head, ...lines] = (await reply.text()).trim().split('\r\n');
    expect(head).toBe(
      'Grupo;Nome;Atendimentos;Finalizados;Espera média (min);Primeira resposta média (min);Resolução média (min)',
    );
    expect(lines).toContain('Por fila;"\'=cmd()<img src=x>";1;1;60;60;120');
    expect(lines).toContain('Por atendente;Bia;1;1;60;60;120');
    expect(lines).toContain('Por fila;Sem fila;1;0;;;');
  });
});

describe('over JSON', () => {
  const REFUSED: [what: string, who: PersonName, path: string, status: number][] = [
    ['an agent', 'bia', '/dashboard', 403],
    ['a supervisor', 'rui', '/dashboard/reports', 403],
    ['a supervisor', 'rui', '/dashboard/report.csv', 403],
    ['an agent', 'bia', '/dashboard/live', 403],
    ['an agent', 'bia', '/dashboard/ticketsDay?initialDate=2026-03-01&finalDate=2026-03-02', 403],
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
      expect((await (await desk.as(who)).json('GET', path)).status).toBe(status);
    });

  test('another company counts its own, and is refused when it names this one', async () => {
    const { aurora, boreal } = desk.cast.companyId;
    const davi = await desk.as('davi');
    const { body } = await davi.json<DashboardView>('GET', `/dashboard?days=90&companyId=${boreal}`);
    expect(body.counters.supportFinished).toBe(0);
    expect(body.attendants.map(({ name }) => name)).toEqual(['Davi']);
    const chart = `initialDate=2026-03-01&finalDate=2026-03-10&companyId=${boreal}`;
    expect((await davi.json<{ count: number }>('GET', `/dashboard/ticketsDay?${chart}`)).body.count).toBe(0);
    const named = await davi.json('GET', `/dashboard?days=90&companyId=${aurora}`);
    expect([named.status, named.body]).toMatchObject([403, { code: 'ERR_OTHER_COMPANY' }]);
  });
});
