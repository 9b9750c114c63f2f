import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@/config.ts';
import { createLog } from '@/core/log.ts';
import { lockData } from '@/core/storage/data-lock.ts';
import { createDependencies } from '@/dependencies.ts';
import { createPace } from '@/modules/contacts/numbers/number-check-pace.state.ts';
import { jobsOf } from '@/schedule.ts';
import type { SessionListener, SessionTarget } from '@/whatsapp/port.ts';
import { createFakePush } from '../support/push.ts';
import { createFakeWeb } from '../support/web.ts';
import { createFakeWhatsApp } from '../support/whatsapp.ts';
import { holdAtCommitOf, standStill } from './hold-at-commit.ts';
import { type Moment, SENT } from './timed-moments.ts';

const { dataDir, now, received, targets, until, hosts = '' } = JSON.parse(process.env.MOMENT ?? '') as Moment;
const clock = new Date(now);
if (until?.at === 'commit') holdAtCommitOf(dataDir, until.word);

const whatsapp = createFakeWhatsApp();
for (const target of targets) whatsapp.become(target);
let listener: SessionListener | undefined;
const lock = lockData(dataDir);
const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0', ALLOWED_INTERNAL_HOSTS: hosts };
const dependencies = await createDependencies(readConfig(env), {
  clock: () => clock,
  log: createLog('silent'),
  freeBytes: async () => Number.MAX_SAFE_INTEGER,
  createWhatsApp(parts) {
    listener = parts.listener;
    return { ...whatsapp, find };
  },
  push: createFakePush(),
  safeFetch: createFakeWeb().fetch,
  numberPace: createPace(0),
});
for (const { target, message } of received) await listener?.onMessages(target, [message]);
await jobsOf(dependencies.kernel)();
if (until) await new Promise((resolve) => setTimeout(resolve, 60_000));
for (let round = 0; round < 3; round += 1) {
  await dependencies.kernel.bus.idle();
  await dependencies.kernel.outbox.idle();
}
await dependencies.stop();
lock.release();
process.exit(0);

function find(target: SessionTarget) {
  const session = whatsapp.find(target);
  return (
    session && {
      ...session,
      async send(message: Parameters<typeof session.send>[0]) {
        const { id, jid, content } = message;
        const text = 'text' in content ? content.text : '';
        if (until?.at === 'sending' && text.includes(until.word)) standStill(dataDir);
        if (until) return new Promise<never>(() => undefined);
        appendFileSync(join(dataDir, SENT), `${JSON.stringify({ id, jid, text })}\n`);
        return session.send(message);
      },
    }
  );
}
