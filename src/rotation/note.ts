import type { Database } from 'bun:sqlite';
import { auditEntries } from '@db/tenant/schema/index.ts';
import { getTableColumns } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { append } from '../kernel/audit-chain.ts';
import type { Fields } from '../kernel/audit-values.ts';
import type { TenantReader } from '../kernel/db/tenants.ts';
import { columnsOf } from './reseal.ts';

export type Noted = {
  /** Names the rotation: however often it was killed, it stands here once. */
  rotation: string;
  at: Date;
  /** Who called it, by the machine's account; '' tells nobody's name. */
  operator: string;
  after: Fields;
};

/** In the audit of a database, at the end of its chain. One of a version that has none yet is left without. */
export async function noteRotation(database: Database, { rotation, at, operator, after }: Noted) {
  const wanted = Object.values(getTableColumns(auditEntries)).map(({ name }) => name);
  const known = columnsOf(database, 'audit_entries');
  if (wanted.some((name) => !known.includes(name))) return;
  const earlier = database.query('select 1 from audit_entries where action = ? and subject_id = ?');
  if (earlier.get(ACTION, rotation)) return;
  await append(drizzle(database) as unknown as TenantReader, {
    ...{ at, action: ACTION, kind: 'secrets', subjectId: rotation, subjectName: '' },
    ...{ personId: null, personName: operator, personCompanyId: null },
    ...{ address: '', device: 'bun run rotate-secrets', before: null, after },
  });
}

const ACTION = 'secrets.rotated';
