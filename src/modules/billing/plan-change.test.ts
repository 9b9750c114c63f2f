import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { invoices, mails, plans } from '@db/platform/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq, like } from 'drizzle-orm';
import { type BillingFixture, createBillingFixture } from './billing-fixture.test-support.ts';
import { makeDueInvoices } from './invoices/make-invoices.service.ts';

let shared: BillingFixture;
let big = 0;
beforeAll(async () => {
  shared = await createBillingFixture();
  big = await addPlan('Plano Grande', 90, 20);
});
afterAll(() => shared.stop());

async function addPlan(name: string, value: number, users: number): Promise<number> {
  const [row] = await shared.kernel.platform.write((tx) =>
    tx.insert(plans).values({ name, value, users, connections: 20, queues: 20 }).returning({ id: plans.id }),
  );
  return row?.id ?? 0;
}

const limit = (planId: number, users: number) =>
  shared.kernel.platform.write((tx) => tx.update(plans).set({ users }).where(eq(plans.id, planId)));
const part = async (who: PersonName, method: string, path: string, body?: Record<string, string>) =>
  (await shared.testApp.as(who)).part(method, path, body);
const choose = (planId: number) => part('ana', 'POST', '/subscription/plans', { planId: String(planId) });
const withdraw = (who: PersonName = 'ana') => part(who, 'DELETE', '/subscription/next-plan');
const page = async () => (await (await shared.testApp.as('ana')).page('/subscription')).text;
const next = async () =>
  shared.kernel.platform.db.query.invoices.findFirst({ where: eq(invoices.status, 'open') });

async function pay(): Promise<void> {
  const { body } = await shared.subscribe();
  await shared.provider.ask('pay', { txid: body.txid });
  await shared.notifyProvider({ pix: [{ txid: body.txid }] });
}

describe('plan that is too small', () => {
  test('cannot be chosen and names the limit', async () => {
    await shared.owes(10, { planId: big });
    const tiny = await addPlan('Plano Mínimo', 5, 1);
    const { text } = await part('ana', 'GET', '/subscription/plans');
    const sent = /Usuários em uso: \d+; este plano permite 1\./;
    expect(text).toMatch(sent);
    expect(text).toMatch(new RegExp(`value="${tiny}"[^>]*disabled|disabled=""[^>]*value="${tiny}"`));
    const refused = await choose(tiny);
    expect(refused.status).toBe(409);
    expect(refused.text + (refused.headers.get('HX-Trigger') ?? '')).toMatch(/este plano permite 1/);
    expect((await next())?.changesPlan).toBe(false);
  });

  test('at its start is skipped, the payment counts and both sides are notified', async () => {
    const before = await shared.owes(10, { planId: big });
    const small = await addPlan('Plano Pequeno', 10, 20);
    expect((await choose(small)).status).toBe(204);
    await limit(small, 1);
    await pay();
    const company = await shared.company();
    expect(company?.planId).toBe(big);
    expect(company?.dueDate?.getTime()).toBeGreaterThan(before.dueDate.getTime());
    expect(await shared.notices()).toMatchObject([
      { reason: 'planKept', companyId: shared.companyId, invoiceId: before.id, cents: 1_000 },
    ]);
    const reported = await shared.kernel.platform.db
      .select()
      .from(mails)
      .where(like(mails.kind, '%planKept'));
    expect(reported).toMatchObject([{ companyId: shared.companyId }]);
    await shared.change({ dueDate: new Date(shared.testApp.clock.now.getTime() + 86_400_000) });
    await makeDueInvoices(shared.kernel);
    expect(await next()).toMatchObject({ planId: big, cents: 9_000, changesPlan: false });
  });
});

describe('plan change waiting for the next period', () => {
  test('is shown and can be withdrawn until it starts', async () => {
    await shared.owes(10, { planId: big });
    const small = await addPlan('Plano Leve', 12, 20);
    expect((await withdraw()).status).toBe(409);
    await choose(small);
    expect(await page()).toContain('A partir de 20/03/2026: Plano Leve.');
    const { body } = await shared.subscribe();
    expect((await withdraw('bia')).status).toBe(403);
    expect((await withdraw()).status).toBe(204);
    expect(await page()).not.toContain('Plano Leve.');
    expect(await next()).toMatchObject({
      planId: big,
      detail: 'Plano Grande',
      cents: 9_000,
      changesPlan: false,
    });
    expect((await withdraw()).status).toBe(409);
    await shared.provider.ask('pay', { txid: body.txid });
    await shared.notifyProvider({ pix: [{ txid: body.txid }] });
    expect((await next())?.status).toBe('open');
    expect(await shared.notices()).toMatchObject([{ reason: 'underpaid' }]);
  });

  test('is replaced by a dearer plan that starts at once', async () => {
    await shared.owes(10, { planId: big });
    await choose(await addPlan('Plano Menor', 13, 20));
    const dearest = await addPlan('Plano Enorme', 150, 20);
    await choose(dearest);
    const change = (await shared.listed()).find(({ kind, status }) => kind === 'change' && status === 'open');
    const { body } = await shared.subscribe({ invoiceId: change?.id });
    await shared.provider.ask('pay', { txid: body.txid });
    await shared.notifyProvider({ pix: [{ txid: body.txid }] });
    expect((await shared.company())?.planId).toBe(dearest);
    expect(await next()).toMatchObject({ planId: dearest, cents: 15_000, changesPlan: false });
  });
});
