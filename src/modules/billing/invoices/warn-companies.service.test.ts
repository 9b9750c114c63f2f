import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test';
import { invoices, mails } from '@db/platform/schema/index.ts';
import { type BillingFixture, createBillingFixture } from '../billing-fixture.test-support.ts';
import { warnCompanies } from './warn-companies.service.ts';

let app: BillingFixture;
beforeAll(async () => {
  app = await createBillingFixture();
});
afterAll(() => app.stop());
beforeEach(() => app.kernel.platform.write((tx) => tx.delete(mails)));

const countWarnings = async () => {
  const all = await app.kernel.platform.db.select().from(mails);
  return all.filter(({ kind }) => kind === 'billing:dueSoon').length;
};

test('an invoice that is paid after it was listed is not called due', async () => {
  await app.owes(3);
  const { platform } = app.kernel;
  const write = platform.write.bind(platform);
  const spy = spyOn(platform, 'write').mockImplementationOnce(async (work) => {
    await write((tx) => tx.update(invoices).set({ status: 'paid' }));
    return write(work);
  });
  await warnCompanies(app.kernel);
  spy.mockRestore();
  expect(await countWarnings()).toBe(0);
});

test('a company that cannot be warned does not hold up the next one, and is warned later', async () => {
  const { id: _, ...model } = await app.owes(3);
  const { platform, people } = { platform: app.kernel.platform, people: app.testApp.people };
  await app.change({ status: true, email: 'boreal@boreal.example' }, people.companyId.boreal);
  await platform.write((tx) =>
    tx.insert(invoices).values({ ...model, companyId: people.companyId.boreal, warnedAt: null }),
  );
  const spy = spyOn(platform, 'write').mockImplementationOnce(() => Promise.reject(new Error('busy')));
  await warnCompanies(app.kernel);
  spy.mockRestore();
  expect(await countWarnings()).toBe(1);
  await warnCompanies(app.kernel);
  expect(await countWarnings()).toBe(2);
});
