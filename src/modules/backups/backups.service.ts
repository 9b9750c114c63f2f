import { backups } from '@db/platform/schema/index.ts';
import { eq, lt } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError } from '@/core/errors.ts';
import { platformOf, platformScope } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { StartWork } from '@/core/queue/company-jobs.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { mailLink } from '@/modules/mail/mail-link.logic.ts';
import { formatMoment } from '@/schemas/languages.schema.ts';
import type { BackupEnd } from './backup-runner.state.ts';
import { isMissed, lastEnded } from './backups.queries.ts';
import type { BackupReason } from './backups.schema.ts';
import type { BackupRow } from './backups.views.ts';
import { backupsPaths } from './backups-paths.schema.ts';
import { listSuperAdministrators } from './super-administrators.queries.ts';

type Values = { link?: string; date: string };
declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'backups:failed': Values;
    'backups:incomplete': Values;
    'backups:overdue': Values;
  }
}

const HOUR_MS = 3_600_000;
const RETAINED_MS = 365 * 24 * HOUR_MS;

/** Returns once it has started; the page shows the result. Throws ERR_NO_SUPER, ERR_BACKUP_RUNS. */
export async function backUpNow(scope: Scope): Promise<void> {
  requireSuper(scope);
  const { kernel } = scope;
  if (kernel.services.backups.isRunning) throw new AppError('ERR_BACKUP_RUNS');
  await audit(platformOf(scope), { what: 'backup.started' });
  void backUp(kernel, 'person').catch((error) => kernel.log.error({ err: error }, 'a backup failed'));
}

export async function backUp(kernel: Kernel, startedBy: BackupRow['startedBy']): Promise<void> {
  const ending = kernel.services.backups.run();
  if (!ending) return;
  const scope = platformScope(kernel);
  const [row] = await scope.write(async (tx) => {
    tx.emit('backup.changed', null);
    const isEncrypted = kernel.config.backupRecipient !== null;
    const values = { status: 'running' as const, startedBy, startedAt: tx.now(), isEncrypted };
    return tx.db.insert(backups).values(values).returning();
  });
  const ended = factsOf(await ending);
  // Stopped with the process: the next start records it as interrupted.
  if (!row || kernel.stopping.aborted) return;
  if (ended.reason) kernel.log.error(ended, 'a backup failed, or something in it is missing');
  await scope.write(async (tx) => {
    await tx.db
      .update(backups)
      .set({ ...ended, endedAt: tx.now() })
      .where(eq(backups.id, row.id));
    tx.emit('backup.changed', null);
  });
  if (ended.status === 'failed') await shout(kernel, { kind: 'backups:failed', cause: `${row.id}` });
  else if (ended.reason) await shout(kernel, { kind: 'backups:incomplete', cause: `${row.id}` });
}

/** Hourly: makes up for runs missed while the server was off, and reports missing backups. */
export async function missBackups(kernel: Kernel): Promise<void> {
  if (!(await isMissed(kernel))) return;
  const last = await lastEnded(kernel);
  const now = kernel.clock();
  if (!last || now.getTime() - last.startedAt.getTime() > 3 * HOUR_MS) await backUp(kernel, 'clock');
  if (await isMissed(kernel))
    await shout(kernel, { kind: 'backups:overdue', cause: now.toISOString().slice(0, 10) });
}

export async function forgetOldBackups({ platform, clock }: Kernel): Promise<void> {
  const before = new Date(clock().getTime() - RETAINED_MS);
  await platform.write((tx) => tx.delete(backups).where(lt(backups.startedAt, before)));
}

export const interruptedBackups: StartWork = {
  name: 'interruptedBackups',
  ofPlatform: true,
  tables: [],
  isWanted: async () => false,
  async run({ platform, clock }) {
    await platform.write((tx) =>
      tx
        .update(backups)
        .set({ status: 'failed', reason: 'interrupted', endedAt: clock() })
        .where(eq(backups.status, 'running')),
    );
  },
};

type Facts = Partial<BackupRow> & { status: 'proven' | 'failed' };

function factsOf(end: BackupEnd): Facts {
  if ('failed' in end) return { status: 'failed', reason: end.failed, details: end.why };
  const { differences, damage, ...figures } = end.result;
  const isProven = differences.length === 0;
  const lines = [...differences, ...damage];
  const reason: BackupReason | null = !isProven ? 'differs' : damage.length > 0 ? 'incomplete' : null;
  const details = lines.slice(0, 20).join('\n');
  return {
    ...{ ...figures, reason, details, differences: lines.length },
    status: isProven ? 'proven' : 'failed',
  };
}

type Trouble = { kind: 'backups:failed' | 'backups:incomplete' | 'backups:overdue'; cause: string };

async function shout(kernel: Kernel, { kind, cause }: Trouble): Promise<void> {
  const { timeZone } = kernel.config;
  const people = await listSuperAdministrators(kernel);
  await platformScope(kernel).write(async (tx) => {
    for (const { email, language } of people)
      await postMail(tx, {
        kind,
        key: `${kind}:${cause}:${email}`,
        recipient: email,
        language,
        companyId: null,
        values: {
          ...mailLink(kernel, backupsPaths.list()),
          date: formatMoment(tx.now(), { locale: language, timeZone }),
        },
      });
  });
}
