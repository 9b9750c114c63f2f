import { readConfig } from '@/config.ts';
import { createLog } from '@/core/log.ts';
import { openScope } from '@/core/scope.ts';
import { lockData } from '@/core/storage/data-lock.ts';
import { createDependencies } from '@/dependencies.ts';
import { bringBackCompany } from '@/modules/back-office/bin.service.ts';
import { deleteCompany } from '@/modules/back-office/delete-company.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { createFakeWhatsApp } from '../support/whatsapp.ts';
import { holdAtCommitOf } from './hold-at-commit.ts';

export type BinningMoment = {
  dataDir: string;
  now: number;
  administrator: { companyId: number; userId: number };
  companyId: number;
  does?: 'delete' | 'bring back';
  holds?: { word: string; when: 'before' | 'after' };
};

const { dataDir, now, administrator, companyId, does, holds } = JSON.parse(
  process.env.BINNING ?? '',
) as BinningMoment;
if (holds) holdAtCommitOf(dataDir, holds.word, holds.when);
const lock = lockData(dataDir);
const dependencies = await createDependencies(
  readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' }),
  {
    clock: () => new Date(now),
    log: createLog('silent'),
    createWhatsApp: () => createFakeWhatsApp(),
  },
);
await dependencies.start();
const actor = await loadActor(dependencies.kernel, administrator.companyId, administrator.userId, 'crash');
if (!actor) throw new Error('the administrator is gone');
const proven = { ...actor, provenAt: new Date(now) };
const scope = await openScope(dependencies.kernel, { companyId: administrator.companyId, actor: proven });
if (does === 'delete') await deleteCompany(scope, { companyId });
if (does === 'bring back') await bringBackCompany(scope, { companyId });
await dependencies.stop();
lock.release();
process.exit(0);
