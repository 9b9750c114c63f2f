import { BackupsTab } from '@views/pages/backups/backups-tab.tsx';
import { orToast } from '@/core/http/responses/or-toast.ts';
import { done } from '@/core/http/responses/respond.ts';
import { tabList } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { getBackupState, listBackups } from './backups.queries.ts';
import { BackupFilter } from './backups.schema.ts';
import { backUpNow } from './backups.service.ts';

export const backupsPages = [
  pageRoute('GET /settings/backups', {
    access: 'super',
    query: BackupFilter,
    async answer(c, { query }) {
      const { scope } = c.var;
      const props = { state: await getBackupState(scope), page: await listBackups(scope, query) };
      return tabList(c, 'backups', (shows) => <BackupsTab shows={shows} {...props} />);
    },
  }),
  pageRoute('POST /settings/backups', {
    access: 'super',
    answer: (c) =>
      orToast(c, 'common:toast.failed', async () => {
        await backUpNow(c.var.scope);
        return done(c, { toast: 'backups:toast.begun', refresh: 'backups' });
      }),
  }),
];
