import { CertificatePage } from '@views/pages/erasures/certificate-page.tsx';
import { EraseDialog } from '@views/pages/erasures/erase-dialog.tsx';
import { PrivacyTab } from '@views/pages/erasures/privacy-tab.tsx';
import type { Ctx } from '@/kernel/http/env.ts';
import { orToast } from '@/kernel/http/or-toast.ts';
import { fragment, leadTo, page } from '@/kernel/http/respond.ts';
import { pageRoute } from '@/kernel/http/route.ts';
import { settingsList } from '@/kernel/http/settings-tab.ts';
import { requireCan } from '@/kernel/policy.ts';
import { getContact } from '@/modules/contacts/contacts.queries.ts';
import { countPerson } from './count-person.ts';
import { eraseContact } from './erase-contact.ts';
import { erasurePaths } from './erasure-paths.schema.ts';
import { canErase } from './erasures.policy.ts';
import { getErasure, listErasures } from './erasures.queries.ts';
import { EraseForm, ErasureFilter } from './erasures.schema.ts';

declare module '@/kernel/http/route.ts' {
  interface World {
    erasureId: number;
  }
}

export const erasuresPages = [
  pageRoute('GET /settings/privacy', {
    access: 'admin',
    query: ErasureFilter,
    async show(c, { query }) {
      const erasures = await listErasures(c.var.scope, query);
      return settingsList(c, 'privacy', (shows) => <PrivacyTab shows={shows} page={erasures} />);
    },
  }),
  pageRoute('GET /contacts/:contactId/erase', {
    access: 'admin',
    show: (c, { contactId }) => dialog(c, contactId),
  }),
  pageRoute('POST /contacts/:contactId/erase', {
    access: 'admin',
    form: EraseForm,
    example: () => ({ body: { understood: 'true' } }),
    again: (c, { errors }) => dialog(c, Number(c.req.param('contactId')), errors),
    show: (c, { contactId }) =>
      orToast(c, 'common:toast.failed', async () => {
        const { erasureId } = await eraseContact(c.var.scope, { contactId });
        return leadTo(c, erasurePaths.certificate(erasureId));
      }),
  }),
  pageRoute('GET /erasures/:erasureId', {
    access: 'admin',
    async show(c, { erasureId }) {
      const erasure = await getErasure(c.var.scope, erasureId);
      const head = { title: 'erasures:certificate.title', layout: 'open' } as const;
      return page(c, head, <CertificatePage erasure={erasure} />);
    },
  }),
];

async function dialog(c: Ctx, contactId: number, errors?: Record<string, string>): Promise<Response> {
  const { scope } = c.var;
  requireCan(scope, canErase);
  const contact = await getContact(scope, contactId);
  const counts = await countPerson(scope, contact.id);
  const node = <EraseDialog contact={contact} counts={counts} errors={errors} />;
  return fragment(c, node, errors ? 422 : 200);
}
