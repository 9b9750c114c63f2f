import { z } from 'zod';
import { canonicalEmail, emailAddress } from '../../schemas/email.schema.ts';
import { yesOrNo } from '../../schemas/form.schema.ts';
import { code } from '../factors/factors.schema.ts';

export const name = z
  .string('validation:required')
  .trim()
  .min(1, 'validation:required')
  .min(2, 'validation:tooShort')
  .max(50, 'validation:tooLong');

export const email = z
  .string('validation:required')
  .trim()
  .min(1, 'validation:required')
  .max(254, 'validation:tooLong')
  .pipe(emailAddress())
  .transform((value) => value.toLowerCase());

export const password = z
  .string('validation:required')
  .min(1, 'validation:required')
  .min(8, 'validation:passwordTooShort')
  .max(128, 'validation:tooLong');

export const Credentials = z.object({
  email: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .max(254, 'validation:tooLong')
    .transform(canonicalEmail),
  password: z.string('validation:required').min(1, 'validation:required').max(128, 'validation:tooLong'),
});
/** The JSON contract takes the second-factor code here; our own page asks for it afterwards. */
export const CredentialsWithCode = Credentials.extend({ code: code.optional() });
export type Credentials = z.infer<typeof CredentialsWithCode>;

export const SetUp = z.object({ companyName: name, name, email, password });
export type SetUp = z.infer<typeof SetUp>;

const proof = z.string('validation:required').min(1, 'validation:required').max(128, 'validation:tooLong');
export const ReauthenticationInput = z.object({ proof });
/** `source` is the refused form or button; an event with its name makes it continue. */
export const ReauthenticationForm = ReauthenticationInput.extend({
  source: z
    .string()
    .max(80)
    .regex(/^[\w-]*$/),
});

export const AlertsInput = z.object({ value: yesOrNo });

export const LoginReason = z.object({ ended: z.enum(['elsewhere', 'expired']).optional().catch(undefined) });
