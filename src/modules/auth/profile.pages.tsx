import { ProfileDialog } from '@views/pages/auth/profile-dialog.tsx';
import type { Ctx } from '@/kernel/http/env.ts';
import { done, fragment } from '@/kernel/http/respond.ts';
import { pageRoute } from '@/kernel/http/route.ts';
import type { Refused } from '@/kernel/http/validate.ts';
import { requireUser } from '@/kernel/policy.ts';
import { ProfileInput } from '@/modules/users/users.schema.ts';
import { updateProfile } from './profile.service.ts';

export const profilePages = [
  pageRoute('GET /profile', {
    access: 'person',
    show(c) {
      const { name, email } = requireUser(c.var.scope);
      return fragment(c, <ProfileDialog values={{ name, email }} />);
    },
  }),
  pageRoute('PUT /profile', {
    access: 'person',
    form: ProfileInput,
    example: () => ({ body: { name: 'Outro Nome', email: 'outro@aurora.test' } }),
    again,
    async show(c, { form }) {
      await updateProfile(c.var.scope, form);
      return done(c, { toast: 'auth:profile.saved' });
    },
  }),
];

function again(c: Ctx, { values: { name = '', email = '' }, errors }: Refused): Response {
  return fragment(c, <ProfileDialog values={{ name, email }} errors={errors} />, 422);
}
