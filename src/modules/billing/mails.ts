import { companies } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { PlatformScope } from '@/kernel/platform-scope.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { billingPaths } from './billing-paths.schema.ts';
import type { InvoiceRow } from './invoices/pay-invoice.ts';

declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'billing:dueSoon': { link?: string; name: string; date: string; value: string };
    'billing:paid': { link?: string; name: string; date: string; value: string };
  }
}

const TAGS = { pt: 'pt-BR', en: 'en', es: 'es' } as const;

type Told = { kind: 'billing:dueSoon' | 'billing:paid'; invoice: InvoiceRow; day: Date | null };

/** To whoever pays for the company; nobody without an address. Joins the transaction. */
export async function tellPayer(tx: PlatformScope, { kind, invoice, day }: Told): Promise<void> {
  const company = await tx.db.query.companies.findFirst({ where: eq(companies.id, invoice.companyId) });
  const recipient = company?.billingEmail || company?.email;
  if (!company || !recipient) return;
  const { publicUrl, timeZone } = tx.kernel.config;
  const { language } = company;
  const money = new Intl.NumberFormat(TAGS[language], { style: 'currency', currency: 'BRL' });
  await postMail(tx, {
    kind,
    key: `${kind}:${invoice.id}`,
    recipient,
    language,
    companyId: company.id,
    values: {
      ...(publicUrl && { link: `${publicUrl}${billingPaths.list()}` }),
      name: company.billingName || company.name,
      date: day?.toLocaleDateString('pt-BR', { timeZone }) ?? '',
      value: money.format(invoice.cents / 100),
    },
  });
}
