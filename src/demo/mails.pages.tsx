import { MailsPage } from '@/demo/views/mails-page.tsx';
import { page } from '@/kernel/http/respond.ts';
import { pageRoute } from '@/kernel/http/route.ts';
import type { Inbox } from './inbox.ts';
import { onlyHere } from './loopback.ts';
import { SIMULATOR } from './simulator.schema.ts';

export function mailsPages(inbox: Inbox) {
  return [
    pageRoute(`GET ${SIMULATOR}/mails`, {
      access: 'anyone',
      show: (c) =>
        page(c, { title: 'simulator:mails.title', layout: 'bare' }, <MailsPage letters={inbox.letters} />),
    }),
  ].map(onlyHere);
}
