import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { invoices, plans } from '@db/platform/schema/index.ts';
import { setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { publishPayments } from '@/modules/webhooks/record/record-payments.jobs.ts';
import { type BillingFixture, createBillingFixture } from '../billing-fixture.test-support.ts';
import { giveCredit } from './give-credit.service.ts';

let app: BillingFixture;
beforeAll(async () => {
  app = await createBillingFixture();
  await setSuper(app.kernel, app.testApp.people, 'davi');
  await app.kernel.tenants.closeAll();
  const path = join(app.kernel.tenants.folder(app.companyId), 'company.db');
  writeFileSync(path, 'no database, '.repeat(1000));
});
afterAll(() => app.stop());

async function addInvoices(values: Partial<typeof invoices.$inferInsert>): Promise<[number, number]> {
  const { id, ...model } = await app.owes();
  const { boreal } = app.testApp.people.companyId;
  const [plan] = await app.kernel.platform.db.select().from(plans).limit(1);
  const same = { ...model, ...values, planId: plan?.id ?? 0 };
  return app.kernel.platform.write(async (tx) => {
    await tx.update(invoices).set(same).where(eq(invoices.id, id));
    const [other] = await tx
      .insert(invoices)
      .values({ ...same, companyId: boreal })
      .returning({ id: invoices.id });
    return [id, other?.id ?? 0];
  });
}

const rowOf = async (id: number) =>
  app.kernel.platform.db.query.invoices.findFirst({ where: eq(invoices.id, id) });

test('the payment of another company is reported although one’s data is damaged', async () => {
  const [damaged, intact] = await addInvoices({ status: 'paid', paidAt: app.testApp.clock.now });
  await publishPayments(app.kernel);
  expect([(await rowOf(damaged))?.notifiedAt, (await rowOf(intact))?.notifiedAt]).toEqual([
    null,
    app.testApp.clock.now,
  ]);
});

test('credit settles the invoice of another company although one’s data is damaged', async () => {
  const [damaged, intact] = await addInvoices({ cents: 0, creditCents: 100, changesPlan: true });
  const credit = { invoiceId: intact, value: 1, note: 'Fora do ar' };
  await giveCredit(await app.testApp.scopeOf('davi'), credit);
  expect([(await rowOf(damaged))?.status, (await rowOf(intact))?.status]).toEqual(['open', 'paid']);
});
