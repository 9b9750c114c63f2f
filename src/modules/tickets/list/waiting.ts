import { tickets } from '@db/tenant/schema/index.ts';
import { type SQL, sql } from 'drizzle-orm';

/**
 * Since when a customer waits for a person: since their first message that nobody has answered; where all are answered,
 * since the ticket came into the queue. To accept, return or transfer it changes nothing; an answer takes it away, and so
 * does the end. Automatic texts answer nobody. For the `set` of a statement that is given a moment as `now`.
 */
const since = tickets.waitingSince;
const now = sql`${sql.param(sql.placeholder('now'), since)}`;

/** The customer has written: at the moment given as `askedAt`. */
export const AFTER_A_QUESTION: SQL = sql`coalesce(${since}, ${sql.param(sql.placeholder('askedAt'), since)})`;

/** One of us has answered; who is left in the queue all the same begins to wait anew. */
export const AFTER_AN_ANSWER: SQL = sql`case ${tickets.status} when 'pending' then ${now} end`;

/** The ticket takes the status that is given as `status`. */
export const AFTER_A_MOVE: SQL = sql`case ${sql.placeholder('status')}
  when 'pending' then coalesce(${since}, ${now}) when 'open' then ${since} end`;
