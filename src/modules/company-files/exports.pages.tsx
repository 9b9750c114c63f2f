import { DeleteExportDialog, ExportDialog } from '@views/pages/company-files/export-dialogs.tsx';
import { ExportsTab } from '@views/pages/company-files/exports-tab.tsx';
import { orToast } from '@/core/http/responses/or-toast.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { sendFile } from '@/core/http/responses/send-file.ts';
import { tabList } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { ExportFilter, ExportInput } from './company-files.schema.ts';
import { getExport, listExports } from './exports.queries.ts';
import { beginExport, deleteExport, openExport } from './exports.service.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    exportId: number;
  }
}

const access = 'admin' as const;
const REFRESH = 'companyExport';

export const exportsPages = [
  pageRoute('GET /settings/export', {
    access,
    query: ExportFilter,
    async answer(c, { query }) {
      const props = { page: await listExports(c.var.scope, query) };
      return tabList(c, 'export', (shows) => <ExportsTab shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /settings/export/new', { access, answer: (c) => fragment(c, <ExportDialog />) }),
  pageRoute('POST /settings/export', {
    access,
    form: ExportInput,
    example: () => ({ body: { passphrase: 'doze letras ou mais', withSecrets: 'false' } }),
    onInvalid: (c, { values, errors }) =>
      fragment(c, <ExportDialog withSecrets={values.withSecrets === 'true'} errors={errors} />, 422),
    answer: (c, { form }) =>
      orToast(c, 'common:toast.failed', async () => {
        await beginExport(c.var.scope, form);
        return done(c, { toast: 'companyFiles:toast.begun', refresh: REFRESH });
      }),
  }),
  pageRoute('GET /settings/export/:exportId/file', {
    access,
    async answer(c, { exportId }) {
      const isFirst = /^(bytes=0-.*)?$/.test(c.req.header('Range') ?? '');
      const file = await openExport(c.var.scope, { exportId, isFirst });
      const reply = await sendFile(c, { ...file, mime: 'application/octet-stream' });
      reply.headers.set('Cache-Control', 'private, no-store');
      return reply;
    },
  }),
  pageRoute('GET /settings/export/:exportId/delete', {
    access,
    answer: async (c, { exportId }) =>
      fragment(c, <DeleteExportDialog made={await getExport(c.var.scope, exportId)} />),
  }),
  pageRoute('DELETE /settings/export/:exportId', {
    access,
    answer: (c, { exportId }) =>
      orToast(c, 'common:toast.failed', async () => {
        await deleteExport(c.var.scope, { exportId });
        return done(c, { toast: 'companyFiles:toast.deleted', refresh: REFRESH });
      }),
  }),
];
