import { z } from 'zod';
import { idOrNone, yesOrNo } from '../../form.schema.ts';
import { listFilter } from '../../list.schema.ts';
import { recurrence } from './recurrence.schema.ts';

export const COMPANIES_PER_PAGE = 20;
export const MAX_COMPANY_NAME = 100;

const words = (most: number) =>
  z.preprocess(
    (value) => value ?? undefined,
    z.string('validation:invalid').trim().max(most, 'validation:tooLong').optional(),
  );

/** A company's name, typed by who is about to restore, delete or erase it. */
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
  .pipe(z.email('validation:email'))
  .transform((value) => value.toLowerCase());

/** Sign-up of existing clients writes 't'. */
const status = z
  .preprocess((value) => (value === 't' ? true : value === 'f' ? false : value), yesOrNo)
  .optional();

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day or a moment; empty or invalid is null: no end (spec part 1 §5). Left out it stays. */
export const dueDate = z
  .unknown()
  .transform((value) => {
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return null;
    const text = value.trim();
    if (!DAY.test(text)) return new Date(text);
    return z.iso.date().safeParse(text).success ? text : null;
  })
  .optional();

/** Zeros in front are part of it. */
const zipCode = words(12);

/** The verb checks the name: its refusals have codes of their own. */
export const CompanyInput = z.object({
  name: z.string('validation:required').trim().max(MAX_COMPANY_NAME, 'validation:tooLong'),
  email,
  phone: words(30),
  /** Of its first administrator; without one they get a link to choose their own. */
  password: z
    .preprocess(
      (value) => (value === '' || value === null ? undefined : value),
      z.string('validation:invalid').min(8, 'validation:tooShort').max(128, 'validation:tooLong').optional(),
    )
    .optional(),
  planId: idOrNone,
  status,
  campaignsEnabled: yesOrNo,
  dueDate,
  /** Of our form: what '+Vencimento' moved the due date by. */
  billingDay: z.coerce.number().int().min(1).max(31).optional().catch(undefined),
  recurrence: recurrence.optional(),
  billingName: words(100),
  addressZipCode: zipCode,
  addressStreet: words(150),
  addressDistrict: words(100),
  addressCity: words(100),
  addressState: words(50),
});
export type CompanyInput = z.infer<typeof CompanyInput>;

/** What existing clients send back with a company (settings, plan, schedules …) is no part of it. */
export const CompanyPatch = CompanyInput.omit({ password: true }).partial();
export type CompanyPatch = z.infer<typeof CompanyPatch>;

export const CompanyFilter = z.object(listFilter);
export type CompanyFilter = z.infer<typeof CompanyFilter>;

/** '' is by name. */
export const OverviewFilter = z.object({
  ...listFilter,
  order: z.enum(['', 'dueDate', 'activity']).default('').catch(''),
});
export type OverviewFilter = z.infer<typeof OverviewFilter>;
