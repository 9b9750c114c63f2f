import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { companies } from '@db/platform/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { readRows, withDatabase } from '../../../core/db/open-file.ts';
import { isPlatformsOwn } from '../../../modules/companies/companies.queries.ts';
import type { OpenPlatform } from './company-rows.ts';

type Now = { open: OpenPlatform; current: string[] };

/**
 * A backup must not create super administrators: only users who are super administrators now stay so. When the
 * current database cannot be read, those of the platform's own company do.
 */
export async function retainRights({ open, current }: Now, companyId: number, folder: string): Promise<void> {
  const now = superNow(current) ?? ((await isOwn(open, companyId)) ? undefined : []);
  if (now === undefined) return;
  withDatabase(join(folder, 'company.db'), (opened) =>
    opened
      .prepare('update users set super = 0 where id not in (select value from json_each(?))')
      .run(JSON.stringify(now)),
  );
}

async function isOwn(open: OpenPlatform, companyId: number): Promise<boolean> {
  const platform = await open();
  try {
    const own = and(eq(companies.id, companyId), isPlatformsOwn);
    return (await platform.db.query.companies.findFirst({ where: own })) !== undefined;
  } finally {
    await platform.close();
  }
}

/** Undefined when nothing can be read. */
function superNow(current: string[]): number[] | undefined {
  const path = current.find(existsSync);
  if (!path) return undefined;
  try {
    return readRows<{ id: number }>(path, 'select id from users where super = 1').map(({ id }) => id);
  } catch {
    return undefined;
  }
}
