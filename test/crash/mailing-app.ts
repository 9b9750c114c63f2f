import { readConfig } from '@/config.ts';
import { createDependencies } from '@/deps.ts';
import { createLog } from '@/kernel/log.ts';
import { platformScope } from '@/kernel/platform-scope.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { createMailRounds } from '@/modules/mail/send-mails.ts';

const clock = new Date(process.env.NOW ?? '');
const dependencies = await createDependencies(readConfig(process.env), {
  clock: () => clock,
  log: createLog('silent'),
});
await postMail(platformScope(dependencies.kernel), {
  kind: 'signUp:known',
  key: 'the only one',
  recipient: 'marta@padaria.test',
  language: 'pt',
  companyId: null,
  values: { link: 'https://desk.test/login' },
});
await createMailRounds(dependencies.kernel)();
await dependencies.stop();
process.exit(0);
