import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { invoices, mails, plans } from '@db/platform/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq, like } from 'drizzle-orm';
import { type BillingDesk, createBillingDesk } from './billing-desk.test-support.ts';
import { makeDueInvoices } from './invoices/make-invoices.ts';

let house: BillingDesk;
let big = 0;
beforeAll(async () => {
  house = await createBillingDesk();
  big = await addPlan('Plano Grande', 90, 20);
});
afterAll(() => house.stop());

async function addPlan(name: string, value: number, users: number): Promise<number> {
  const [row] = await house.kernel.platform.write((tx) =>
    tx.insert(plans).values({ name, value, users, connections: 20, queues: 20 }).returning({ id: plans.id }),
  );
  return row?.id ?? 0;
}

const limit = (planId: number, users: number) =>
  house.kernel.platform.write((tx) => tx.update(plans).set({ users }).where(eq(plans.id, planId)));
const part = async (who: PersonName, method: string, path: string, body?: Record<string, string>) =>
  (await house.desk.as(who)).part(method, path, body);
const choose = (planId: number) => part('ana', 'POST', '/subscription/plans', { planId: String(planId) });
const withdraw = (who: PersonName = 'ana') => part(who, 'DELETE', '/subscription/next-plan');
const page = async () => (await (await house.desk.as('ana')).page('/subscription')).text;
const next = async () =>
  house.kernel.platform.db.query.invoices.findFirst({ where: eq(invoices.status, 'open') });

async function pay(): Promise<void> {
  const { body } = await house.subscribe();
  await house.provider.ask('pay', { txid: body.txid });
  await house.tell({ pix: [{ txid: body.txid }] });
}

describe('a plan that is too small', () => {
  test('is not to be chosen, and says for what', async () => {
    await house.owes(10, { planId: big });
    const tiny = await addPlan('Plano Mínimo', 5, 1);
    const { text } = await part('ana', 'GET', '/subscription/plans');
    const said = /A empresa tem \d+ usuários; este plano permite 1\./;
    expect(text).toMatch(said);
    expect(text).toMatch(new RegExp(`value="${tiny}"[^>]*disabled|disabled=""[^>]*value="${tiny}"`));
    const refused = await choose(tiny);
    expect(refused.status).toBe(409);
    expect(refused.text + (refused.headers.get('HX-Trigger') ?? '')).toMatch(/este plano permite 1/);
    expect((await next())?.changesPlan).toBe(false);
  });

  test('when it would begin is kept off: what was paid counts, the old plan stays, both sides are told', async () => {
    const before = await house.owes(10, { planId: big });
    const small = await addPlan('Plano Pequeno', 10, 20);
    expect((await choose(small)).status).toBe(204);
    // Meanwhile the platform has made the plan smaller, or the company has grown.
    await limit(small, 1);
    await pay();
    const company = await house.company();
    expect(company?.planId).toBe(big);
    expect(company?.dueDate?.getTime()).toBeGreaterThan(before.dueDate.getTime());
    expect(await house.notices()).toMatchObject([
      { reason: 'planKept', companyId: house.companyId, invoiceId: before.id, cents: 1_000 },
    ]);
    const told = await house.kernel.platform.db.select().from(mails).where(like(mails.kind, '%planKept'));
    expect(told).toMatchObject([{ companyId: house.companyId }]);
    await house.change({ dueDate: new Date(house.desk.clock.now.getTime() + 86_400_000) });
    await makeDueInvoices(house.kernel);
    expect(await next()).toMatchObject({ planId: big, cents: 9_000, changesPlan: false });
  });
});

describe('a change that waits for the next period', () => {
  test('is said and can be withdrawn, until it has begun', async () => {
    await house.owes(10, { planId: big });
    const small = await addPlan('Plano Leve', 12, 20);
    expect((await withdraw()).status).toBe(409);
    await choose(small);
    expect(await page()).toContain('A partir de 20/03/2026: Plano Leve.');
    const { body } = await house.subscribe();
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
    // The code of the smaller price no longer pays the period.
    await house.provider.ask('pay', { txid: body.txid });
    await house.tell({ pix: [{ txid: body.txid }] });
    expect((await next())?.status).toBe('open');
    expect(await house.notices()).toMatchObject([{ reason: 'underpaid' }]);
  });

  test('makes way for a dearer plan that begins at once', async () => {
    await house.owes(10, { planId: big });
    await choose(await addPlan('Plano Menor', 13, 20));
    const dearest = await addPlan('Plano Enorme', 150, 20);
    await choose(dearest);
    const change = (await house.listed()).find(({ kind, status }) => kind === 'change' && status === 'open');
    const { body } = await house.subscribe({ invoiceId: change?.id });
    await house.provider.ask('pay', { txid: body.txid });
    await house.tell({ pix: [{ txid: body.txid }] });
    expect((await house.company())?.planId).toBe(dearest);
    expect(await next()).toMatchObject({ planId: dearest, cents: 15_000, changesPlan: false });
  });
});
