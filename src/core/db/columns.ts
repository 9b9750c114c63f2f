import { sql } from 'drizzle-orm';
import { integer, text } from 'drizzle-orm/sqlite-core';

export const id = () => integer('id').primaryKey({ autoIncrement: true });

export const flag = (name: string) => integer(name, { mode: 'boolean' });

/** Milliseconds since 1970 in the file, a Date in the code, ISO-8601 in replies. */
export const moment = (name: string) => integer(name, { mode: 'timestamp_ms' });

export const now = sql`(cast(unixepoch('subsec') * 1000 as integer))`;

export const timestamps = () => ({
  createdAt: moment('created_at').notNull().default(now),
  updatedAt: moment('updated_at').notNull().default(now),
});

/** Clients of the contract expect an empty string, never null. */
export const emptyText = (name: string) => text(name).notNull().default('');
