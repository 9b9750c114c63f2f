import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { companies } from '@db/platform/schema/index.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { readRows, withDatabase } from '../../../core/db/open-file.ts';
import { openPlatform } from '../../../core/db/platform-database.ts';

/**
 * A backup must not create super administrators: only users who are super administrators now stay so. When the
 * current database cannot be read, those of the platform's own company do.
 */
export async function retainRights(dataDir: string, companyId: number, folder: string): Promise<void> {
  const isOwn = await isPlatformsOwn(dataDir, companyId);
  const now = isOwn ? superNow(dataDir, companyId) : [];
  if (now === undefined) return;
  withDatabase(join(folder, 'company.db'), (opened) =>
    opened
      .prepare('update users set super = 0 where id not in (select value from json_each(?))')
      .run(JSON.stringify(now)),
  );
}

/** The platform's own company has no due date. */
async function isPlatformsOwn(dataDir: string, companyId: number): Promise<boolean> {
  const platform = await openPlatform(dataDir);
  try {
    const own = and(eq(companies.id, companyId), isNull(companies.dueDate));
    return (await platform.db.query.companies.findFirst({ where: own })) !== undefined;
  } finally {
    await platform.close();
  }
}

/** Undefined when nothing can be read. */
function superNow(dataDir: string, companyId: number): number[] | undefined {
  const path = ['companies', 'bin']
    .map((position) => join(dataDir, position, String(companyId), 'company.db'))
    .find(existsSync);
  if (!path) return undefined;
  try {
    return readRows<{ id: number }>(path, 'select id from users where super = 1').map(({ id }) => id);
  } catch {
    return undefined;
  }
}
