import { verifyAuditChain } from '../../core/audit/audit-chain.ts';
import { type DatabaseFile, drizzleOn } from '../../core/db/open-file.ts';
import type { Scope } from '../../core/scope.ts';
import { MODULES } from '../../modules.ts';
import type { Finding } from './finding.ts';

const KINDS = new Set(MODULES.flatMap(({ outbox = {} }) => Object.keys(outbox)));

/** Unknown entries wait for a version that knows them. */
export function checkOutbox(database: DatabaseFile): Finding[] {
  const rows = database.prepare('select kind, count(*) as n from outbox group by kind').all();
  return (rows as { kind: string; n: number }[])
    .filter(({ kind }) => !KINDS.has(kind))
    .map(({ kind, n }) => ({
      what: `${n} pieces of work wait that this version does not know (${kind})`,
      todo: 'start the version that wrote them, which does them; else they stay',
    }));
}

export async function checkAudit(database: DatabaseFile): Promise<Finding[]> {
  const { fault } = await verifyAuditChain({ db: drizzleOn(database) } as unknown as Scope);
  if (!fault) return [];
  const what = {
    changed: `entry ${fault.id} of the log of actions is not as it was written`,
    removed: `entries of the log of actions are missing ahead of ${fault.id}`,
  }[fault.kind];
  return [{ what, todo: 'compare it with a backup, and ask who had access to the server' }];
}
