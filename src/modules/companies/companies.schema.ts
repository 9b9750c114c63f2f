import { z } from 'zod';
import { emailAddress } from '../../schemas/email.schema.ts';
import { idOrNone, yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import { timeZoneOrNone } from '../../schemas/time-zone.schema.ts';
import { recurrence } from './recurrence.schema.ts';

export const COMPANIES_PER_PAGE = 20;
export const MAX_COMPANY_NAME = 100;

const textField = (most: number) =>
  z.preprocess(
    (value) => value ?? undefined,
    z.string('validation:invalid').trim().max(most, 'validation:tooLong').optional(),
  );

export const TypedName = z.object({
  typedName: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .max(MAX_COMPANY_NAME, 'validation:tooLong'),
});

const email = z
  .string('validation:required')
  .trim()
  .min(1, 'validation:required')
  .max(254, 'validation:tooLong')
  .pipe(emailAddress())
  .transform((value) => value.toLowerCase());

/** Sign-up of existing clients writes 't'. */
const status = z
  .preprocess((value) => (value === 't' ? true : value === 'f' ? false : value), yesOrNo)
  .optional();

const DAY = /^\d{4}-\d\d-\d\d/;
const ZONED = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** A day or a moment; a moment without a time zone is its day, as the company's zone is not known here. Empty or invalid is null: no end (spec part 1 §5). Omitted, it stays unchanged. */
export const dueDate = z
  .unknown()
  .transform((value) => {
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return null;
    const text = value.trim();
    const [day] = DAY.exec(text) ?? [];
    if (!day || (text !== day && ZONED.test(text))) return new Date(text);
    return z.iso.date().safeParse(day).success ? day : null;
  })
  .optional();

const zipCode = textField(12);

/** The service checks the name: its errors have codes of their own. */
export const CompanyInput = z.object({
  name: z.string('validation:required').trim().max(MAX_COMPANY_NAME, 'validation:tooLong'),
  email,
  phone: textField(30),
  /** The first administrator's; without one they get a link to choose their own. */
  password: z
    .preprocess(
      (value) => (value === '' || value === null ? undefined : value),
      z
        .string('validation:invalid')
        .min(8, 'validation:passwordTooShort')
        .max(128, 'validation:tooLong')
        .optional(),
    )
    .optional(),
  planId: idOrNone,
  status,
  campaignsEnabled: yesOrNo,
  dueDate,
  /** From our form: the billing day that '+Vencimento' counted with. */
  billingDay: z.coerce.number().int().min(1).max(31).optional().catch(undefined),
  recurrence: recurrence.optional(),
  timeZone: timeZoneOrNone.optional(),
  billingName: textField(100),
  addressZipCode: zipCode,
  addressStreet: textField(150),
  addressDistrict: textField(100),
  addressCity: textField(100),
  addressState: textField(50),
});
export type CompanyInput = z.infer<typeof CompanyInput>;

/** Excludes what existing clients send back with a company (settings, plan, schedules …). */
export const CompanyPatch = CompanyInput.omit({ password: true }).partial();
export type CompanyPatch = z.infer<typeof CompanyPatch>;

export const CompanyFilter = z.object(listFilter);
export type CompanyFilter = z.infer<typeof CompanyFilter>;

export const OverviewFilter = z.object({
  ...listFilter,
  order: z.enum(['', 'dueDate', 'activity', 'newest']).default('').catch(''),
});
export type OverviewFilter = z.infer<typeof OverviewFilter>;

export const MAX_BULK_COMPANIES = 500;
export const BULK_COMPANY_ACTIONS = ['block', 'unblock', 'plan', 'announce'] as const;

export const TickedCompanies = z.preprocess(
  (value) => [value ?? []].flat(),
  z
    .array(z.coerce.number('validation:invalid').int().positive('validation:invalid'))
    .max(MAX_BULK_COMPANIES, 'validation:invalid'),
);
const ids = TickedCompanies.refine((some) => some.length > 0, 'backOffice:bulk.none');

/** With `only`, of one company, from its row. */
export const BulkFilter = z.object({
  ...listFilter,
  only: z.coerce.number().int().positive().optional().catch(undefined),
  action: z.enum(BULK_COMPANY_ACTIONS).optional().catch(undefined),
});

export const BulkCompanies = z
  .object({ action: z.enum(BULK_COMPANY_ACTIONS, 'validation:required'), ids, planId: idOrNone })
  .refine(({ action, planId }) => action !== 'plan' || planId, {
    path: ['planId'],
    error: 'validation:required',
  });
export type BulkCompanies = z.infer<typeof BulkCompanies>;
