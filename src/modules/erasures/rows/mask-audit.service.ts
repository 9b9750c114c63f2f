import { auditEntries } from '@db/tenant/schema/index.ts';
import { sql } from 'drizzle-orm';
import { type AuditRow, type Masked, maskEntries } from '@/core/audit/audit-chain.ts';
import { MASKED } from '@/core/audit/audit-values.ts';
import type { Subject } from '../erasures.schema.ts';
import { contains, list, maskPerson, maskText, termsOf, through } from './erasure-part.queries.ts';
import { bareDigits, phoneSpellings } from './phone-texts.logic.ts';

/** A name alone is never masked, or a contact could be named after something that is to vanish. */
export const maskEntriesOf = through(sql`audit_entries`, async (db, { subject, at }, those) => {
  const { contactIds, ticketIds } = subject;
  const spellings = phoneSpellings(subject.numbers);
  const terms = termsOf(subject);
  const about = sql`(kind = 'contact' and subject_id in ${list(contactIds.map(String))}) or (kind = 'ticket' and subject_id in ${list(ticketIds.map(String))})`;
  const named = ['subject_name', `coalesce("before", '')`, `coalesce("after", '')`]
    .map((column) => sql.raw(column))
    .map((column) => sql`${contains(column, terms)} or ${contains(bareDigits(column), spellings)}`);
  const rows = await db
    .select()
    .from(auditEntries)
    .where(sql`${those} and action <> 'audit.masked' and (${about} or ${sql.join(named, sql` or `)})`);
  const unmasked = rows.filter((row) => !isMasked(row, maskOf(subject, row)));
  await maskEntries(db, unmasked, (row) => maskOf(subject, row), at);
});

function maskOf(subject: Subject, row: AuditRow): Masked {
  const isAbout =
    (row.kind === 'contact' && subject.contactIds.includes(Number(row.subjectId))) ||
    (row.kind === 'ticket' && subject.ticketIds.includes(Number(row.subjectId)));
  const [terms, spellings] = [termsOf(subject), phoneSpellings(subject.numbers)];
  const byNumber = (text: string) => maskPerson(text, terms, spellings);
  const whole = (text: string) => (text === '' ? '' : MASKED);
  const byName = (text: string) => (subject.names.includes(text) ? MASKED : byNumber(text));
  const masked = maskedBy(row, isAbout ? whole : byNumber);
  const namesThem = !isAbout && !isMasked(row, masked);
  return { ...(namesThem ? maskedBy(row, byName) : masked), personName: row.personName };
}

export const maskRow = (row: AuditRow, terms: string[]): Masked =>
  maskedBy(row, (text) => maskText(text, terms));

function maskedBy(row: AuditRow, mask: (text: string) => string): Masked {
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return mask(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deep(inner)]));
  };
  return {
    subjectName: mask(row.subjectName),
    personName: mask(row.personName),
    before: row.before && (deep(row.before) as Masked['before']),
    after: row.after && (deep(row.after) as Masked['after']),
  };
}

function isMasked(row: AuditRow, masked: Masked): boolean {
  const text = ({ subjectName, before, after }: Masked) => JSON.stringify([subjectName, before, after]);
  return text(row) === text(masked);
}
