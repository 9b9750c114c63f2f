import { index, integer, primaryKey, text } from 'drizzle-orm/sqlite-core';
import { media, table } from '../../../src/core/db/annotations.ts';
import { flag, id, timestamps } from '../../../src/core/db/columns.ts';
import { owningCompany } from './platform.ts';

export const announcements = table(
  'announcements',
  {
    id: id(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** 1 high, 2 medium, 3 low. */
    priority: integer('priority').notNull().default(3),
    status: flag('status').notNull().default(true),
    mediaPath: media(text('media_path')),
    mediaName: text('media_name'),
    mediaMime: text('media_mime'),
    /** False: for the companies of `announcement_companies` only, and for nobody once these are gone. */
    forAll: flag('for_all').notNull().default(true),
    ...timestamps(),
  },
  (t) => [
    index('announcements_shown').on(t.status, t.createdAt, t.id),
    index('announcements_listed').on(t.createdAt, t.id),
  ],
);

export const announcementCompanies = table(
  'announcement_companies',
  {
    announcementId: integer('announcement_id')
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    companyId: owningCompany(),
  },
  (t) => [
    primaryKey({ columns: [t.announcementId, t.companyId] }),
    index('announcement_companies_company').on(t.companyId, t.announcementId),
  ],
);
