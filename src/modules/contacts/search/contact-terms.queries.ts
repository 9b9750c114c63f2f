import { contacts } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm';
import { type Statement, tenantStatement, tenantStatements } from '@/core/db/driver/prepared-statement.ts';
import { afterRow, readerFor } from '@/core/db/paging.ts';
import type { Scope } from '@/core/scope.ts';

export type Ids = { id: number }[];
export type Groups = 'with' | 'without';

export const byName = [asc(contacts.sortName), asc(contacts.id)];

export function cursor(contactId: number | SQL): SQL {
  return afterRow(contacts.id, [contacts.sortName, contacts.id], contactId);
}

export const matchesQuery = sql`contacts_fts match ${sql.placeholder('query')}`;
export const byNameIndex = sql`${contacts} indexed by contacts_by_name`;
export const id = sql<number>`${contacts.id}`;

/** A common word is found soon by scanning names in order; for a rarer one sorting is cheaper. */
const COMMON = 1_000;

type Search = { query: string; beginning: string; after: number | null; offset: number; limit: number };
type Shape = { isAfter: boolean; groups: Groups };

/** Names only. Names beginning with the words come first: an index range, so ten times as many cost no more. */
export async function findByTerms(
  scope: Pick<Scope, 'db' | 'slowDb'>,
  { offset, limit, groups, ...search }: Search & { groups: Groups },
): Promise<Ids> {
  const near = readerFor(scope, offset);
  const last = search.after === null ? undefined : (await readCursor(near, search))[0];
  const isAfterCursor = last?.begins === 0;
  const first = isAfterCursor
    ? []
    : await beginners({ isAfter: Boolean(last), groups })(near, { ...search, offset, limit });
  const missing = limit - first.length;
  if (missing === 0) return first;
  const skipped =
    first.length > 0 || offset === 0
      ? 0
      : offset - ((await beginnersCount(groups)(scope.slowDb, search))[0]?.n ?? 0);
  const [some] = await countSome(scope.slowDb, search);
  const rest = others({ isAfter: isAfterCursor, groups, isCommon: (some?.n ?? 0) > COMMON });
  return [
    ...first,
    ...(await rest(scope.slowDb, { ...search, offset: Math.max(0, skipped), limit: missing })),
  ];
}

const pages = tenantStatements<Ids>();

const lastLetter = sql`char(1114111)`;
const begins = sql`${contacts.sortName} >= ${sql.placeholder('beginning')} and ${contacts.sortName} < ${sql.placeholder('beginning')} || ${lastLetter}`;
const after = cursor(sql`${sql.placeholder('after')}`);
export const ofKind = (groups: Groups) => (groups === 'without' ? eq(contacts.isGroup, false) : undefined);
const counts = tenantStatements<{ n: number }[]>();

const readCursor = tenantStatement((db) =>
  db
    .select({ begins: sql<number>`${begins}` })
    .from(contacts)
    .where(eq(contacts.id, sql.placeholder('after'))),
);

const countSome = tenantStatement((db) =>
  db
    .select({ n: count() })
    .from(sql`(select rowid from contacts_fts where ${matchesQuery} limit ${sql.raw(String(COMMON + 1))})`),
);

function beginnersCount(groups: Groups): Statement<{ n: number }[]> {
  return counts(groups, (db) =>
    db
      .select({ n: count() })
      .from(byNameIndex)
      .where(and(begins, ofKind(groups))),
  );
}

function beginners({ isAfter, groups }: Shape): Statement<Ids> {
  return pages(`beginners ${isAfter} ${groups}`, (db) =>
    db
      .select({ id })
      .from(byNameIndex)
      .where(and(begins, ofKind(groups), isAfter ? after : undefined))
      .orderBy(...byName)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  );
}

function others({ isAfter, isCommon, groups }: Shape & { isCommon: boolean }): Statement<Ids> {
  return pages(`others ${isAfter} ${isCommon} ${groups}`, (db) => {
    const rest = and(ofKind(groups), sql`not (${begins})`, isAfter ? after : undefined);
    const found = isCommon
      ? db
          .select({ id })
          .from(byNameIndex)
          .where(and(sql`instr(${contacts.sortName}, ${sql.placeholder('beginning')}) > 0`, rest))
      : db
          .select({ id })
          .from(sql`contacts_fts`)
          .crossJoin(contacts)
          .where(and(matchesQuery, sql`${id} = contacts_fts.rowid`, rest));
    return found
      .orderBy(...byName)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'));
  });
}
