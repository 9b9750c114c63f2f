import { AlertSettings } from '@views/pages/status/alert-settings.tsx';
import { MoveCompany } from '@views/pages/status/nodes.tsx';
import { StatusNow, StatusTab } from '@views/pages/status/status-tab.tsx';
import { fragment, leadTo } from '@/core/http/responses/respond.ts';
import { tabPage } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { flash } from '@/core/http/sessions/flash.ts';
import { notCalled } from '@/core/security/callable-address.ts';
import { changeAlertSettings } from './alert-settings.service.ts';
import { moveCompany } from './move-company.service.ts';
import { getStatus, listNodes } from './status.queries.ts';
import { AlertForm, MoveForm } from './status.schema.ts';
import { statusPaths } from './status-paths.schema.ts';

export const statusPages = [
  pageRoute('GET /settings/status', {
    access: 'super',
    async answer(c) {
      const status = await getStatus(c.var.scope);
      const { settings } = status;
      const values = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, `${value}`]));
      const reason = notCalled(c.var.kernel, settings.url);
      return tabPage(c, 'status', {
        live: <StatusNow status={status} />,
        children: <StatusTab {...{ status, values, notCalled: reason }} errors={{}} />,
      });
    },
  }),
  pageRoute('POST /settings/status/move', {
    access: 'super',
    openedBy: 'GET /settings/status',
    form: MoveForm,
    example: () => ({ body: { company: 1, nodeId: '' } }),
    onInvalid: async (c, { values, errors }) => {
      const nodes = (await listNodes(c.var.kernel)) ?? [];
      return fragment(c, <MoveCompany {...{ nodes, values, errors }} />, 422);
    },
    async answer(c, { form }) {
      await moveCompany(c.var.scope, form);
      flash(c, 'success', 'status:nodes.moved');
      return leadTo(c, statusPaths.page());
    },
  }),
  pageRoute('PUT /settings/status/alerts', {
    access: 'super',
    openedBy: 'GET /settings/status',
    form: AlertForm,
    example: () => ({ body: { addresses: 'plantao@balcao.test', url: '' } }),
    onInvalid: async (c, { values, errors }) =>
      fragment(c, <AlertSettings values={values} errors={errors} />, 422),
    async answer(c, { form }) {
      await changeAlertSettings(c.var.scope, form);
      flash(c, 'success', 'common:toast.success');
      return leadTo(c, statusPaths.page());
    },
  }),
];
