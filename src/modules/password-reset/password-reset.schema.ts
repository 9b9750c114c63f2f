import { z } from 'zod';
import { email } from '../auth/auth.schema.ts';

export const ForgotInput = z.object({ email });
export type ForgotInput = z.infer<typeof ForgotInput>;

const field = z.string('passwordReset:required').min(1, 'passwordReset:required');

const newPassword = field
  .max(128, 'validation:tooLong')
  .refine(
    (text) => text.length >= 8 && /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) && /\d/.test(text),
    'passwordReset:weak',
  );

const code = field.max(40, 'validation:tooLong').transform((text) => text.replace(/[\s-]/g, ''));

export const ResetInput = z.object({ email, token: code, newPassword });
export type ResetInput = z.infer<typeof ResetInput>;

export const ResetForm = ResetInput.extend({ confirmPassword: field }).refine(
  (form) => form.confirmPassword === form.newPassword,
  { path: ['confirmPassword'], message: 'passwordReset:different' },
);
