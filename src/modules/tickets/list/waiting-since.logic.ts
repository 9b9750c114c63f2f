import { tickets } from '@db/tenant/schema/index.ts';
import { type SQL, sql } from 'drizzle-orm';

/** Since the first unanswered message, else since it was queued. Automatic texts are not answers. */
const since = tickets.waitingSince;
const now = sql`${sql.param(sql.placeholder('now'), since)}`;

export const AFTER_A_QUESTION: SQL = sql`coalesce(${since}, ${sql.param(sql.placeholder('askedAt'), since)})`;

/** A ticket that stays in the queue starts waiting again. */
export const AFTER_AN_ANSWER: SQL = sql`case ${tickets.status} when 'pending' then ${now} end`;

/** The next agent gets the full silence timeout. */
export const SILENCE_AFTER_A_MOVE: SQL = sql`case when ${tickets.answeredAt} is not null and ${sql.placeholder('status')} <> 'closed'
  then ${sql.param(sql.placeholder('now'), tickets.answeredAt)} end`;

export const AFTER_A_MOVE: SQL = sql`case ${sql.placeholder('status')}
  when 'pending' then coalesce(${since}, ${now}) when 'open' then ${since} end`;
