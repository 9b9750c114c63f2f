import { announcementCompanies, announcements } from '@db/platform/schema/index.ts';
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import type { Medium } from '@/core/module.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { isSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { publicUrl } from '@/core/storage/storage.ts';
import { addressedTo } from './addressees.queries.ts';
import { ANNOUNCEMENTS_PER_PAGE, type AnnouncementFilter } from './announcements.schema.ts';
import type { AnnouncementPage, AnnouncementView } from './announcements.views.ts';

export type AnnouncementRow = typeof announcements.$inferSelect;
/** `origin` makes addresses absolute; '' when unknown. */
type Reader = PlatformScope & { origin: string; companyId: number };

export function readerOf(scope: Scope): Reader {
  return { ...platformOf(scope), origin: scope.origin, companyId: scope.companyId };
}

const MAX_SHOWN = 50;

/** Newest first. Only platform administrators see inactive ones. */
export async function listAnnouncements(
  scope: Reader,
  filter: AnnouncementFilter,
): Promise<AnnouncementPage> {
  const where = and(
    visible(scope),
    filter.searchParam
      ? containsText(filter.searchParam, announcements.title, announcements.text)
      : undefined,
  );
  const size = sizeOf(filter, ANNOUNCEMENTS_PER_PAGE);
  const rows = await scope.db
    .select()
    .from(announcements)
    .where(and(where, filter.after ? afterRow(announcements.id, NEWEST_FIRST, filter.after) : undefined))
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(size + 1)
    .offset(offsetOf(filter, ANNOUNCEMENTS_PER_PAGE));
  const [total] = await scope.db.select({ n: count() }).from(announcements).where(where);
  const page = cutPage(rows, size);
  const records = page.rows.map((row) => toAnnouncementView(row, scope.origin));
  return { records, count: total?.n ?? 0, hasMore: page.hasMore };
}

export async function listActive(scope: Reader): Promise<AnnouncementView[]> {
  return (await loadActive(scope)).map((row) => toAnnouncementView(row, scope.origin));
}

/** For the reader's company, also when a platform administrator reads. */
export function loadActive(scope: Pick<Reader, 'db' | 'remember' | 'companyId'>): Promise<AnnouncementRow[]> {
  const { companyId } = scope;
  return scope.remember([announcements, announcementCompanies], `active:${companyId}`, () =>
    scope.db
      .select()
      .from(announcements)
      .where(and(eq(announcements.status, true), addressedTo(companyId)))
      .orderBy(desc(announcements.createdAt), desc(announcements.id))
      .limit(MAX_SHOWN),
  );
}

/** Throws ERR_NO_ANNOUNCEMENT_FOUND, also for one that the reader may not see. */
export async function getAnnouncement(scope: Reader, announcementId: number): Promise<AnnouncementView> {
  return toAnnouncementView(await requireAnnouncement(scope, announcementId), scope.origin);
}

export async function requireAnnouncement(
  scope: PlatformScope,
  announcementId: number,
): Promise<AnnouncementRow> {
  const wanted = and(eq(announcements.id, announcementId), visible(scope));
  const [row] = await scope.db.select().from(announcements).where(wanted);
  if (!row) throw new AppError('ERR_NO_ANNOUNCEMENT_FOUND');
  return row;
}

export async function findAnnouncementImage(scope: PlatformScope, key: string): Promise<Medium | undefined> {
  const row = await scope.db.query.announcements.findFirst({ where: eq(announcements.mediaPath, key) });
  return row && { mime: row.mediaMime ?? '', name: row.mediaName };
}

export function toAnnouncementView(row: AnnouncementRow, origin: string): AnnouncementView {
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    priority: row.priority as AnnouncementView['priority'],
    status: row.status,
    mediaPath: publicUrl(origin, row.mediaPath),
    mediaName: row.mediaName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const NEWEST_FIRST = [sql`-${announcements.createdAt}`, sql`-${announcements.id}`];

function visible({ actor }: PlatformScope): SQL | undefined {
  if (isSuper(actor)) return undefined;
  const own = actor.kind === 'user' ? addressedTo(actor.companyId) : undefined;
  return and(eq(announcements.status, true), own);
}
