import { z } from 'zod';
import { moment } from '../../schemas/reply-fields.schema.ts';
import { Company } from '../settings/settings.views.ts';
import { User } from '../users/users.views.ts';

const LoginUser = User.omit({ tokenVersion: true })
  .extend({ company: Company.extend({ dueDate: moment }) })
  .meta({ id: 'LoginUser' });
export type LoginUserView = z.infer<typeof LoginUser>;

const RefreshUser = User.extend({ company: User.shape.company.extend({ dueDate: moment }) }).meta({
  id: 'RefreshUser',
});
export type RefreshUserView = z.infer<typeof RefreshUser>;

const token = z.jwt({ alg: 'HS256' });
export const Login = z.strictObject({ token, user: LoginUser });
export const Refreshed = z.strictObject({ token, user: RefreshUser });

export const Me = User.pick({ id: true, profile: true, super: true });
