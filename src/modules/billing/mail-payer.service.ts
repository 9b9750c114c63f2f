import { companies } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Locale } from '@/core/i18n.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';
import { zoneOf } from '@/modules/companies/companies.queries.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { mailLink } from '@/modules/mail/mail-link.logic.ts';
import { formatCount, formatDay, formatReais } from '@/schemas/languages.schema.ts';
import { billingPaths } from './billing-paths.schema.ts';
import type { InvoiceRow } from './invoices/pay-invoice.service.ts';
import type { Excess } from './plan-excess.queries.ts';

type Values = { link?: string; name: string; date: string; value: string; plan: string; why: string };

declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'billing:dueSoon': Values;
    'billing:paid': Values;
    'billing:planKept': Values;
  }
}

type MailContent = { invoice: InvoiceRow; day: Date | null } & (
  | { kind: 'billing:dueSoon' | 'billing:paid'; excess?: undefined }
  | { kind: 'billing:planKept'; excess: Excess | undefined }
);

/** Mails the company's billing address, if any. Joins the transaction. */
export async function mailPayer(
  tx: PlatformScope,
  { kind, invoice, day, excess }: MailContent,
): Promise<void> {
  const company = await tx.db.query.companies.findFirst({ where: eq(companies.id, invoice.companyId) });
  const recipient = company?.billingEmail || company?.email;
  if (!company || !recipient) return;
  const timeZone = zoneOf(tx.kernel, company);
  const { language } = company;
  await postMail(tx, {
    kind,
    key: `${kind}:${invoice.id}`,
    recipient,
    language,
    companyId: company.id,
    values: {
      ...mailLink(tx.kernel, billingPaths.list()),
      name: company.billingName || company.name,
      date: day ? formatDay(day, { locale: language, timeZone }) : '',
      value: formatReais(invoice.cents / 100, { locale: language }),
      plan: invoice.detail,
      why: excess ? excessText(tx, excess, language) : '',
    },
  });
}

function excessText({ kernel }: PlatformScope, { limited, inUse, limit }: Excess, locale: Locale): string {
  const amounts = { inUse: formatCount(inUse, { locale }), limit: formatCount(limit, { locale }) };
  return kernel.translations.t(locale)(`billing:excess.${limited}`, amounts);
}
