import { defineModule } from '@/kernel/module.ts';
import { createMailRounds, forgetOldMails } from './send-mails.ts';

export const mail = defineModule({
  name: 'mail',
  jobs: (kernel) => [
    { name: 'sendMails', pattern: '*/2 * * * * *', run: createMailRounds(kernel) },
    { name: 'forgetOldMails', pattern: '41 3 * * *', run: () => forgetOldMails(kernel) },
  ],
});
