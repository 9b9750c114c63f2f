import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { invoices } from '@db/platform/schema/index.ts';
import { messages } from '@db/tenant/schema/index.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { emailOf, PASSWORD, type PersonName } from '@test/support/people.ts';
import { closeIdleCompanies } from '@/modules/auth/sessions/expired-companies.jobs.ts';
import { type BillingFixture, createBillingFixture, DAY } from './billing-fixture.test-support.ts';
import { makeDueInvoices } from './invoices/make-invoices.service.ts';

let shared: BillingFixture;
beforeAll(async () => {
  shared = await createBillingFixture();
});
afterAll(() => shared.stop());

const login = async (who: PersonName) =>
  (await shared.testApp.as()).part('POST', '/login', { email: emailOf(who), password: PASSWORD });
const contractLogin = async (who: PersonName) =>
  (await shared.testApp.as()).json<{ error: string }>('POST', '/auth/login', {
    email: emailOf(who),
    password: PASSWORD,
  });

describe('expired subscription', () => {
  test('refuses users with the date and lets administrators pay', async () => {
    await shared.owes(-2);
    const refused = await login('bia');
    expect({ status: refused.status, isShown: refused.text.includes('venceu em 08/03/2026') }).toEqual({
      status: 403,
      isShown: true,
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

  test('lets an administrator’s session see invoices and pay only', async () => {
    await shared.owes(-2);
    const ana = await shared.testApp.as('ana');
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
    expect((await shared.listed()).length).toBe(1);
    const bia = await shared.testApp.as('bia');
    expect((await bia.page('/financeiro')).status).toBe(403);
    for (const path of ['/', '/tickets', '/contacts']) {
      const { text } = await bia.page(path);
      expect(text).toContain('venceu em 08/03/2026');
      expect(text).toContain('Peça a quem administra a sua empresa que pague');
      expect(text).not.toContain('{{');
      expect(text).not.toContain('Ir para o início');
    }
    expect((await bia.page('/login')).text).toContain('venceu em 08/03/2026');
    expect((await shared.subscribe({}, 'bia')).status).toBe(403);
  });

  test('ends with the payment and retains messages received meanwhile', async () => {
    const { testApp } = shared;
    const connectionId = await addConnection(testApp, { name: 'Loja' });
    await shared.owes(-2);
    const target = { companyId: shared.companyId, connectionId };
    await testApp.listener.onMessages(target, [inbound({ id: 'LATE1', text: 'ainda estão aí?' })]);
    const scope = await testApp.systemScope();
    const stored = await scope.db.select().from(messages);
    expect(stored.map(({ body }) => body)).toContain('ainda estão aí?');
    const { txid } = (await shared.subscribe()).body;
    await shared.provider.ask('pay', { txid });
    await shared.notifyProvider({ pix: [{ txid }] });
    expect((await shared.company())?.dueDate?.toISOString()).toBe('2026-04-11T02:59:59.999Z');
    expect((await login('bia')).headers.get('Location')).toBe('/');
    expect((await (await testApp.as('ana')).json('GET', '/tickets')).status).toBe(200);
  });

  test('in a blocked company allows neither sign-in nor payment', async () => {
    await shared.owes(-2);
    const { txid } = (await shared.subscribe()).body;
    await shared.change({ status: false });
    expect((await login('ana')).status).toBe(403);
    expect((await (await shared.testApp.as('ana')).page('/financeiro')).status).toBe(403);
    expect(await shared.subscribe()).toMatchObject({ status: 403, body: { error: 'ERR_COMPANY_DISABLED' } });
    await shared.provider.ask('pay', { txid });
    await shared.notifyProvider({ pix: [{ txid }] });
    const company = await shared.company();
    expect([company?.status, company?.dueDate?.toISOString()]).toEqual([false, '2026-04-11T02:59:59.999Z']);
    expect((await login('ana')).status).toBe(403);
    await shared.change({ status: true });
  });

  test('closes open connections within a second and redirects pages', async () => {
    await shared.owes(1);
    const { kernel, testApp } = shared;
    const closed: string[] = [];
    for (const who of ['ana', 'bia'] as const) {
      const { actor } = await testApp.scopeOf(who);
      if (actor.kind === 'user')
        kernel.hub.add({
          actor,
          deliver: () => undefined,
          close: (reason) => void closed.push(`${who} ${reason}`),
        });
    }
    await closeIdleCompanies(kernel);
    expect(closed).toEqual([]);
    testApp.clock.advance(DAY);
    await closeIdleCompanies(kernel);
    expect(closed).toEqual(['ana expired', 'bia expired']);
  });
});

describe('/financeiro', () => {
  const notice = async () => {
    const { text } = await (await shared.testApp.as('ana')).page('/financeiro');
    return { asksToContact: text.includes('Para pagar, fale com'), canPay: text.includes('Pagar agora') };
  };

  test('shows no contact notice whether payment is due or not', async () => {
    await shared.owes(-2);
    expect(await notice()).toEqual({ asksToContact: false, canPay: true });
    await shared.change({ dueDate: new Date(shared.testApp.clock.now.getTime() + 60 * DAY) });
    await makeDueInvoices(shared.kernel);
    expect(await notice()).toEqual({ asksToContact: false, canPay: false });
  });

  test('lets an expired company pay before its invoice exists', async () => {
    await shared.owes(10);
    await shared.kernel.platform.write((tx) => tx.delete(invoices));
    await shared.change({ dueDate: new Date(shared.testApp.clock.now.getTime() - 1_000) });
    expect(await notice()).toEqual({ asksToContact: false, canPay: true });
    const opened = await (await shared.testApp.as('ana')).part('GET', '/subscription/now');
    expect(opened.headers.get('Location')).toMatch(/^\/financeiro\/\d+\/checkout$/);
  });
});

describe('before the due date', () => {
  test('administrators see a notice on every page from five days on', async () => {
    for (const [days, text] of [
      [5, 'Sua assinatura vence em 5 dias.'],
      [1, 'Sua assinatura vence em 1 dia.'],
      [6, undefined],
    ] as const) {
      await shared.owes(days);
      const shown = await (await shared.testApp.as('ana')).page('/tags');
      expect({ days, isNotified: shown.text.includes('data-notice="due"') }).toEqual({
        days,
        isNotified: text !== undefined,
      });
      if (text) expect(shown.text).toContain(text);
      expect((await (await shared.testApp.as('bia')).page('/tags')).text).not.toContain('data-notice="due"');
    }
  });
});

describe('access by role and due date', () => {
  const DATES = { paid: 30, soon: 2, over: -2, blocked: 30, blockedAndOver: -2 } as const;
  type State = keyof typeof DATES;
  const CALLS: [name: string, method: string, path: string, isPage?: true][] = [
    ['work', 'GET', '/tickets'],
    ['invoices', 'GET', '/invoices/all'],
    ['page', 'GET', '/financeiro', true],
    ['data', 'GET', '/subscription', true],
    ['pay', 'POST', '/subscription'],
  ];
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
      await shared.owes(DATES[state] > 20 ? 19 : DATES[state]);
      if (state.startsWith('blocked')) await shared.change({ status: false });
      for (const [who, expected] of Object.entries(roles) as ['ana' | 'rui' | 'bia', number[]][]) {
        const browser = await shared.testApp.as(who);
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
      await shared.change({ status: true });
    });
});
