import { createHash } from 'node:crypto';
import { auditEntries } from '@db/tenant/schema/index.ts';
import { asc, desc, eq, gt, sql } from 'drizzle-orm';
import { yieldToLoop } from '../clock.ts';
import type { TenantReader } from '../db/tenants/tenants.ts';
import { randomIds } from '../ids.ts';
import type { PlatformScope } from '../platform-scope.ts';
import type { Scope } from '../scope.ts';
import type { Fields } from './audit-values.ts';

export type AuditRow = typeof auditEntries.$inferSelect;
type Hashed = Omit<AuditRow, 'id' | 'hash'>;

/** Appends after the newest entry, in the running transaction. */
export async function append(db: TenantReader, row: Omit<Hashed, 'previousHash' | 'salt'>): Promise<void> {
  const [last] = await db
    .select({ hash: auditEntries.hash })
    .from(auditEntries)
    .orderBy(desc(auditEntries.id))
    .limit(1);
  const whole = { ...row, previousHash: last?.hash ?? '', salt: randomIds.token(12) };
  await db.insert(auditEntries).values({ ...whole, hash: hashOf(whole) });
}

function hashOf(row: Hashed): string {
  const { at, action, kind, subjectId, subjectName, personId, personName, personCompanyId } = row;
  const { address, device, before, after, previousHash, salt } = row;
  const who = [personId, personName, personCompanyId, address, device];
  const text = JSON.stringify([
    ...[previousHash, at.getTime(), action, kind, subjectId, subjectName, ...who],
    ...[before, after],
    ...(salt === '' ? [] : [salt]),
  ]);
  return createHash('sha256').update(text).digest('hex');
}

export type Masked = Pick<AuditRow, 'subjectName' | 'personName'> & {
  before: Fields | null;
  after: Fields | null;
};

/** Hashes stay, a new entry vouches for the content. Without the salt nobody can guess masked names. */
export async function maskEntries(
  db: TenantReader,
  rows: AuditRow[],
  mask: (row: AuditRow) => Masked,
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const vouched = new Map<number, string>();
  for (const row of rows) {
    const masked = { ...row, ...mask(row), salt: '' };
    vouched.set(row.id, hashOf(masked));
    const { subjectName, personName, before, after, salt } = masked;
    await db
      .update(auditEntries)
      .set({ subjectName, personName, before, after, salt })
      .where(eq(auditEntries.id, row.id));
  }
  await append(db, {
    ...{ at, action: 'audit.masked', kind: 'audit', subjectId: '', subjectName: '' },
    ...{ personId: null, personName: '', personCompanyId: null, address: '', device: '', before: null },
    after: { count: rows.length, entries: Object.fromEntries(vouched) },
  });
}

const ROWS_AT_ONCE = 500;

/** `removed`: a row before this one, or the newest, is missing. `changed`: the row differs from what was written. */
export type ChainFault = { kind: 'removed' | 'changed'; id: number };
export type ChainCheck = { entries: number; fault: ChainFault | null };

/** Reads the whole table in parts. Checks a fault twice, because the oldest rows may be pruned meanwhile. */
export async function verifyAuditChain(scope: Scope | PlatformScope): Promise<ChainCheck> {
  const first = await readChain(scope.db as TenantReader);
  return first.fault ? readChain(scope.db as TenantReader) : first;
}

async function readChain(db: TenantReader): Promise<ChainCheck> {
  const pruned: unknown[] = [''];
  const unlike = new Map<number, string>();
  let oldest: AuditRow | undefined;
  let last: AuditRow | undefined;
  let entries = 0;
  const found = (fault: ChainFault | null): ChainCheck => {
    const [changed] = unlike.keys();
    return { entries, fault: changed === undefined ? fault : { kind: 'changed', id: changed } };
  };
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
        return found({ kind: row.id === last.id + 1 ? 'changed' : 'removed', id: row.id });
      const hash = hashOf(row);
      if (hash !== row.hash) unlike.set(row.id, hash);
      else if (row.action === 'audit.pruned') pruned.push(row.after?.upTo);
      else if (row.action === 'audit.masked') vouch(unlike, row.after?.entries);
      last = row;
      entries += 1;
    }
    if (rows.length < ROWS_AT_ONCE) break;
    await yieldToLoop();
  }
  // Pruning leaves an entry that names the last pruned row.
  if (oldest && oldest.previousHash !== '' && pruned.at(-1) !== oldest.previousHash)
    return found({ kind: 'removed', id: oldest.id });
  if ((last?.id ?? 0) < (await newestId(db))) return found({ kind: 'removed', id: (last?.id ?? 0) + 1 });
  return found(null);
}

function vouch(unlike: Map<number, string>, entries: unknown): void {
  if (typeof entries !== 'object' || entries === null) return;
  for (const [id, hash] of Object.entries(entries))
    if (unlike.get(Number(id)) === hash) unlike.delete(Number(id));
}

/** The highest id ever assigned, including deleted rows. */
async function newestId(db: TenantReader): Promise<number> {
  const [row] = await db.all<[number]>(sql`select seq from sqlite_sequence where name = 'audit_entries'`);
  return Number(Object.values(row ?? {})[0] ?? 0);
}
