import { rm } from 'node:fs/promises';
import * as platformSchema from '@db/platform/schema/index.ts';
import * as tenantSchema from '@db/tenant/schema/index.ts';
import { tablesOfKind } from '../../../core/db/annotations.ts';
import { openDatabase, type Tables } from '../../../core/db/database.ts';
import { withDatabase } from '../../../core/db/open-file.ts';
import { PLATFORM_MIGRATIONS } from '../../../core/db/platform-database.ts';
import { moveDatabase } from '../../../core/db/tenants/tenant-folder.ts';
import { TENANT_MIGRATIONS } from '../../../core/db/tenants/tenants.ts';
import { copyRows, RowsRefused } from '../../../core/db/untrusted/foreign-rows.ts';
import { tableOfUnknownValue } from '../../../core/db/untrusted/known-values.ts';
import { createOlder } from '../../../core/db/untrusted/older-schema.ts';
import { MAX_USER_ID } from '../../../modules/users/users.schema.ts';
import { BackupFailure } from '../backup-failure.ts';
import type { Part } from '../manifest.ts';

type Kind = { schema: Tables; migrations: string; mostIds?: Record<string, number> };
const PLATFORM: Kind = { schema: platformSchema, migrations: PLATFORM_MIGRATIONS };
const COMPANY: Kind = {
  ...{ schema: tenantSchema, migrations: TENANT_MIGRATIONS },
  mostIds: { users: MAX_USER_ID },
};

/** A backup is data, never a schema. Throws `unreadable` for a foreign schema or refused values. */
export async function copyRowsOnly(path: string, { id, database }: Part): Promise<void> {
  const { schema, migrations, mostIds } = id === 0 ? PLATFORM : COMPANY;
  const ours = `${path}.ours`;
  const drop = () => removeDatabase(ours);
  await drop();
  try {
    await createOlder(ours, { schema, migrations, count: database.migrations });
    copyRows({
      from: path,
      to: ours,
      counts: database.counts,
      leftOut: tablesOfKind(schema, 'derived'),
      mostIds,
    });
    withDatabase(ours, (opened) => opened.exec('PRAGMA journal_mode = WAL'));
    await (await openDatabase({ url: `file:${ours}`, schema, migrations })).close();
    const odd = tableOfUnknownValue(ours, schema);
    if (odd) throw new RowsRefused('rows', `${odd} holds what does not belong there`);
    // Checkpointed into one file, because the log is not moved along.
    withDatabase(ours, (opened) => opened.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  } catch (error) {
    await drop();
    if (!(error instanceof RowsRefused)) throw error;
    throw new BackupFailure('unreadable', error.message, { cause: error });
  }
  await removeDatabase(path);
  moveDatabase(ours, path);
}

async function removeDatabase(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${path}${suffix}`, { force: true });
}
