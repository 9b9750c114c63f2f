import { ProfileDialog } from '@views/pages/auth/profile-dialog.tsx';
import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Ctx, Env } from '@/kernel/http/env.ts';
import { done, fragment } from '@/kernel/http/respond.ts';
import { form, type Refused, saving } from '@/kernel/http/validate.ts';
import { requireUser } from '@/kernel/policy.ts';
import { ProfileInput } from '@/modules/users/users.schema.ts';
import { updateProfile } from './profile.service.ts';

export const profilePages = new Hono<Env>()
  .get('/profile', signedIn, (c) => {
    const { name, email } = requireUser(c.var.scope);
    return fragment(c, <ProfileDialog values={{ name, email }} />);
  })
  .put('/profile', signedIn, form(ProfileInput, again), (c) =>
    saving(c, again, async () => {
      await updateProfile(c.var.scope, c.req.valid('form'));
      return done(c, { toast: 'auth:profile.saved' });
    }),
  );

/** Passwords are typed again: a page never sends one back. */
function again(c: Ctx, { values: { name = '', email = '' }, errors }: Refused): Response {
  return fragment(c, <ProfileDialog values={{ name, email }} errors={errors} />, 422);
}
