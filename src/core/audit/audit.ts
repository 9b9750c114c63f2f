import { auditEntries } from '@db/tenant/schema/index.ts';
import { and, asc, desc, gt, lt, sql } from 'drizzle-orm';
import type { PlatformScope } from '../platform-scope.ts';
import { type Asking, type Scope, systemScopeFor } from '../scope.ts';
import { type AuditRow, append } from './audit-chain.ts';
import { changesOf, type Fields } from './audit-values.ts';

export interface AuditActions {
  'audit.pruned': true;
  'audit.masked': true;
}
export type AuditAction = keyof AuditActions & `${string}.${string}`;

export type AuditEntry = {
  what: AuditAction;
  on?: { id?: number | string; name?: string };
  before?: Fields;
  after?: Fields;
};

type Audited = Scope | PlatformScope;
type Person = Pick<AuditRow, 'personId' | 'personName' | 'personCompanyId'>;
type Past = { at: Date; person: Person };

/** Runs in the transaction of the change, so both are stored or neither. Unchanged fields are not recorded. */
export async function audit(tx: Audited, entry: AuditEntry, past?: Past): Promise<void> {
  const changes = changesOf(entry.before, entry.after);
  if (!changes) return;
  const { what, on } = entry;
  const row = {
    at: past?.at ?? tx.now(),
    action: what,
    kind: what.slice(0, what.indexOf('.')),
    subjectId: String(on?.id ?? ''),
    subjectName: (on?.name ?? '').slice(0, 200).toWellFormed(),
    ...(past?.person ?? personOf(tx)),
    address: past ? '' : (tx.calledFrom?.address ?? ''),
    device: past ? '' : (tx.calledFrom?.device() ?? ''),
    ...changes,
  };
  // Joins a running transaction: no two rows may follow the same one.
  await (tx as Scope).write(({ db }) => append(db, row));
}

/** For reads that change nothing, also by a guest: uses its own transaction. */
export async function auditSeparately(scope: Scope, entry: AuditEntry): Promise<void> {
  await audit(await systemScopeFor(scope, scope.companyId), entry);
}

function personOf({ actor, onBehalfOf }: Audited): Person {
  const person: Asking | undefined = actor.kind === 'user' ? actor : onBehalfOf;
  if (!person) return { personId: null, personName: '', personCompanyId: null };
  const { id, companyId } = person.home ?? person;
  return { personId: id, personName: person.name, personCompanyId: companyId };
}

/** Deletes older entries and adds one that keeps the chain verifiable. Returns the number deleted. */
export function pruneAudit(scope: Audited, before: Date): Promise<number> {
  return (scope as Scope).write(async (tx) => {
    // Ordered by id, whatever the clock: `+` keeps SQLite from using the index of times.
    const [saved] = await tx.db
      .select({ id: auditEntries.id })
      .from(auditEntries)
      .where(sql`+${auditEntries.at} > ${before.getTime()}`)
      .orderBy(asc(auditEntries.id))
      .limit(1);
    const gone = saved ? lt(auditEntries.id, saved.id) : gt(auditEntries.id, 0);
    const [last] = await tx.db
      .select()
      .from(auditEntries)
      .where(gone)
      .orderBy(desc(auditEntries.id))
      .limit(1);
    if (!last) return 0;
    const count = await tx.db.$count(auditEntries, gone);
    const upToHere = and(gone, lt(auditEntries.id, last.id + 1));
    await audit(tx, { what: 'audit.pruned', after: { count, upTo: last.hash } });
    await tx.db.delete(auditEntries).where(upToHere);
    return count;
  });
}
