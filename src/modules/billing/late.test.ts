import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { invoices } from '@db/platform/schema/index.ts';
import { messages } from '@db/tenant/schema/index.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { emailOf, PASSWORD, type PersonName } from '@test/support/people.ts';
import { closeRestingCompanies } from '@/modules/auth/working-companies.ts';
import { type BillingDesk, createBillingDesk, DAY } from './billing-desk.test-support.ts';
import { makeDueInvoices } from './invoices/make-invoices.ts';

let house: BillingDesk;
beforeAll(async () => {
  house = await createBillingDesk();
});
afterAll(() => house.stop());

const login = async (who: PersonName) =>
  (await house.desk.as()).part('POST', '/login', { email: emailOf(who), password: PASSWORD });
const contractLogin = async (who: PersonName) =>
  (await house.desk.as()).json<{ error: string }>('POST', '/auth/login', {
    email: emailOf(who),
    password: PASSWORD,
  });

describe('a company whose subscription has ended', () => {
  test('its people are refused with the date; an administrator goes on to pay', async () => {
    await house.owes(-2);
    const refused = await login('bia');
    expect({ status: refused.status, said: refused.text.includes('venceu em 08/03/2026') }).toEqual({
      status: 403,
      said: true,
    });
    const admin = await login('ana');
    expect([admin.status, admin.headers.get('Location')]).toEqual([303, '/financeiro']);
    expect(admin.headers.get('Set-Cookie')).toContain('sid=');
    for (const who of ['ana', 'bia'] as const) {
      const reply = await contractLogin(who);
      expect(reply.status).toBe(401);
      expect(reply.body.error).toBe('A assinatura da sua empresa venceu em 08/03/2026.');
    }
  });

  test('the administrator’s session sees invoices and pays, and nothing else', async () => {
    await house.owes(-2);
    const ana = await house.desk.as('ana');
    const list = await ana.page('/financeiro');
    expect(list.status).toBe(200);
    expect(list.text).toContain('Pagar agora');
    expect(list.text).not.toContain('data-viewer');
    expect(list.text).not.toContain('href="/tickets"');
    expect((await ana.page('/subscription')).status).toBe(200);
    for (const path of ['/tickets', '/', '/users', '/settings']) {
      const { status, headers } = await ana.page(path);
      expect({ path, status }).toEqual({ path, status: 403 });
      expect(headers.get('Refresh')).toContain('url=/financeiro');
    }
    expect((await ana.json('GET', '/tickets')).status).toBe(403);
    expect((await ana.page('/login')).headers.get('Location')).toBe('/financeiro');
    expect((await house.listed()).length).toBe(1);
    const bia = await house.desk.as('bia');
    expect((await bia.page('/financeiro')).status).toBe(403);
    for (const path of ['/', '/tickets', '/contacts']) {
      const { text } = await bia.page(path);
      expect(text).toContain('venceu em 08/03/2026');
      expect(text).toContain('Peça a quem administra a sua empresa que pague');
      expect(text).not.toContain('{{');
      // It would lead back to this page.
      expect(text).not.toContain('Ir para o início');
    }
    expect((await bia.page('/login')).text).toContain('venceu em 08/03/2026');
    expect((await house.subscribe({}, 'bia')).status).toBe(403);
  });

  test('is freed by its payment at once; what customers wrote meanwhile is kept', async () => {
    const { desk } = house;
    const connectionId = await addConnection(desk, { name: 'Loja' });
    await house.owes(-2);
    const target = { companyId: house.companyId, connectionId };
    await desk.listener.onMessages(target, [inbound({ id: 'LATE1', text: 'ainda estão aí?' })]);
    const scope = await desk.systemScope();
    const kept = await scope.db.select().from(messages);
    expect(kept.map(({ body }) => body)).toContain('ainda estão aí?');
    const { txid } = (await house.subscribe()).body;
    await house.provider.ask('pay', { txid });
    await house.tell({ pix: [{ txid }] });
    // From today, for today is later than the old end.
    expect((await house.company())?.dueDate?.toISOString()).toBe('2026-04-11T02:59:59.999Z');
    expect((await login('bia')).headers.get('Location')).toBe('/');
    expect((await (await desk.as('ana')).json('GET', '/tickets')).status).toBe(200);
  });

  test('a blocked one is not let in by paying, and its administrators neither see nor pay', async () => {
    await house.owes(-2);
    const { txid } = (await house.subscribe()).body;
    await house.change({ status: false });
    expect((await login('ana')).status).toBe(403);
    expect((await (await house.desk.as('ana')).page('/financeiro')).status).toBe(403);
    expect(await house.subscribe()).toMatchObject({ status: 403, body: { error: 'ERR_COMPANY_DISABLED' } });
    await house.provider.ask('pay', { txid });
    await house.tell({ pix: [{ txid }] });
    const company = await house.company();
    expect([company?.status, company?.dueDate?.toISOString()]).toEqual([false, '2026-04-11T02:59:59.999Z']);
    expect((await login('ana')).status).toBe(403);
    await house.change({ status: true });
  });

  test('open lines end within a second of the end, and pages lead on', async () => {
    await house.owes(1);
    const { kernel, desk } = house;
    const closed: string[] = [];
    for (const who of ['ana', 'bia'] as const) {
      const { actor } = await desk.scopeOf(who);
      if (actor.kind === 'user')
        kernel.hub.add({
          actor,
          deliver: () => undefined,
          close: (reason) => void closed.push(`${who} ${reason}`),
        });
    }
    await closeRestingCompanies(kernel);
    expect(closed).toEqual([]);
    desk.clock.advance(DAY);
    await closeRestingCompanies(kernel);
    expect(closed).toEqual(['ana expired', 'bia expired']);
  });
});

describe('Financeiro', () => {
  const notice = async () => {
    const { text } = await (await house.desk.as('ana')).page('/financeiro');
    return { isToldToAsk: text.includes('Para pagar, fale com'), canPay: text.includes('Pagar agora') };
  };

  test('does not send a company that has paid to anybody', async () => {
    await house.owes(-2);
    expect(await notice()).toEqual({ isToldToAsk: false, canPay: true });
    await house.change({ dueDate: new Date(house.desk.clock.now.getTime() + 60 * DAY) });
    await makeDueInvoices(house.kernel);
    expect(await notice()).toEqual({ isToldToAsk: false, canPay: false });
  });

  test('lets a late company pay before its invoice is made', async () => {
    await house.owes(10);
    await house.kernel.platform.write((tx) => tx.delete(invoices));
    await house.change({ dueDate: new Date(house.desk.clock.now.getTime() - 1_000) });
    expect(await notice()).toEqual({ isToldToAsk: false, canPay: true });
    const opened = await (await house.desk.as('ana')).part('GET', '/subscription/now');
    expect(opened.headers.get('Location')).toMatch(/^\/financeiro\/\d+\/checkout$/);
  });
});

describe('before the end', () => {
  test('administrators are told on every page from five days on', async () => {
    for (const [days, text] of [
      [5, 'Sua assinatura vence em 5 dias.'],
      [1, 'Sua assinatura vence em 1 dia.'],
      [6, undefined],
    ] as const) {
      await house.owes(days);
      const shown = await (await house.desk.as('ana')).page('/tags');
      expect({ days, told: shown.text.includes('data-notice="due"') }).toEqual({
        days,
        told: text !== undefined,
      });
      if (text) expect(shown.text).toContain(text);
      expect((await (await house.desk.as('bia')).page('/tags')).text).not.toContain('data-notice="due"');
    }
  });
});

describe('who may do what, by role and due date', () => {
  const DATES = { paid: 30, soon: 2, over: -2, blocked: 30, blockedAndOver: -2 } as const;
  type State = keyof typeof DATES;
  const CALLS: [name: string, method: string, path: string, isPage?: true][] = [
    ['work', 'GET', '/tickets'],
    ['invoices', 'GET', '/invoices/all'],
    ['page', 'GET', '/financeiro', true],
    ['data', 'GET', '/subscription', true],
    ['pay', 'POST', '/subscription'],
  ];
  /** In the order of CALLS. */
  const TABLE: Record<State, Record<'ana' | 'rui' | 'bia', number[]>> = {
    paid: { ana: [200, 200, 200, 200, 200], rui: [200, 200, 403, 403, 403], bia: [200, 200, 403, 403, 403] },
    soon: { ana: [200, 200, 200, 200, 200], rui: [200, 200, 403, 403, 403], bia: [200, 200, 403, 403, 403] },
    over: { ana: [403, 200, 200, 200, 200], rui: [403, 200, 403, 403, 403], bia: [403, 200, 403, 403, 403] },
    blocked: {
      ana: [403, 200, 403, 403, 403],
      rui: [403, 200, 403, 403, 403],
      bia: [403, 200, 403, 403, 403],
    },
    blockedAndOver: {
      ana: [403, 200, 403, 403, 403],
      rui: [403, 200, 403, 403, 403],
      bia: [403, 200, 403, 403, 403],
    },
  };
  for (const [state, roles] of Object.entries(TABLE) as [State, (typeof TABLE)[State]][])
    test(state, async () => {
      await house.owes(DATES[state] > 20 ? 19 : DATES[state]);
      if (state.startsWith('blocked')) await house.change({ status: false });
      for (const [who, expected] of Object.entries(roles) as ['ana' | 'rui' | 'bia', number[]][]) {
        const browser = await house.desk.as(who);
        const statuses: number[] = [];
        for (const [, method, path, isPage] of CALLS) {
          const reply = isPage
            ? await browser.page(path)
            : await browser.json(method, path, method === 'POST' ? {} : undefined);
          statuses.push(reply.status);
        }
        expect({ who, statuses }).toEqual({ who, statuses: expected });
        if (who !== 'ana') expect((await browser.json<unknown[]>('GET', '/invoices/all')).body).toEqual([]);
      }
      await house.change({ status: true });
    });
});
