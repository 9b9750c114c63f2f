import type { Reach } from '../responders/call-service.client.ts';

export type Invoice = {
  /** In reais, as `99.90`. */
  value: string;
  /** YYYY-MM-DD. */
  dueDate: string;
  pix: string;
  /** The digits under the bar code; '' if there is none. */
  line: string;
  pdf: Uint8Array | null;
};

export type Customer = { name: string; invoices: Invoice[] };

/** A provider's billing system. Throws ResponderFailed. */
export interface InvoiceSystem {
  /** `document`: CPF or CNPJ without punctuation. Undefined if unknown or about somebody else. */
  find(reach: Reach, document: string): Promise<Customer | undefined>;
  /** Unblocks an internet line closed for late payment; undefined if unsupported or the customer is unknown. */
  trust?(reach: Reach, document: string): Promise<boolean | undefined>;
}

export const MAX_INVOICES = 3;

export const digitsOf = (text: unknown) => String(text ?? '').replace(/\D/g, '');

/** Null if it is not a PDF: some systems answer with a page, or with nothing. */
export function pdfOf(base64: string): Uint8Array | null {
  const bytes = Buffer.from(base64.trim().replace(/^"|"$/g, ''), 'base64');
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? new Uint8Array(bytes) : null;
}
