import { z } from 'zod';
import { id, moment, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';
import { INVOICE_STATES } from './billing.schema.ts';

export const Invoice = z
  .strictObject({
    id,
    detail: z.string(),
    status: z.enum(INVOICE_STATES).exclude(['overdue']),
    /** In reais. */
    value: z.number(),
    dueDate: moment,
    companyId: id,
    kind: z.enum(['period', 'change']),
    users: z.number().int(),
    connections: z.number().int(),
    queues: z.number().int(),
    recurrence: z.string(),
    paidAt: moment.nullable(),
    ...stamps,
  })
  .meta({ id: 'Invoice' });
export type InvoiceView = z.infer<typeof Invoice>;

export const InvoicesReply = pageOf('invoices', Invoice);
export type InvoicesReply = z.infer<typeof InvoicesReply>;

export type InvoiceRowView = InvoiceView & {
  state: (typeof INVOICE_STATES)[number];
  companyName: string;
  timeZone: string;
  paidUntil: string | null;
  paidBy: 'efi' | 'mercadopago' | 'manual' | 'credit' | null;
  note: string;
  credit: number;
  isReversible: boolean;
};

/** The reference spreads the gateway's charge; clients read `qrcode.qrcode` and `valor.original`. */
export const PixCharge = z
  .strictObject({
    txid: z.string(),
    status: z.literal('ATIVA'),
    valor: z.strictObject({ original: z.string() }),
    calendario: z.strictObject({ criacao: moment, expiracao: z.number().int() }),
    pixCopiaECola: z.string(),
    qrcode: z.strictObject({ qrcode: z.string(), imagemQrcode: z.string() }),
  })
  .meta({ id: 'PixCharge' });
export type PixChargeView = z.infer<typeof PixCharge>;

export const WebhookReply = z.strictObject({ ok: z.literal(true) });
