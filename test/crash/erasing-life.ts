import { readConfig } from '@/config.ts';
import { verifyAuditChain } from '@/core/audit/audit-chain.ts';
import { createLog } from '@/core/log.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { openScope } from '@/core/scope.ts';
import { lockData } from '@/core/storage/data-lock.ts';
import { createDependencies } from '@/dependencies.ts';
import { eraseCompany } from '@/modules/erasures/company/erase-company.service.ts';
import { eraseContact } from '@/modules/erasures/erase-contact.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { until } from '../support/until.ts';
import { createFakeWhatsApp } from '../support/whatsapp.ts';
import { holdAtCommitOf } from './hold-at-commit.ts';

export type ErasingMoment = {
  dataDir: string;
  target: string;
  now: number;
  administrator: { companyId: number; userId: number };
  contactId?: number;
  company?: { companyId: number; typedName: string };
  holds?: { text: string; when: 'before' | 'after' };
};

export async function liveErasing(moment: ErasingMoment): Promise<void> {
  const { dataDir, target, now, administrator, contactId, company, holds } = moment;
  if (holds) holdAtCommitOf(dataDir, holds.text, holds.when);
  const lock = lockData(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_DIR: target, LOG_LEVEL: 'silent', PORT: '0' });
  const dependencies = await createDependencies(config, {
    clock: () => new Date(now),
    log: createLog('silent'),
    createWhatsApp: () => createFakeWhatsApp(),
  });
  const { kernel } = dependencies;
  await dependencies.start();
  if (contactId !== undefined || company) {
    const { companyId, userId } = administrator;
    const actor = await loadActor(kernel, companyId, userId, 'crash');
    if (!actor) throw new Error('the administrator is gone');
    const scope = await openScope(kernel, { companyId, actor: { ...actor, provenAt: new Date(now) } });
    if (contactId !== undefined) await eraseContact(scope, { contactId });
    if (company) await eraseCompany(scope, company);
  }
  kernel.outbox.wake(administrator.companyId);
  await kernel.outbox.idle();
  await until('no company is being erased', async () => {
    const rows = await kernel.platform.db.query.companyErasures.findMany();
    return rows.every(({ step }) => step === 'done');
  });
  const { fault } = await verifyAuditChain(platformScope(kernel));
  if (fault) throw new Error(`the log of actions: ${JSON.stringify(fault)}`);
  await dependencies.stop();
  lock.release();
}
