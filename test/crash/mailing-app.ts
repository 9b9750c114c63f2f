import { readConfig } from '@/config.ts';
import { createLog } from '@/core/log.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { createDependencies } from '@/dependencies.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { createMailRounds } from '@/modules/mail/send-mails.jobs.ts';

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
