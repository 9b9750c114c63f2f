import { helps } from '@db/platform/schema/index.ts';
import { and, asc, count, eq } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';
import { HELPS_PER_PAGE, type HelpFilter } from './helps.schema.ts';
import type { HelpPage, HelpView } from './helps.views.ts';

type HelpRow = typeof helps.$inferSelect;

const BY_TITLE = [helps.title, helps.id];

export async function listHelps(scope: PlatformScope, filter: HelpFilter): Promise<HelpPage> {
  const where = filter.searchParam
    ? containsText(filter.searchParam, helps.title, helps.description)
    : undefined;
  const size = sizeOf(filter, HELPS_PER_PAGE);
  const rows = await scope.db
    .select()
    .from(helps)
    .where(and(where, filter.after ? afterRow(helps.id, BY_TITLE, filter.after) : undefined))
    .orderBy(asc(helps.title), asc(helps.id))
    .limit(size + 1)
    .offset(offsetOf(filter, HELPS_PER_PAGE));
  const [total] = await scope.db.select({ n: count() }).from(helps).where(where);
  const page = cutPage(rows, size);
  return { records: page.rows.map(toHelpView), count: total?.n ?? 0, hasMore: page.hasMore };
}

export async function listAllHelps(scope: PlatformScope): Promise<HelpView[]> {
  const rows = await scope.remember([helps], 'all', () =>
    scope.db.select().from(helps).orderBy(asc(helps.title), asc(helps.id)).limit(500),
  );
  return rows.map(toHelpView);
}

export async function getHelp(scope: PlatformScope, helpId: number): Promise<HelpView> {
  const row = await scope.db.query.helps.findFirst({ where: eq(helps.id, helpId) });
  if (!row) throw new AppError('ERR_NO_HELP_FOUND');
  return toHelpView(row);
}

export function toHelpView({ id, title, description, video, createdAt, updatedAt }: HelpRow): HelpView {
  const stamps = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, title, description, video, link: null, ...stamps };
}
