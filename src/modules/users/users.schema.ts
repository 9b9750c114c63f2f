import { z } from 'zod';
import { email, name } from '../auth/auth.schema.ts';

/** What a person may change of himself. A new password, or another e-mail, needs the present password. */
export const ProfileInput = z.object({
  name,
  email,
  password: z
    .string()
    .max(128, 'validation:tooLong')
    .refine((text) => text === '' || text.length >= 8, 'validation:tooShort')
    .default(''),
  currentPassword: z.string().max(128, 'validation:tooLong').default(''),
});
export type ProfileInput = z.infer<typeof ProfileInput>;
