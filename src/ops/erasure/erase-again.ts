import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as platformSchema from '@db/platform/schema/index.ts';
import * as schema from '@db/tenant/schema/index.ts';
import { eq, getTableName, sql } from 'drizzle-orm';
import { maskEntries } from '../../core/audit/audit-chain.ts';
import { columnsWhere } from '../../core/db/annotations.ts';
import { openDatabase } from '../../core/db/database.ts';
import { findMediaInUse } from '../../core/db/media-columns.ts';
import { withDatabase } from '../../core/db/open-file.ts';
import { openPlatform } from '../../core/db/platform-database.ts';
import { TENANT_MIGRATIONS, type TenantDatabase, type TenantReader } from '../../core/db/tenants/tenants.ts';
import type { Tombstone } from '../../modules/erasures/erasures.schema.ts';
import { PARTS } from '../../modules/erasures/rows/erase-rows.service.ts';
import { subjectOfTombstone } from '../../modules/erasures/rows/find-subject.queries.ts';
import { maskRow } from '../../modules/erasures/rows/mask-audit.service.ts';
import { scrub } from './scrub.ts';

const { erasureFiles, erasures } = schema;
const { auditEntries, companies } = platformSchema;
const NOTHING = { tickets: 0, messages: 0, files: 0, schedules: 0, notes: 0, shippings: 0 };

/** In a restored folder before the first start: people erased since the backup stay erased. */
export async function eraseAgain(folder: string, tombstones: Tombstone[]): Promise<void> {
  if (tombstones.length === 0) return;
  const path = join(folder, 'company.db');
  const database = await openDatabase({ url: `file:${path}`, schema, migrations: TENANT_MIGRATIONS });
  try {
    for (const tombstone of tombstones) await eraseOne(database, folder, tombstone);
  } finally {
    await database.close();
  }
  await scrub(path, 0);
}

async function eraseOne(database: TenantDatabase, folder: string, tombstone: Tombstone): Promise<void> {
  const { uuid, askedAt } = tombstone;
  const { db } = database;
  if (await db.query.erasures.findFirst({ where: eq(erasures.uuid, uuid) })) return;
  const subject = await subjectOfTombstone(db, tombstone);
  const at = new Date(askedAt);
  const row = { uuid, personHash: '', step: 'done', counts: NOTHING, askedAt: at, endedAt: at } as const;
  const [added] = await database.write((tx) => tx.insert(erasures).values(row).returning());
  if (!added || !subject) return;
  const erasing = { erasureId: added.id, subject, at };
  for (const part of PARTS)
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      after = await database.write((tx) => part(tx, erasing, from));
    }
  const files = (await db.select().from(erasureFiles)).map(({ file }) => file);
  const inUse = await findMediaInUse(db, files);
  for (const file of files) if (!inUse.has(file)) await rm(join(folder, 'media', file), { force: true });
  await database.write((tx) => tx.delete(erasureFiles));
}

const OWNED = columnsWhere(platformSchema, ({ isOwner }) => isOwner === true).map(({ table }) =>
  getTableName(table),
);
const NAMES = columnsWhere(platformSchema, ({ personal }) => personal === 'identity');

export async function eraseCompaniesAgain(dataDir: string, tombstones: Tombstone[]): Promise<void> {
  const ids = tombstones.filter(({ kind }) => kind === 'company').map(({ companyId }) => companyId);
  if (ids.length === 0) return;
  await maskNames(dataDir, ids);
  withDatabase(join(dataDir, 'platform.db'), (platform) => {
    platform.transaction(() => {
      for (const id of ids) {
        for (const name of OWNED) platform.prepare(`delete from "${name}" where company_id = ?`).run(id);
        platform.prepare('delete from companies where id = ?').run(id);
      }
    })();
  });
  await scrub(join(dataDir, 'platform.db'), 0);
}

async function maskNames(dataDir: string, ids: number[]): Promise<void> {
  const platform = await openPlatform(dataDir);
  try {
    const those = sql`(select value from json_each(${JSON.stringify(ids)}))`;
    const names = NAMES.map((column) => {
      const owner = column.table === companies ? companies.id : sql.identifier('company_id');
      return sql`select ${column} as word from ${column.table} where ${owner} in ${those}`;
    });
    const found = await platform.db.all<{ word: string }>(sql.join(names, sql` union `));
    const words = found.map(({ word }) => word).filter((word) => word.length >= 3);
    await platform.write(async (tx) => {
      const rows = await tx.select().from(auditEntries);
      const named = rows.filter((row) => words.some((word) => JSON.stringify(row).includes(word)));
      await maskEntries(tx as unknown as TenantReader, named, (row) => maskRow(row, words), new Date(0));
    });
  } finally {
    await platform.close();
  }
}
