import { z } from 'zod';
import { email, name, password } from '../auth/auth.schema.ts';

/** Mask (99) 99999-9999; landlines have ten digits. */
const phone = z
  .string('validation:required')
  .trim()
  .min(1, 'validation:required')
  .max(30, 'validation:tooLong')
  .transform((text) => text.replace(/\D/g, ''))
  .pipe(z.string().min(10, 'signUp:phoneInvalid').max(11, 'signUp:phoneInvalid'));

const referrer = z.coerce.number().int().positive().optional().catch(undefined);

export const SignUpQuery = z.object({ companyId: referrer });

/** The server sets status, due date, recurrence and the other fields that existing clients send. */
export const SignUpInput = z.object({
  name,
  email,
  phone,
  password,
  planId: z.coerce.number('validation:required').int().positive('validation:required'),
  /** Spec part 1 §2: of the company whose link led here. */
  companyId: referrer,
});
export type SignUpInput = z.infer<typeof SignUpInput>;
