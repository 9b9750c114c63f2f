import { pdfSheet } from '@/core/documents/pdf-sheet.ts';
import type { Scope } from '@/core/scope.ts';
import { getBranding } from '@/modules/branding/branding.queries.ts';
import { getCompany, zoneOf } from '@/modules/companies/companies.queries.ts';
import { shownDocument } from '@/schemas/cpf-cnpj.schema.ts';
import { formatDay, formatReais } from '@/schemas/languages.schema.ts';
import type { InvoiceRow } from './pay-invoice.service.ts';

export async function receiptOf(scope: Scope, invoice: InvoiceRow): Promise<Uint8Array<ArrayBuffer>> {
  const { t, kernel, locale } = scope;
  const company = await getCompany(kernel, invoice.companyId);
  const timeZone = zoneOf(kernel, company);
  const day = (at: Date | null) => (at ? formatDay(at, { locale, timeZone }) : '');
  const title = t(invoice.status === 'paid' ? 'billing:pdf.receipt' : 'billing:pdf.invoice', {
    id: invoice.id,
  });
  const { addressStreet, addressDistrict, addressCity, addressState, addressZipCode } = company;
  const rows: [label: string, text: string][] = [
    [t('billing:pdf.company'), company.billingName || company.name],
    [t('billing:fields.document'), shownDocument(company.document)],
    [
      t('billing:checkout.address'),
      [addressStreet, addressDistrict, addressCity, addressState, addressZipCode].filter(Boolean).join(', '),
    ],
    [t('billing:detail'), invoice.detail],
    [t('billing:value'), formatReais(invoice.cents / 100, { locale })],
    [t('billing:credit'), invoice.creditCents > 0 ? formatReais(invoice.creditCents / 100, { locale }) : ''],
    [t('billing:dueDate'), day(invoice.dueDate)],
    [t('billing:state'), t(`billing:states.${invoice.status}`)],
    [t('billing:pdf.paidAt'), day(invoice.paidAt)],
    [t('billing:pdf.paidUntil'), day(invoice.paidUntil)],
    [t('billing:pdf.paidBy'), invoice.paidBy ? t(`billing:providers.${invoice.paidBy}`) : ''],
  ];
  const facts = rows.flatMap(([name, value]) => (value ? [{ name, lines: [value] }] : []));
  return pdfSheet({ head: (await getBranding(kernel)).name, title, facts });
}
