import { z } from 'zod';
import { emailAddress } from '../../schemas/email.schema.ts';
import { day, yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';

export const CONTACTS_PER_PAGE = 30;
export const MAX_FIELDS = 30;

export const ContactFilter = z.object({
  ...listFilter,
  date: day,
  dateStart: day,
  dateEnd: day,
});
export type ContactFilter = z.infer<typeof ContactFilter>;

/** Existing clients' address book contains WhatsApp groups; our pages and the API leave them out. */
export const ContactQuery = ContactFilter.extend({
  groups: z.enum(['with', 'without']).optional().catch(undefined),
}).transform((filter) => ({ ...filter, groups: filter.groups ?? ('with' as const) }));

export const ContactListQuery = z.object({ name: z.string().trim().max(200).default('') });

/** Spec part 1 §5: 2–50. */
const personName = z
  .string('validation:required')
  .trim()
  .min(1, 'validation:required')
  .min(2, 'validation:tooShort')
  .max(50, 'validation:tooLong');

/** Spec part 1 §5: 8–50 as typed; parsed to digits, with a leading plus when one was typed. */
const digits = z
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string('validation:required'))
  .pipe(
    z
      .string()
      .trim()
      .min(1, 'validation:required')
      .min(8, 'validation:tooShort')
      .max(50, 'validation:tooLong'),
  )
  .transform((text) => (text.startsWith('+') ? '+' : '') + text.replace(/\D/g, ''));

const PHONE = /^\+?\d{8,15}$/;
export const isPhone = (text: string) => PHONE.test(text);
export const phoneNumber = digits.pipe(z.string().regex(PHONE, 'common:validation.phone'));
/** A form sends the number of a group unchanged, which is longer; the service refuses it as a person's. */
const phoneOrGroup = digits.pipe(z.string().regex(/^\+?\d{8,20}$/, 'common:validation.phone'));

const email = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() : (value ?? undefined)),
  z
    .union(
      [z.literal(''), z.string().max(200, 'validation:tooLong').pipe(emailAddress())],
      'validation:email',
    )
    .optional(),
);

const extraInfo = z
  .array(
    z.object({
      id: z.coerce.number().int().positive().nullish().catch(null),
      name: z.string().trim().max(100, 'validation:tooLong'),
      value: z.string().trim().max(1000, 'validation:tooLong'),
    }),
  )
  .max(MAX_FIELDS, 'validation:tooLong')
  .transform((fields) => fields.filter((field) => field.name !== '' || field.value !== ''));

export const personFields = { name: personName, number: phoneNumber, email };

export const ContactInput = z.object({ ...personFields, extraInfo: extraInfo.nullish() });
export type ContactInput = z.infer<typeof ContactInput>;

/** A card in a conversation posts only a name and digits, to learn whether they are known (docs/decisions/0012). */
export function isFilledForm(posted: { number?: unknown; email?: unknown; extraInfo?: unknown }): boolean {
  const { number, email, extraInfo } = posted;
  return /\D/.test(String(number)) || Boolean(email) || extraInfo !== undefined;
}

export const CardQuery = z.object({ name: personName, number: phoneNumber });

export const ContactPatch = z.object({
  name: personName.optional(),
  number: z.preprocess((value) => (value === '' ? undefined : value), phoneOrGroup.optional()),
  email,
  active: yesOrNo,
  extraInfo: extraInfo.nullish(),
});
export type ContactPatch = z.infer<typeof ContactPatch>;

export const BlockInput = z.object({
  blocked: z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]),
});

export const MergeInput = z.object({
  keep: z.coerce.number('validation:required').int().positive('validation:required'),
  drop: z.coerce.number('validation:required').int().positive('validation:required'),
});
export type MergeInput = z.infer<typeof MergeInput>;

const NOT_CHOSEN = 'contacts:merge.notChosen';
export const MergeForm = z.object({
  drop: z.coerce.number(NOT_CHOSEN).int(NOT_CHOSEN).positive(NOT_CHOSEN),
  searchParam: z.string().default(''),
});

const texts = z.preprocess(
  (value) => (value === undefined ? [] : [value].flat()),
  z.array(z.string()).max(MAX_FIELDS + 5),
);

export const ContactForm = z
  .object({ ...personFields, active: yesOrNo, fieldName: texts, fieldValue: texts })
  .transform(({ fieldName, fieldValue, ...input }, context) => {
    const lines = fieldName.map((name, index) => ({ name, value: fieldValue[index] ?? '' }));
    const fields = extraInfo.safeParse(lines);
    if (!fields.success)
      context.addIssue({ code: 'custom', path: ['extraInfo'], message: 'validation:tooLong' });
    return { ...input, extraInfo: fields.data ?? [] };
  });
