import { MailsPage } from '@demo/mail/mails-page.tsx';
import { page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { onlyHere } from '../loopback.ts';
import { SIMULATOR } from '../phones/simulator.schema.ts';
import type { Inbox } from './inbox.ts';

export function mailsPages(inbox: Inbox) {
  return [
    pageRoute(`GET ${SIMULATOR}/mails`, {
      access: 'anyone',
      answer: (c) =>
        page(c, { title: 'simulator:mails.title', layout: 'bare' }, <MailsPage letters={inbox.letters} />),
    }),
  ].map(onlyHere);
}
