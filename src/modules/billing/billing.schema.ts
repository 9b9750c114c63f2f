import { z } from 'zod';
import { isCpfOrCnpj, plainDocument } from '../../schemas/cpf-cnpj.schema.ts';
import { emailAddress } from '../../schemas/email.schema.ts';
import { clientId } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import { reais } from '../../schemas/money.schema.ts';
import { storable } from '../../schemas/storable.schema.ts';

export const INVOICES_PER_PAGE = 20;
const COUNTRIES = ['BR', 'usa'] as const;
/** `overdue`: open after its due date. */
export const INVOICE_STATES = ['open', 'overdue', 'paid', 'cancelled'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

const text = (most: number) =>
  z
    .string('validation:invalid')
    .transform((text) => storable(text).trim())
    .pipe(z.string().max(most, 'validation:tooLong'));
const needed = (most: number, message: string) =>
  z
    .string(message)
    .transform((text) => storable(text).trim())
    .pipe(z.string().min(1, message).max(most, 'validation:tooLong'));

const document = text(30)
  .default('')
  .transform(plainDocument)
  .refine((value) => value === '' || isCpfOrCnpj(value), 'billing:documentInvalid');

export const BillingData = z.object({
  billingName: needed(120, 'billing:nameRequired'),
  document,
  addressStreet: needed(200, 'billing:streetRequired'),
  addressDistrict: text(100).default(''),
  addressCity: needed(100, 'billing:cityRequired'),
  addressState: text(60).default(''),
  addressZipCode: needed(20, 'billing:zipRequired'),
  addressCountry: z.enum(COUNTRIES, 'billing:countryRequired'),
});
export type BillingData = z.infer<typeof BillingData>;

const email = text(200).pipe(z.union([z.literal(''), emailAddress()]));

export const SubscriptionForm = BillingData.extend({ billingEmail: email.default('') });
export type SubscriptionForm = z.infer<typeof SubscriptionForm>;

const CHECKOUT_STEPS = ['data', 'customise', 'review'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

/** Lenient, because steps are visited before they are filled in; only paying requires everything. */
export const CheckoutForm = z.object({
  billingName: text(120).default(''),
  document: text(30).default(''),
  addressStreet: text(200).default(''),
  addressDistrict: text(100).default(''),
  addressCity: text(100).default(''),
  addressState: text(60).default(''),
  addressZipCode: text(20).default(''),
  addressCountry: z.string().default('BR'),
  method: z.enum(['pix', 'card']).catch('pix'),
  step: z.enum(CHECKOUT_STEPS).catch('customise'),
});
export type CheckoutForm = z.infer<typeof CheckoutForm>;

const term = z.string().max(500).optional().catch(undefined);

/** Fields that clients send; invoice and plan decide. Card fields reach neither a row nor a log. */
export const SubscriptionInput = z.object({
  firstName: term,
  lastName: term,
  address2: term,
  city: term,
  state: term,
  zipcode: term,
  country: term,
  invoiceId: z.coerce.number().int().positive().optional().catch(undefined),
});
export type SubscriptionInput = z.infer<typeof SubscriptionInput>;

export const WebhookInput = z.object({
  evento: z.string().max(100).optional(),
  pix: z
    .array(z.object({ txid: z.string().max(100).optional() }))
    .max(500)
    .optional(),
  type: z.string().max(100).optional(),
  data: z.object({ id: z.coerce.string().max(100) }).optional(),
});
export type WebhookInput = z.infer<typeof WebhookInput>;

export const WebhookQuery = z.object({ 'data.id': z.string().max(100).optional() });

export const InvoiceFilter = z.object(listFilter);
export type InvoiceFilter = z.infer<typeof InvoiceFilter>;

export const AllInvoicesFilter = z.object({
  ...listFilter,
  status: z.enum(['', ...INVOICE_STATES]).catch(''),
  /** `yyyy-MM` of the payment, by the server's calendar. */
  paid: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .catch(''),
});
export type AllInvoicesFilter = z.infer<typeof AllInvoicesFilter>;

/** Existing clients send the id too; an invoice can only become paid. */
export const InvoicePatch = z.object({
  status: z.literal('paid', 'validation:invalid'),
  note: text(500).default(''),
});

export const NoteForm = z.object({ note: needed(500, 'validation:required') });
export const CreditForm = NoteForm.extend({ value: reais(0.01), clientId });
export const NoticeForm = z.object({
  note: needed(500, 'validation:required'),
  how: z.enum(['accept', 'dismiss']).catch('dismiss'),
});

export const PlanChoice = z.object({ planId: z.coerce.number('validation:required').int().positive() });

/** '' leaves the stored secret unchanged: secrets are never shown again. */
const secret = text(400).default('');
export const EfiForm = z.object({
  clientId: text(200).default(''),
  clientSecret: secret,
  pixKey: text(100).default(''),
});
export type EfiForm = z.infer<typeof EfiForm>;
export const MercadoPagoForm = z.object({ accessToken: secret, webhookSecret: secret });
export type MercadoPagoForm = z.infer<typeof MercadoPagoForm>;
export const CERTIFICATE_FILE = { field: 'certificate', maxBytes: 64 * 1024, maxFiles: 1 };
