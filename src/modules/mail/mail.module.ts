import { defineModule } from '@/kernel/module.ts';
import { isSuper } from '@/kernel/policy.ts';
import { countFailedMails } from './failed-mails.queries.ts';
import { type MailPlatformEvents, tellFailed } from './mail.events.ts';
import { mailPages } from './mail.pages.tsx';
import { mailPaths } from './mail-paths.schema.ts';
import { createMailRounds, forgetOldMails } from './send-mails.ts';

const errors = {
  ERR_NO_MAIL_FOUND: 404,
  ERR_MAIL_TOO_LATE: 409,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const mail = defineModule<{ errors: keyof Errors; platformEvents: keyof MailPlatformEvents }>({
  name: 'mail',
  errors,
  pages: mailPages,
  settingsTabs: [
    {
      key: 'mails',
      label: 'mail:tab',
      href: mailPaths.failed(),
      rank: 180,
      isFor: isSuper,
      waiting: { count: countFailedMails, channel: 'failedMails' },
    },
  ],
  platformListeners: { 'mails.failed': tellFailed },
  jobs: (kernel) => [
    { name: 'sendMails', pattern: '*/2 * * * * *', run: createMailRounds(kernel) },
    { name: 'forgetOldMails', pattern: '41 3 * * *', run: () => forgetOldMails(kernel) },
  ],
});
