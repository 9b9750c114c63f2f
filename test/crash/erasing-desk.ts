import { readConfig } from '@/config.ts';
import { createDesk } from '@/deps.ts';
import { lockData } from '@/kernel/data-lock.ts';
import { createLog } from '@/kernel/log.ts';
import { openScope } from '@/kernel/scope.ts';
import { eraseContact } from '@/modules/erasures/erase-contact.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { createFakeWhatsApp } from '../support/whatsapp.ts';
import { holdAtCommitOf } from './hold-at-commit.ts';

/** One life of a desk whose administrator erases a person, or that only goes on with it. */
export type ErasingMoment = {
  dataDir: string;
  target: string;
  now: number;
  administrator: { companyId: number; userId: number };
  contactId?: number;
  holds?: { word: string; when: 'before' | 'after' };
};

const { dataDir, target, now, administrator, contactId, holds } = JSON.parse(
  process.env.ERASING ?? '',
) as ErasingMoment;
if (holds) holdAtCommitOf(dataDir, holds.word, holds.when);
const lock = lockData(dataDir);
const config = readConfig({ DATA_DIR: dataDir, BACKUP_DIR: target, LOG_LEVEL: 'silent', PORT: '0' });
const desk = await createDesk(config, {
  clock: () => new Date(now),
  log: createLog('silent'),
  createWhatsApp: () => createFakeWhatsApp(),
});
await desk.start();
if (contactId !== undefined) {
  const actor = await loadActor(desk.kernel, administrator.companyId, administrator.userId, 'crash');
  if (!actor) throw new Error('the administrator is gone');
  const scope = await openScope(desk.kernel, {
    companyId: administrator.companyId,
    actor: { ...actor, provenAt: new Date(now) },
  });
  await eraseContact(scope, { contactId });
}
desk.kernel.outbox.wake(administrator.companyId);
await desk.kernel.outbox.idle();
await desk.stop();
lock.release();
process.exit(0);
