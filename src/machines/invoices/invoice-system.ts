import type { Reach } from '../ask.ts';

export type Invoice = {
  /** In reais, as `99.90`. */
  value: string;
  /** YYYY-MM-DD. */
  dueDate: string;
  /** To copy and paste; '' where there is none. */
  pix: string;
  /** What is typed under the bars; '' where there is none. */
  line: string;
  pdf: Uint8Array | null;
};

export type Customer = { name: string; invoices: Invoice[] };

/** A provider's billing system. Throws MachineFailed. */
export interface InvoiceSystem {
  /** `document` is a CPF or CNPJ without points. Undefined for nobody, and for an answer about somebody else. */
  find(reach: Reach, document: string): Promise<Customer | undefined>;
  /** Opens a line that is closed for a late payment; undefined where the system cannot, or knows nobody. */
  trust?(reach: Reach, document: string): Promise<boolean | undefined>;
}

/** The next ones due; each costs calls. */
export const MOST_INVOICES = 3;

export const digitsOf = (text: unknown) => String(text ?? '').replace(/\D/g, '');

/** Undefined for what is none: some systems answer with a page, or with nothing. */
export function pdfOf(base64: string): Uint8Array | null {
  const bytes = Buffer.from(base64.trim().replace(/^"|"$/g, ''), 'base64');
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? new Uint8Array(bytes) : null;
}
