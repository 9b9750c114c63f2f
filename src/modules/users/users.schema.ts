import { z } from 'zod';
import { idOrNone, yesOrNo } from '../../schemas/form.schema.ts';
import { chosenId, listFilter } from '../../schemas/list-filter.schema.ts';
import { email, name, password } from '../auth/auth.schema.ts';

const newPassword = z
  .preprocess((value) => (value === '' || value === null ? undefined : value), password.optional())
  .optional();

const ALL_TICKETS = new Map<unknown, boolean>([
  ['enable', true],
  ['enabled', true],
  ['desabled', false],
  ['disabled', false],
]);

const allTicket = z
  .preprocess((value) => ALL_TICKETS.get(Array.isArray(value) ? value.at(-1) : value) ?? value, yesOrNo)
  .optional();

/** A form sends an empty value first, to distinguish "none" from "left out". */
const queueIds = z
  .preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z
      .array(z.union([z.literal('').transform(() => 0), z.coerce.number().int().positive()]))
      .max(500)
      .transform((ids) => [...new Set(ids.filter((id) => id !== 0))])
      .optional(),
  )
  .optional();

const languageOf = z.enum(['pt', 'en', 'es'], 'validation:invalid');

/** '' means the browser's language. */
const language = z.preprocess((value) => (value === '' ? null : value), languageOf.nullable()).optional();

export const UserInput = z.object({
  name,
  email,
  password,
  /** The contract's default is administrator; ours has the fewest rights. */
  profile: z.enum(['admin', 'supervisor', 'user'], 'validation:invalid').default('user'),
  allTicket,
  whatsappId: idOrNone,
  queueIds,
  active: yesOrNo,
  language,
});
export type UserInput = z.infer<typeof UserInput>;

const NewUser = UserInput.extend({ password: newPassword, invite: yesOrNo });

/** Invited people choose their own password: the form hides the field, with what was typed before. */
export const NewUserForm = z.preprocess(
  (form: z.input<typeof NewUser>) => (yesOrNo.safeParse(form.invite).data ? { ...form, password: '' } : form),
  NewUser.refine(({ password, invite }) => invite || password !== undefined, {
    path: ['password'],
    message: 'validation:required',
  }),
);

export const UserPatch = UserInput.extend({
  password: newPassword,
  profile: UserInput.shape.profile.unwrap(),
}).partial();
export type UserPatch = z.infer<typeof UserPatch>;

/** A new password or e-mail needs `currentPassword`. */
export const ProfileInput = z.object({
  name,
  email,
  password: newPassword,
  currentPassword: z.string().max(128, 'validation:tooLong').default(''),
  language,
  removePicture: yesOrNo,
});
export type ProfileInput = z.infer<typeof ProfileInput>;

export const LanguageInput = z.object({ language: languageOf });

export const PICTURE = { field: 'picture', maxBytes: 12 * 1024 * 1024, maxFiles: 1 };

export const MAX_USER_ID = 2 ** 26 - 1;

export const USERS_PER_PAGE = 20;

export const UserFilter = z.object(listFilter);
export type UserFilter = z.infer<typeof UserFilter>;

/** Our page also filters by presence and queue. */
export const PeopleFilter = UserFilter.extend({
  online: z.stringbool().optional().catch(undefined),
  queueId: chosenId.catch(undefined),
});
export type PeopleFilter = z.infer<typeof PeopleFilter>;

const NO_COMPANY: unknown[] = ['', 'null', 'undefined', null];

/** Clients send their own company's id; others are for super administrators only. */
export const CompanyChoice = z.object({
  companyId: z
    .preprocess(
      (value) => (NO_COMPANY.includes(value) ? undefined : value),
      z.coerce
        .number('validation:invalid')
        .int('validation:invalid')
        .positive('validation:invalid')
        .optional(),
    )
    .optional(),
});
export type CompanyChoice = z.infer<typeof CompanyChoice>;
