import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { invoices, mails, plans } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { type BillingFixture, createBillingFixture, DAY } from '../billing-fixture.test-support.ts';
import { makeDueInvoices } from './make-invoices.service.ts';
import { renewFreePlans } from './renew-free-plans.service.ts';
import { warnCompanies } from './warn-companies.service.ts';

let app: BillingFixture;
let free = 0;
let small = 0;
let paid = 0;
beforeAll(async () => {
  app = await createBillingFixture();
  paid = (await app.company())?.planId ?? 0;
  free = await addFreePlan('Grátis');
  small = await addFreePlan('Grátis menor');
});
afterAll(() => app.stop());
beforeEach(() => app.kernel.platform.write((tx) => tx.delete(invoices)));

async function addFreePlan(name: string): Promise<number> {
  const [row] = await app.kernel.platform.write((tx) =>
    tx.insert(plans).values({ name, value: 0, users: 20, connections: 20, queues: 20 }).returning(),
  );
  return row?.id ?? 0;
}

async function runJobs(): Promise<void> {
  await renewFreePlans(app.kernel);
  await makeDueInvoices(app.kernel);
}

const inDays = (days: number) => new Date(app.testApp.clock.now.getTime() + days * DAY);
const listInvoices = () => app.kernel.platform.db.select().from(invoices);
const dueDate = async () => (await app.company())?.dueDate?.toISOString();
const page = async (path: string) => (await (await app.testApp.as('ana')).page(path)).text;
const choose = async (planId: number) =>
  (await app.testApp.as('ana')).part('POST', '/subscription/plans', { planId: String(planId) });

describe('free plan', () => {
  for (const [days, renewedUntil] of [
    [0.01, '2026-04-11T02:59:59.999Z'],
    [-40, '2026-04-11T02:59:59.999Z'],
  ] as const)
    test(`is renewed ${days} days from its end without an invoice`, async () => {
      await app.change({ planId: free, dueDate: inDays(days), recurrence: 'MENSAL', status: true });
      await runJobs();
      expect(await dueDate()).toBe(renewedUntil);
      expect(await listInvoices()).toEqual([]);
      expect((await (await app.testApp.as('bia')).json('GET', '/tickets')).status).toBe(200);
    });

  test('causes neither warnings nor payment requests', async () => {
    const end = inDays(3);
    await app.change({ planId: free, dueDate: end });
    await runJobs();
    await warnCompanies(app.kernel);
    expect(await dueDate()).toBe(end.toISOString());
    expect(await page('/tags')).not.toContain('data-notice="due"');
    expect(await page('/financeiro')).not.toContain('Para pagar');
    expect(await page('/subscription')).not.toContain('/subscription/now');
    expect(await app.subscribe()).toMatchObject({ status: 404, body: { error: 'ERR_NO_INVOICE_FOUND' } });
    expect(await listInvoices()).toEqual([]);
    expect(await app.charges()).toEqual([]);
  });
});

describe('change to a free plan', () => {
  test('starts with the next period without a payment', async () => {
    await app.owes(10, { planId: paid });
    expect((await choose(free)).status).toBe(204);
    expect(await page('/financeiro')).not.toContain('-pay"');
    expect(await app.subscribe()).toMatchObject({ body: { error: 'ERR_INVOICE_NOT_OPEN' } });
    await runJobs();
    expect((await app.company())?.planId).toBe(paid);
    app.testApp.clock.advance(10 * DAY - 60_000);
    await runJobs();
    expect((await app.company())?.planId).toBe(free);
    expect((await listInvoices()).map(({ status }) => status)).toEqual(['cancelled']);
    expect((await (await app.testApp.as('bia')).json('GET', '/tickets')).status).toBe(200);
    app.testApp.clock.advance(-(10 * DAY - 60_000));
  });

  test('is reverted when it no longer fits and the company is warned', async () => {
    const before = await app.owes(10, { planId: paid });
    expect((await choose(small)).status).toBe(204);
    await app.kernel.platform.write((tx) => tx.update(plans).set({ users: 1 }).where(eq(plans.id, small)));
    app.testApp.clock.advance(5 * DAY);
    await runJobs();
    await warnCompanies(app.kernel);
    expect((await app.company())?.planId).toBe(paid);
    expect(await listInvoices()).toMatchObject([{ status: 'open', cents: before.cents, changesPlan: false }]);
    const sent = await app.kernel.platform.db.select().from(mails);
    expect(sent.map(({ kind }) => kind)).toContain('billing:dueSoon');
    app.testApp.clock.advance(-5 * DAY);
  });
});

describe('a change between the list and the renewal', () => {
  /** Makes the change before the next write. */
  function beforeWriting(change: () => Promise<unknown>): void {
    const { platform } = app.kernel;
    const { write } = platform;
    platform.write = async (work) => {
      platform.write = write;
      await change();
      return write(work);
    };
  }

  test('leaves a company that moved to a paid plan alone', async () => {
    await app.change({ planId: free, dueDate: inDays(0.01), recurrence: 'MENSAL', status: true });
    const end = await dueDate();
    beforeWriting(() => app.change({ planId: paid }));
    await renewFreePlans(app.kernel);
    expect([(await app.company())?.planId, await dueDate()]).toEqual([paid, end]);
  });

  test('ends a change to a free plan that was taken back', async () => {
    const { id } = await app.owes(0.01, { planId: paid });
    await app.kernel.platform.write((tx) =>
      tx.update(invoices).set({ changesPlan: true, planId: free }).where(eq(invoices.id, id)),
    );
    const end = await dueDate();
    beforeWriting(() =>
      app.kernel.platform.write((tx) =>
        tx.update(invoices).set({ changesPlan: false, planId: paid }).where(eq(invoices.id, id)),
      ),
    );
    await renewFreePlans(app.kernel);
    expect([(await app.company())?.planId, await dueDate()]).toEqual([paid, end]);
    expect(await listInvoices()).toMatchObject([{ status: 'open', planId: paid }]);
  });
});
