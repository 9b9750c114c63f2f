import { ProfileDialog, type ProfileValues } from '@views/pages/auth/profile-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { Refused } from '@/core/http/routing/validate.ts';
import { flash } from '@/core/http/sessions/flash.ts';
import { setLanguageCookie } from '@/core/http/sessions/language-cookie.ts';
import { readUpload } from '@/core/http/uploads/upload.ts';
import { requireUser } from '@/core/policy.ts';
import { getUser } from '@/modules/users/users.queries.ts';
import { LanguageInput, PICTURE, ProfileInput } from '@/modules/users/users.schema.ts';
import { updateUser } from '@/modules/users/users.service.ts';
import { paths } from '@/paths.ts';
import { updateProfile } from './profile.service.ts';

const SAVED = 'auth:profile.saved';

export const profilePages = [
  pageRoute('GET /profile', {
    access: 'person',
    partOf: paths.tickets(),
    async answer(c) {
      const { name, email, language } = await selfOf(c);
      return dialog(c, { name, email, language: language ?? '' });
    },
  }),
  pageRoute('PUT /profile', {
    access: 'person',
    openedBy: 'GET /profile',
    files: PICTURE,
    storesFiles: false,
    form: ProfileInput,
    example: () => ({ body: { name: 'Outro Nome', email: 'outro@aurora.test' } }),
    onInvalid: (c, { values: { name = '', email = '', language = '' }, errors }) =>
      dialog(c, { name, email, language }, errors),
    async answer(c, { form }) {
      const { scope } = c.var;
      const before = await selfOf(c);
      const picture = await readUpload(c);
      const path = picture && (await scope.kernel.storage.open(scope.companyId, picture.key));
      await updateProfile(scope, form, path);
      const { language = before.language } = form;
      if (language !== before.language) setLanguageCookie(c, language);
      const looksNew = language !== before.language || path !== undefined || form.removePicture === true;
      return looksNew ? shownAnew(c) : done(c, { toast: SAVED });
    },
  }),
  pageRoute('PUT /profile/language', {
    access: 'person',
    form: LanguageInput,
    example: () => ({ body: { language: 'en' as const } }),
    onInvalid: (c, { errors }) => c.text(errors.language ?? '', 422),
    async answer(c, { form: { language } }) {
      await updateUser(c.var.scope, { userId: requireUser(c.var.scope).id, language });
      setLanguageCookie(c, language);
      return reload(c);
    },
  }),
];

function selfOf(c: Ctx) {
  return getUser(c.var.scope, requireUser(c.var.scope).id);
}

async function dialog(c: Ctx, values: ProfileValues, errors?: Refused['errors']): Promise<Response> {
  const { profileImage } = await selfOf(c);
  const props = { values, errors, hasPicture: profileImage !== null };
  return fragment(c, <ProfileDialog {...props} />, errors ? 422 : 200);
}

function shownAnew(c: Ctx): Response {
  flash(c, 'success', SAVED);
  return reload(c);
}

function reload(c: Ctx): Response {
  c.header('HX-Refresh', 'true');
  return c.body(null, 204);
}
