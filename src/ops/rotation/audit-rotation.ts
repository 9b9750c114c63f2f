import { auditEntries } from '@db/tenant/schema/index.ts';
import type { Client } from '@libsql/client';
import { getTableColumns } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { append } from '../../core/audit/audit-chain.ts';
import type { Fields } from '../../core/audit/audit-values.ts';
import type { TenantReader } from '../../core/db/tenants/tenants.ts';
import { columnsOf } from './re-encrypt.ts';

export type Noted = {
  /** Identifies the rotation: it is noted once, however often it was killed. */
  rotation: string;
  at: Date;
  /** OS account that ran it; '' hides the name. */
  operator: string;
  after: Fields;
};

export async function noteRotation(client: Client, { rotation, at, operator, after }: Noted) {
  const wanted = Object.values(getTableColumns(auditEntries)).map(({ name }) => name);
  const known = await columnsOf(client, 'audit_entries');
  if (wanted.some((name) => !known.includes(name))) return;
  const sql = 'select 1 from audit_entries where action = ? and subject_id = ?';
  const earlier = await client.execute({ sql, args: [ACTION, rotation] });
  if (earlier.rows.length > 0) return;
  await append(drizzle(client) as unknown as TenantReader, {
    ...{ at, action: ACTION, kind: 'secrets', subjectId: rotation, subjectName: '' },
    ...{ personId: null, personName: operator, personCompanyId: null },
    ...{ address: '', device: 'bun run rotate-secrets', before: null, after },
  });
}

const ACTION = 'secrets.rotated';
