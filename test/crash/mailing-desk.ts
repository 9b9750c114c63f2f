import { readConfig } from '@/config.ts';
import { createDesk } from '@/deps.ts';
import { createLog } from '@/kernel/log.ts';
import { platformScope } from '@/kernel/platform-scope.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { createMailRounds } from '@/modules/mail/send-mails.ts';

/** Writes one mail, or none that is there already, and sends what waits. */
const clock = new Date(process.env.NOW ?? '');
const desk = await createDesk(readConfig(process.env), { clock: () => clock, log: createLog('silent') });
await postMail(platformScope(desk.kernel), {
  kind: 'signUp:known',
  key: 'the only one',
  recipient: 'marta@padaria.test',
  language: 'pt',
  companyId: null,
  values: { link: 'https://desk.test/login' },
});
await createMailRounds(desk.kernel)();
await desk.stop();
process.exit(0);
