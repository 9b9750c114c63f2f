import type { Database } from 'bun:sqlite';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { verifyAuditChain } from '../../core/audit/audit-chain.ts';
import type { Scope } from '../../core/scope.ts';
import { MODULES } from '../../modules.ts';
import type { Finding } from './finding.ts';

const KINDS = new Set(MODULES.flatMap(({ outbox = {} }) => Object.keys(outbox)));

/** Unknown entries wait for a version that knows them. */
export function checkOutbox(database: Database): Finding[] {
  return database
    .query<{ kind: string; n: number }, []>('select kind, count(*) as n from outbox group by kind')
    .all()
    .filter(({ kind }) => !KINDS.has(kind))
    .map(({ kind, n }) => ({
      what: `${n} pieces of work wait that this version does not know (${kind})`,
      todo: 'start the version that wrote them, which does them; else they stay',
    }));
}

export async function checkAudit(database: Database): Promise<Finding[]> {
  const { fault } = await verifyAuditChain({ db: drizzle(database) } as unknown as Scope);
  if (!fault) return [];
  const what = {
    changed: `entry ${fault.id} of the log of actions is not as it was written`,
    removed: `entries of the log of actions are missing ahead of ${fault.id}`,
  }[fault.kind];
  return [{ what, todo: 'compare it with a backup, and ask who had access to the server' }];
}
