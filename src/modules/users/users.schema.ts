import { z } from 'zod';
import { pageNumber, searchParam } from '../../list.schema.ts';
import { email, name } from '../auth/auth.schema.ts';

/** A new password or e-mail needs `currentPassword`. */
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
  searchParam,
  pageNumber,
});
export type UserFilter = z.infer<typeof UserFilter>;
