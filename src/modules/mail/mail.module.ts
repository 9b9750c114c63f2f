import { onEachNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { isSuper } from '@/core/policy.ts';
import { countMailTroubles } from './failed-mails.queries.ts';
import { publishFailed } from './mail.events.ts';
import { mailPages } from './mail.pages.tsx';
import { createMailHealth } from './mail-health.state.ts';
import { mailPaths } from './mail-paths.schema.ts';
import { createMailRounds, forgetOldMails } from './send-mails.jobs.ts';

const errors = {
  ERR_NO_MAIL_FOUND: 404,
  ERR_MAIL_TOO_LATE: 409,
  ERR_NO_MAIL_SERVER: 409,
  ERR_MAIL_NOT_TAKEN: 409,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const mail = defineModule<{
  errors: keyof Errors;
  platformEvents: 'mails.failed';
  services: 'mailHealth';
}>({
  name: 'mail',
  errors,
  services: { mailHealth: createMailHealth },
  pages: mailPages,
  settingsTabs: [
    {
      key: 'mails',
      label: 'mail:tab',
      href: mailPaths.failed(),
      rank: 180,
      area: 'platform',
      group: 'server',
      isFor: isSuper,
      waiting: { count: countMailTroubles, channel: 'failedMails' },
    },
  ],
  platformListeners: { 'mails.failed': onEachNode(publishFailed) },
  jobs: (kernel) => [
    { name: 'lookAtMailServer', pattern: '* * * * *', run: () => kernel.services.mailHealth.check() },
  ],
  platformJobs: (kernel) => [
    { name: 'sendMails', pattern: '*/2 * * * * *', run: createMailRounds(kernel) },
    { name: 'forgetOldMails', pattern: '41 3 * * *', run: () => forgetOldMails(kernel) },
  ],
});
