import { auditEntries } from '@db/tenant/schema/index.ts';
import { sql } from 'drizzle-orm';
import { type AuditRow, type Masked, maskEntries } from '@/kernel/audit-chain.ts';
import { MASKED } from '@/kernel/audit-values.ts';
import type { Subject } from '../erasures.schema.ts';
import { contains, list, maskText, through, wordsOf } from './part.ts';

/** Entries about them lose what they were called and had; others only the words that name them. */
export const maskEntriesOf = through(sql`audit_entries`, async (db, { subject, at }, those) => {
  const { contactIds, ticketIds, names } = subject;
  const words = wordsOf(subject);
  const about = sql`(kind = 'contact' and subject_id in ${list(contactIds.map(String))}) or (kind = 'ticket' and subject_id in ${list(ticketIds.map(String))})`;
  const named = ['subject_name', `coalesce("before", '')`, `coalesce("after", '')`].map((column) =>
    contains(sql.raw(column), words),
  );
  const rows = await db
    .select()
    .from(auditEntries)
    .where(
      sql`${those} and action <> 'audit.masked' and (${about} or (subject_name in ${list(names)} and kind not in ('user', 'session')) or ${sql.join(named, sql` or `)})`,
    );
  const unmasked = rows.filter((row) => !isMasked(row, maskOf(subject, row)));
  await maskEntries(db, unmasked, (row) => maskOf(subject, row), at);
});

function maskOf(subject: Subject, row: AuditRow): Masked {
  const isAbout =
    (row.kind === 'contact' && subject.contactIds.includes(Number(row.subjectId))) ||
    (row.kind === 'ticket' && subject.ticketIds.includes(Number(row.subjectId)));
  const words = [...wordsOf(subject), ...subject.names];
  const mask = (text: string) => (isAbout && text !== '' ? MASKED : maskText(text, words));
  return { ...maskedBy(row, mask), personName: row.personName };
}

/** Also of who did it. */
export const maskRow = (row: AuditRow, words: string[]): Masked =>
  maskedBy(row, (text) => maskText(text, words));

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
