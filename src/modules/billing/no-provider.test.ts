import { afterAll, beforeAll, expect, test } from 'bun:test';
import { companies } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import { makeDueInvoices } from './invoices/make-invoices.service.ts';

const DAY_MS = 86_400_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const isAskedToContact = async (dueInDays: number) => {
  const { kernel, people } = testApp;
  const plan = await kernel.platform.db.query.plans.findFirst();
  const dueDate = new Date(testApp.clock.now.getTime() + dueInDays * DAY_MS);
  await kernel.platform.write((tx) =>
    tx
      .update(companies)
      .set({ dueDate, recurrence: 'MENSAL', planId: plan?.id ?? null })
      .where(eq(companies.id, people.companyId.aurora)),
  );
  await makeDueInvoices(kernel);
  const { status, text } = await (await testApp.as('ana')).page('/financeiro');
  expect(status).toBe(200);
  return text.includes('Para pagar, fale com quem administra a plataforma.');
};

test('without a payment provider only a company that owes is led to the administrator', async () => {
  expect(await isAskedToContact(60)).toBe(false);
  expect(await isAskedToContact(3)).toBe(true);
  expect(await isAskedToContact(-1)).toBe(true);
});
