import { charges, companies, invoices, paymentNotices } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import {
  EFI_CREDENTIALS,
  MERCADO_PAGO_CREDENTIALS,
  type Provider,
  startProvider,
  testCertificate,
} from '@test/support/payments.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { SubscriptionInput } from './billing.schema.ts';
import type { InvoiceView, PixChargeView } from './billing.views.ts';
import { makeDueInvoices } from './invoices/make-invoices.service.ts';
import { storeProvider, webhookSecret } from './providers/provider-settings.service.ts';

export const DAY = 86_400_000;

export type BillingFixture = Awaited<ReturnType<typeof createBillingFixture>>;

export async function createBillingFixture(name: 'efi' | 'mercadopago' = 'efi') {
  const provider: Provider = await startProvider(name);
  const url = name === 'efi' ? 'EFI_URL' : 'MERCADOPAGO_URL';
  const testApp: TestApp = await createTestApp({ env: { [url]: provider.url } });
  const { kernel, people } = testApp;
  const companyId = people.companyId.aurora;
  const system = await testApp.systemScope();
  if (name === 'efi')
    await storeProvider(system, 'efi', { ...EFI_CREDENTIALS, certificate: await testCertificate() });
  else await storeProvider(system, 'mercadopago', MERCADO_PAGO_CREDENTIALS);
  const { platform } = kernel;

  const change = (values: Partial<typeof companies.$inferInsert>, id = companyId) =>
    platform.write((tx) => tx.update(companies).set(values).where(eq(companies.id, id)));
  const call = async <T>(who: PersonName, method: string, path: string, body?: unknown) =>
    (await testApp.as(who)).json<T & { error: string; code?: string }>(method, path, body);
  const webhookPath = async () => `/subscription/webhook/${await webhookSecret(kernel)}`;

  return {
    testApp,
    kernel,
    provider,
    companyId,
    change,
    call,
    webhookPath,
    async owes(days = 10, more: Partial<typeof companies.$inferInsert> = {}) {
      await platform.write((tx) => tx.delete(invoices));
      await platform.write((tx) => tx.delete(paymentNotices));
      await change({
        dueDate: new Date(testApp.clock.now.getTime() + days * DAY),
        recurrence: 'MENSAL',
        status: true,
        ...more,
      });
      await makeDueInvoices(kernel);
      const [invoice] = await platform.db.select().from(invoices).where(eq(invoices.companyId, companyId));
      if (!invoice) throw new Error('no invoice was made');
      return invoice;
    },
    subscribe: (body: SubscriptionInput = {}, who: PersonName = 'ana') =>
      call<PixChargeView>(who, 'POST', '/subscription', body),
    listed: async () => (await call<InvoiceView[]>('ana', 'GET', '/invoices/all')).body as InvoiceView[],
    company: async (id = companyId) => platform.db.query.companies.findFirst({ where: eq(companies.id, id) }),
    charges: () => platform.db.select().from(charges).orderBy(charges.id),
    notices: () => platform.db.select().from(paymentNotices).orderBy(paymentNotices.id),
    async notifyProvider(body: object, path?: string) {
      const stranger = await testApp.as();
      const reply = await stranger.raw(path ?? (await webhookPath()), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: reply.status, body: await reply.json() };
    },
    async stop() {
      await testApp.stop();
      await provider.stop();
    },
  };
}
