import { BrandingTab } from '@views/pages/branding/branding-tab.tsx';
import { AppError, InvalidInput } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { fragment, leadTo } from '@/core/http/responses/respond.ts';
import { tabPage } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { Refused } from '@/core/http/routing/validate.ts';
import { flash } from '@/core/http/sessions/flash.ts';
import { readPassingFile } from '@/core/http/uploads/upload.ts';
import { isSuper } from '@/core/policy.ts';
import { paths } from '@/paths.ts';
import { getBranding } from './branding.queries.ts';
import { BrandingForm, LOGO_FILE, LOGO_REFS, LogoForm, type LogoRef } from './branding.schema.ts';
import { changeBranding, removeLogo, setLogo } from './branding.service.ts';
import { brandingPaths } from './branding-paths.schema.ts';

export const brandingPages = [
  pageRoute('GET /settings/look', {
    access: 'person',
    async answer(c) {
      if (isSuper(c.var.scope.actor)) return showTab(c, {});
      flash(c, 'error', 'common:toast.noPermission');
      return c.redirect(paths.home());
    },
  }),
  pageRoute('POST /settings/look/logo', {
    access: 'super',
    files: LOGO_FILE,
    storesFiles: false,
    form: LogoForm,
    example: () => ({ body: { ref: 'login' as const } }),
    onInvalid: (c, refused) => showTab(c, refused, 'logo'),
    async answer(c, { form: { ref } }) {
      const chosen = await readPassingFile(c);
      if (!chosen) throw new InvalidInput({ file: 'branding:chooseFile' });
      await setLogo(c.var.scope, { ref, bytes: await chosen.file.bytes() });
      return shown(c, 'common:toast.fileSent');
    },
  }),
  pageRoute('DELETE /settings/look/logo/:ref', {
    access: 'super',
    example: () => ({ params: { ref: 'login' } }),
    async answer(c, { ref }) {
      await removeLogo(c.var.scope, { ref: requireRef(ref) });
      return shown(c, 'common:toast.success');
    },
  }),
  pageRoute('PUT /settings/look', {
    access: 'super',
    openedBy: 'GET /settings/look',
    form: BrandingForm,
    example: () => ({ body: { name: 'Atende', color: '#1d4ed8' } }),
    onInvalid: (c, refused) => showTab(c, refused, 'look'),
    async answer(c, { form }) {
      await changeBranding(c.var.scope, form);
      return shown(c, 'common:toast.success');
    },
  }),
];

function requireRef(ref: string): LogoRef {
  const known = LOGO_REFS.find((one) => one === ref);
  if (!known) throw new AppError('ERR_NOT_FOUND');
  return known;
}

function shown(c: Ctx, toast: string): Response {
  flash(c, 'success', toast);
  return leadTo(c, brandingPaths.page());
}

async function showTab(c: Ctx, refused: Partial<Refused>, form?: 'logo' | 'look'): Promise<Response> {
  const { scope } = c.var;
  const { name, color, support, logos } = await getBranding(scope.kernel);
  const known = { name, color: color ?? '', support, ref: '' };
  const values = { ...known, ...refused.values };
  const errors = refused.errors ?? {};
  const tab = <BrandingTab logos={logos} values={values} errors={errors} />;
  if (form) return fragment(c, tab, 422);
  return tabPage(c, 'look', { children: tab });
}
