import type { Ids } from '@/core/ids.ts';

const LENGTH = 32;

/** 32 letters and digits (Efí's txid). Starts with company and invoice: payments stay attributable. */
export function chargeReference(ids: Ids, companyId: number, invoiceId: number): string {
  const random = `${ids.token(24)}${ids.token(24)}`.replace(/[^a-zA-Z0-9]/g, '');
  return `b${companyId}i${invoiceId}x${random}`.slice(0, LENGTH);
}

export function readReference(reference: string): { companyId: number; invoiceId: number } | undefined {
  const [, company, invoice] = /^b(\d{1,9})i(\d{1,9})x[a-zA-Z0-9]+$/.exec(reference) ?? [];
  return company && invoice ? { companyId: Number(company), invoiceId: Number(invoice) } : undefined;
}
