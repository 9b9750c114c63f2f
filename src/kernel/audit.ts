import { createHash } from 'node:crypto';
import { auditEntries } from '@db/tenant/schema/index.ts';
import { and, asc, desc, gt, lt, sql } from 'drizzle-orm';
import { changesOf, type Fields } from './audit-values.ts';
import { yieldToLoop } from './clock.ts';
import type { TenantReader } from './db/tenants.ts';
import type { PlatformScope } from './platform-scope.ts';
import { type Asking, type Scope, systemScopeFor } from './scope.ts';

/** The module audit names what may be done. */
export interface AuditActions {
  'audit.pruned': true;
}
export type AuditAction = keyof AuditActions & `${string}.${string}`;

export type AuditEntry = {
  what: AuditAction;
  on?: { id?: number | string; name?: string };
  /** Rows as they were and are; what is the same in both is left out, secrets are masked. */
  before?: Fields;
  after?: Fields;
};

/** The table is the same one in both databases. */
export type AuditRow = typeof auditEntries.$inferSelect;
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
  await (tx as Scope).write(async ({ db }) => {
    const [last] = await db
      .select({ hash: auditEntries.hash })
      .from(auditEntries)
      .orderBy(desc(auditEntries.id))
      .limit(1);
    const previousHash = last?.hash ?? '';
    await db.insert(auditEntries).values({ ...row, previousHash, hash: hashOf({ ...row, previousHash }) });
  });
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

type Hashed = Omit<AuditRow, 'id' | 'hash'>;

/** Over all columns but the id, in this order; the ids follow one another. */
function hashOf(row: Hashed): string {
  const { at, action, kind, subjectId, subjectName, personId, personName, personCompanyId } = row;
  const { address, device, before, after, previousHash } = row;
  const who = [personId, personName, personCompanyId, address, device];
  const text = JSON.stringify([
    ...[previousHash, at.getTime(), action, kind, subjectId, subjectName, ...who],
    ...[before, after],
  ]);
  return createHash('sha256').update(text).digest('hex');
}

const ROWS_AT_ONCE = 500;

/** `removed`: a row before this one, or the newest, is missing. `changed`: it is not as it was written. */
export type ChainFault = { kind: 'removed' | 'changed'; id: number };
export type ChainCheck = { entries: number; fault: ChainFault | null };

/** Reads the whole table in parts. A fault is looked for twice: the oldest rows may go while it reads. */
export async function verifyAuditChain(scope: Audited): Promise<ChainCheck> {
  const first = await readChain(scope.db as TenantReader);
  return first.fault ? readChain(scope.db as TenantReader) : first;
}

async function readChain(db: TenantReader): Promise<ChainCheck> {
  const pruned: unknown[] = [''];
  let oldest: AuditRow | undefined;
  let last: AuditRow | undefined;
  let entries = 0;
  for (;;) {
    const rows: AuditRow[] = await db
      .select()
      .from(auditEntries)
      .where(gt(auditEntries.id, last?.id ?? 0))
      .orderBy(asc(auditEntries.id))
      .limit(ROWS_AT_ONCE);
    for (const row of rows) {
      oldest ??= row;
      if (last && (row.id !== last.id + 1 || row.previousHash !== last.hash))
        return { entries, fault: { kind: row.id === last.id + 1 ? 'changed' : 'removed', id: row.id } };
      if (hashOf(row) !== row.hash) return { entries, fault: { kind: 'changed', id: row.id } };
      if (row.action === 'audit.pruned') pruned.push(row.after?.upTo);
      last = row;
      entries += 1;
    }
    if (rows.length < ROWS_AT_ONCE) break;
    await yieldToLoop();
  }
  // Rows that time took away left an entry behind that names the last of them.
  if (oldest && oldest.previousHash !== '' && pruned.at(-1) !== oldest.previousHash)
    return { entries, fault: { kind: 'removed', id: oldest.id } };
  if ((last?.id ?? 0) < (await newestId(db)))
    return { entries, fault: { kind: 'removed', id: (last?.id ?? 0) + 1 } };
  return { entries, fault: null };
}

/** Of all rows that were ever there. */
async function newestId(db: TenantReader): Promise<number> {
  const [row] = await db.all<[number]>(sql`select seq from sqlite_sequence where name = 'audit_entries'`);
  return Number(Object.values(row ?? {})[0] ?? 0);
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
