import { contacts } from '@db/tenant/schema/index.ts';
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import { containingAsTyped, substringQuery } from '@/kernel/db/search.ts';
import type { Scope } from '@/kernel/scope.ts';
import { addDays, zonedTime } from '@/kernel/zoned-time.ts';
import type { ContactFilter } from './contacts.schema.ts';

/** People (groups are no contacts to choose) that the filter names, as one condition. */
export function whereOf(
  scope: Scope,
  { searchParam, date, dateStart, dateEnd }: Omit<ContactFilter, 'after' | 'pageNumber'>,
) {
  return and(
    eq(contacts.isGroup, false),
    searchParam ? matching(searchParam) : undefined,
    from(scope, date ?? dateStart),
    until(scope, date ?? dateEnd),
  );
}

/** As people look a name up: `Érica` between `Eduardo` and `Ernesto`. */
export const byName = [asc(contacts.sortName), asc(contacts.id)];

/** Behind this row in the order of the list; behind nothing when it is gone. */
export function behind(contactId: number): SQL {
  return sql`(${contacts.sortName}, ${contacts.id}) > (select c.sort_name, c.id from contacts c where c.id = ${contactId})`;
}

/** A name, or a number however it is written; below three characters the trigram index has nothing to say. */
function matching(text: string): SQL | undefined {
  const digits = text.replace(/\D/g, '');
  const isNumber = digits.length >= 3 && /^[\d\s+().-]+$/.test(text);
  const query = substringQuery(isNumber ? digits : text);
  if (query !== '') {
    const words = isNumber ? `name : ${substringQuery(text)} OR number : ${query}` : query;
    return sql`${contacts.id} in (select rowid from contacts_fts where contacts_fts match ${words})`;
  }
  const pattern = containingAsTyped(text);
  return or(
    sql`lower(${contacts.name}) LIKE ${pattern} ESCAPE '\\'`,
    sql`${contacts.number} LIKE ${pattern} ESCAPE '\\'`,
  );
}

function from(scope: Scope, day: string | undefined): SQL | undefined {
  if (!day) return undefined;
  const start = zonedTime(day, '00:00', scope.kernel.config.timeZone);
  return sql`${contacts.createdAt} >= ${start.getTime()}`;
}

function until(scope: Scope, day: string | undefined): SQL | undefined {
  if (!day) return undefined;
  const end = zonedTime(addDays(day, 1), '00:00', scope.kernel.config.timeZone);
  return sql`${contacts.createdAt} < ${end.getTime()}`;
}
