import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { invoices, plans } from '@db/platform/schema/index.ts';
import { setSuper } from '@test/support/people.ts';
import { type BillingFixture, createBillingFixture } from '@/modules/billing/billing-fixture.test-support.ts';
import { makeDueInvoices } from '@/modules/billing/invoices/make-invoices.service.ts';

let shared: BillingFixture;
let first = 0;
let [light, big, free] = [0, 0, 0];
beforeAll(async () => {
  shared = await createBillingFixture();
  await setSuper(shared.kernel, shared.testApp.people, 'davi');
  first = (await shared.company())?.planId ?? 0;
  light = await addPlan('Leve', 12);
  big = await addPlan('Grande', 90);
  free = await addPlan('Livre', 0);
});
afterAll(() => shared.stop());

async function addPlan(name: string, value: number): Promise<number> {
  const limits = { users: 20, connections: 20, queues: 20 };
  const [row] = await shared.kernel.platform.write((tx) =>
    tx
      .insert(plans)
      .values({ name, value, ...limits })
      .returning({ id: plans.id }),
  );
  return row?.id ?? 0;
}

const owes = () => shared.owes(10, { planId: first });
const edit = (patch: object) => shared.call('davi', 'PUT', `/companies/${shared.companyId}`, patch);
const choose = async (planId: number) =>
  (await shared.testApp.as('ana')).part('POST', '/subscription/plans', { planId: String(planId) });
const rows = () => shared.kernel.platform.db.select().from(invoices).orderBy(invoices.id);
async function pay(txid: string): Promise<void> {
  await shared.provider.ask('pay', { txid });
  await shared.notifyProvider({ pix: [{ txid }] });
}

describe('an open invoice of the next period', () => {
  test('follows the plan and the recurrence, and its code expires', async () => {
    await owes();
    const { body } = await shared.subscribe();
    await edit({ planId: big });
    expect(await rows()).toMatchObject([{ planId: big, detail: 'Grande', users: 20, cents: 9_000 }]);
    await edit({ recurrence: 'TRIMESTRAL' });
    expect(await rows()).toMatchObject([{ planId: big, recurrence: 'TRIMESTRAL', cents: 27_000 }]);
    expect((await shared.charges()).at(-1)?.status).toBe('expired');
    await pay(body.txid);
    expect(await shared.notices()).toMatchObject([{ reason: 'underpaid', cents: 3_000 }]);
    await pay((await shared.subscribe()).body.txid);
    expect(await rows()).toMatchObject([{ status: 'paid', cents: 27_000 }]);
  });

  test('and its code stay after another change, or one to the same terms', async () => {
    await owes();
    await shared.subscribe();
    const before = [await rows(), await shared.charges()];
    await edit({ phone: '1133334444', planId: first, recurrence: 'MENSAL' });
    expect([await rows(), await shared.charges()]).toEqual(before);
  });

  test.each([
    ['a free plan', () => free],
    ['no plan', () => null],
  ])('is cancelled by %s, and made again without the planned change', async (_, planId) => {
    await owes();
    await choose(light);
    expect(await rows()).toMatchObject([{ changesPlan: true, planId: light }]);
    await edit({ planId: planId() });
    expect(await rows()).toMatchObject([{ status: 'cancelled' }]);
    await edit({ planId: big });
    await makeDueInvoices(shared.kernel);
    expect(await rows()).toMatchObject([{ status: 'open', changesPlan: false, planId: big, cents: 9_000 }]);
  });

  test('keeps a planned change in another recurrence, but not on another plan', async () => {
    await owes();
    await choose(light);
    await edit({ recurrence: 'BIMESTRAL' });
    expect(await rows()).toMatchObject([{ planId: light, changesPlan: true, cents: 2_400 }]);
    await edit({ planId: big });
    expect(await rows()).toMatchObject([{ planId: big, changesPlan: false, cents: 18_000 }]);
  });
});

test('a paid invoice stays as it was', async () => {
  await owes();
  await pay((await shared.subscribe()).body.txid);
  const before = await rows();
  expect(before).toMatchObject([{ status: 'paid' }]);
  await edit({ planId: big, recurrence: 'ANUAL' });
  expect(await rows()).toEqual(before);
});

test('paying the code of an earlier plan change leaves the plan that the platform chose', async () => {
  const dearest = await addPlan('Enorme', 150);
  await owes();
  await choose(dearest);
  const change = (await rows()).find(({ kind }) => kind === 'change');
  const { body } = await shared.subscribe({ invoiceId: change?.id });
  await edit({ planId: big });
  await pay(body.txid);
  expect((await shared.company())?.planId).toBe(big);
  expect(await shared.notices()).toMatchObject([{ reason: 'cancelled', invoiceId: change?.id }]);
  expect(await rows()).toMatchObject([
    { kind: 'period', status: 'open', planId: big, cents: 9_000 },
    { kind: 'change', status: 'cancelled' },
  ]);
});
