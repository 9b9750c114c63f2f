import { FailedMails } from '@views/pages/mail/failed-mails.tsx';
import { orToast } from '@/core/http/responses/or-toast.ts';
import { done } from '@/core/http/responses/respond.ts';
import { tabList } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { getMailState, listFailedMails } from './failed-mails.queries.ts';
import { dropMail, sendMailAgain } from './failed-mails.service.ts';
import { MailFilter } from './mail.schema.ts';
import { sendTestMail } from './send-test-mail.service.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    mailId: number;
  }
}

export const mailPages = [
  pageRoute('GET /settings/mails', {
    access: 'super',
    query: MailFilter,
    async answer(c, { query }) {
      const page = await listFailedMails(c.var.scope, query);
      const props = { page, state: getMailState(c.var.scope), searchParam: query.searchParam };
      return tabList(c, 'mails', (shows) => <FailedMails shows={shows} {...props} />);
    },
  }),
  pageRoute('POST /settings/mails/test', {
    access: 'super',
    answer: (c) =>
      orToast(c, 'common:toast.failed', async () => {
        const vars = await sendTestMail(c.var.scope);
        return done(c, { toast: 'mail:toast.tested', vars, refresh: 'failedMails' });
      }),
  }),
  pageRoute('POST /settings/mails/:mailId', {
    access: 'super',
    shared: true,
    answer: (c, { mailId }) =>
      orToast(c, 'common:toast.failed', async () => {
        await sendMailAgain(c.var.scope, { mailId });
        return done(c, { toast: 'mail:toast.again', refresh: 'failedMails' });
      }),
  }),
  pageRoute('DELETE /settings/mails/:mailId', {
    access: 'super',
    shared: true,
    answer: (c, { mailId }) =>
      orToast(c, 'common:toast.failed', async () => {
        await dropMail(c.var.scope, { mailId });
        return done(c, { toast: 'mail:toast.dropped', refresh: 'failedMails' });
      }),
  }),
];
