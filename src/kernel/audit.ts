import { auditEntries } from '@db/tenant/schema/index.ts';
import { and, asc, desc, gt, lt, sql } from 'drizzle-orm';
import { type AuditRow, append } from './audit-chain.ts';
import { changesOf, type Fields } from './audit-values.ts';
import type { PlatformScope } from './platform-scope.ts';
import { type Asking, type Scope, systemScopeFor } from './scope.ts';

/** The module audit names what may be done. */
export interface AuditActions {
  'audit.pruned': true;
  'audit.masked': true;
}
export type AuditAction = keyof AuditActions & `${string}.${string}`;

export type AuditEntry = {
  what: AuditAction;
  on?: { id?: number | string; name?: string };
  /** Rows as they were and are; what is the same in both is left out, secrets are masked. */
  before?: Fields;
  after?: Fields;
};

type Audited = Scope | PlatformScope;
type Person = Pick<AuditRow, 'personId' | 'personName' | 'personCompanyId'>;
type Past = { at: Date; person: Person };

/** In the transaction of the change: both are there, or neither. What stays as it was is no change. */
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
  // Joins a transaction where there is one: no two rows may follow the same one.
  await (tx as Scope).write(({ db }) => append(db, row));
}

/** Of who reads and changes nothing, also as a visitor: a transaction of its own. */
export async function auditAside(scope: Scope, entry: AuditEntry): Promise<void> {
  await audit(await systemScopeFor(scope, scope.companyId), entry);
}

function personOf({ actor, onBehalfOf }: Audited): Person {
  const person: Asking | undefined = actor.kind === 'user' ? actor : onBehalfOf;
  if (!person) return { personId: null, personName: '', personCompanyId: null };
  const { id, companyId } = person.visitor ?? person;
  return { personId: id, personName: person.name, personCompanyId: companyId };
}

/** Takes away what is older, and says so in a row that holds the chain together. Returns how many went. */
export function pruneAudit(scope: Audited, before: Date): Promise<number> {
  return (scope as Scope).write(async (tx) => {
    // In the order of their ids, whatever the clock said: `+` keeps the index of times out of it.
    const [kept] = await tx.db
      .select({ id: auditEntries.id })
      .from(auditEntries)
      .where(sql`+${auditEntries.at} > ${before.getTime()}`)
      .orderBy(asc(auditEntries.id))
      .limit(1);
    const gone = kept ? lt(auditEntries.id, kept.id) : gt(auditEntries.id, 0);
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
