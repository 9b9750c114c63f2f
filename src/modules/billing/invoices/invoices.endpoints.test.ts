import { afterAll, beforeAll, expect, test } from 'bun:test';
import { setSuper } from '@test/support/people.ts';
import type { InvoicesReply, InvoiceView } from '../billing.views.ts';
import { type BillingFixture, createBillingFixture } from '../billing-fixture.test-support.ts';

let fixture: BillingFixture;
let invoice: Awaited<ReturnType<BillingFixture['owes']>>;

beforeAll(async () => {
  fixture = await createBillingFixture();
  invoice = await fixture.owes();
  await setSuper(fixture.kernel, fixture.testApp.people, 'davi');
});
afterAll(() => fixture.stop());

test('GET /invoices and GET /invoices/:id give administrators their own company’s', async () => {
  const page = (who: 'ana' | 'bia' | 'davi', query = '') =>
    fixture.call<InvoicesReply>(who, 'GET', `/invoices?pageNumber=1${query}`);
  const [listed] = await fixture.listed();
  expect((await page('ana')).body).toEqual({ invoices: [listed], count: 1, hasMore: false } as never);
  expect((await page('ana', '&searchParam=nada')).body).toMatchObject({ invoices: [], count: 0 });
  expect((await page('bia')).status).toBe(403);
  expect((await page('davi')).body).toMatchObject({ invoices: [], count: 0 });
  const one = `/invoices/${invoice.id}`;
  expect((await fixture.call<InvoiceView>('ana', 'GET', one)).body).toEqual(listed as never);
  expect((await fixture.call('bia', 'GET', one)).status).toBe(403);
  expect((await fixture.call('davi', 'GET', one)).status).toBe(404);
});

test('PUT /invoices/:id lets only platform administrators mark one as paid, once', async () => {
  const one = `/invoices/${invoice.id}`;
  const put = (who: 'ana' | 'davi', status: string) =>
    fixture.call<InvoiceView>(who, 'PUT', one, { id: invoice.id, status });
  expect(await put('ana', 'paid')).toMatchObject({ status: 403, body: { error: 'ERR_NO_SUPER' } });
  expect((await put('davi', 'open')).status).toBe(400);
  expect((await fixture.listed())[0]?.status).toBe('open');
  expect(await put('davi', 'paid')).toMatchObject({ status: 200, body: { status: 'paid' } });
  expect(await put('davi', 'paid')).toMatchObject({ status: 409, body: { error: 'ERR_INVOICE_NOT_OPEN' } });
  expect((await fixture.company())?.dueDate?.getTime()).toBeGreaterThan(invoice.dueDate.getTime());
});
