import { z } from 'zod';
import { email, name } from '../auth/auth.schema.ts';

/** What people may change of themselves. A new password, or another e-mail, needs the present password. */
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

export const USERS_PER_PAGE = 20;

export const UserFilter = z.object({
  searchParam: z.string().trim().max(200).default(''),
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
});
export type UserFilter = z.infer<typeof UserFilter>;
