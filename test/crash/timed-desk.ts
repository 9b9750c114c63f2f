import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@/config.ts';
import { createDesk } from '@/deps.ts';
import { lockData } from '@/kernel/data-lock.ts';
import { LocalTransaction } from '@/kernel/db/local-transaction.ts';
import { createLog } from '@/kernel/log.ts';
import { createPace } from '@/modules/contacts/pace.ts';
import { choresOf } from '@/schedule.ts';
import type { SessionListener, SessionTarget } from '@/whatsapp/port.ts';
import { createFakePush } from '../support/push.ts';
import { createFakeWeb } from '../support/web.ts';
import { createFakeWhatsApp } from '../support/whatsapp.ts';
import { HELD, type Moment, SENT } from './timed-moments.ts';

/** One moment of a desk: what customers said until then, and what the clock does. */
const { dataDir, now, heard, targets, until } = JSON.parse(process.env.MOMENT ?? '') as Moment;
const clock = new Date(now);
if (until?.at === 'commit') stopAtCommitOf(until.word);

const whatsapp = createFakeWhatsApp();
for (const target of targets) whatsapp.become(target);
let listener: SessionListener | undefined;
const lock = lockData(dataDir);
const desk = await createDesk(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' }), {
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
for (const { target, message } of heard) await listener?.onMessages(target, [message]);
await choresOf(desk.kernel)();
if (until) await new Promise((resolve) => setTimeout(resolve, 60_000));
for (let round = 0; round < 3; round += 1) {
  await desk.kernel.bus.idle();
  await desk.kernel.outbox.idle();
}
await desk.stop();
lock.release();
process.exit(0);

/** What leaves is written down; from a process that will be killed nothing does. */
function find(target: SessionTarget) {
  const session = whatsapp.find(target);
  return (
    session && {
      ...session,
      async send(message: Parameters<typeof session.send>[0]) {
        const { id, jid, content } = message;
        const text = 'text' in content ? content.text : '';
        if (until?.at === 'sending' && text.includes(until.word)) standStill();
        if (until) return new Promise<never>(() => undefined);
        appendFileSync(join(dataDir, SENT), `${JSON.stringify({ id, jid, text })}\n`);
        return session.send(message);
      },
    }
  );
}

function stopAtCommitOf(word: string): void {
  const { prototype } = LocalTransaction;
  const { values, execute, commit } = prototype;
  const meant = new WeakSet<LocalTransaction>();
  const look = (transaction: LocalTransaction, statement: unknown, args: unknown) => {
    const written = JSON.stringify([statement, args]);
    if (/insert into|update /.test(written) && written.includes(word)) meant.add(transaction);
  };
  prototype.values = function (...given) {
    look(this, ...given);
    return values.apply(this, given);
  };
  prototype.execute = function (...given) {
    look(this, given[0], given[1]);
    return execute.apply(this, given);
  };
  prototype.commit = function () {
    if (meant.has(this)) standStill();
    return commit.apply(this);
  };
}

/** Nothing in this process moves any more. */
function standStill(): never {
  writeFileSync(join(dataDir, HELD), '');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
