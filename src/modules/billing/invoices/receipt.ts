import { shownDocument } from '@/document.schema.ts';
import type { Scope } from '@/kernel/scope.ts';
import { formatReais } from '@/languages.schema.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { getLook } from '@/modules/look/look.queries.ts';
import type { InvoiceRow } from './pay-invoice.ts';
import { type PdfLine, pdfPage } from './pdf-page.ts';

/** A paid invoice is a receipt; any other says how it stands. */
export async function receiptOf(scope: Scope, invoice: InvoiceRow): Promise<Uint8Array<ArrayBuffer>> {
  const { t, kernel, locale } = scope;
  const company = await getCompany(kernel, invoice.companyId);
  const day = (at: Date | null) =>
    at?.toLocaleDateString('pt-BR', { timeZone: kernel.config.timeZone }) ?? '';
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
    [t('billing:dueDate'), day(invoice.dueDate)],
    [t('billing:state'), t(`billing:states.${invoice.status}`)],
    [t('billing:pdf.paidAt'), day(invoice.paidAt)],
    [t('billing:pdf.paidUntil'), day(invoice.paidUntil)],
    [t('billing:pdf.paidBy'), invoice.paidBy ? t(`billing:providers.${invoice.paidBy}`) : ''],
  ];
  return pdfPage(title, laidOut((await getLook(kernel)).name, title, rows));
}

const LEFT = 60;
const COLUMN = 200;
const LONGEST = 62;

function laidOut(product: string, title: string, rows: [string, string][]): PdfLine[] {
  const lines: PdfLine[] = [
    { text: product, x: LEFT, y: 80, size: 12 },
    { text: title, x: LEFT, y: 110, size: 20, isBold: true },
  ];
  let y = 160;
  for (const [label, text] of rows.filter(([, said]) => said)) {
    lines.push({ text: label, x: LEFT, y, size: 11, isBold: true });
    for (const part of wrapped(text)) {
      lines.push({ text: part, x: COLUMN, y, size: 11 });
      y += 16;
    }
    y += 6;
  }
  return lines;
}

function wrapped(text: string): string[] {
  const parts: string[] = [];
  for (let rest = text; rest; ) {
    const space = rest.length > LONGEST ? rest.lastIndexOf(' ', LONGEST) : -1;
    const end = rest.length <= LONGEST ? rest.length : space > 0 ? space : LONGEST;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return parts;
}
