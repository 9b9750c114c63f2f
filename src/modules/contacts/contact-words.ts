import { contacts } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm';
import { behindRow } from '@/kernel/db/page.ts';
import { type Statement, tenantStatement, tenantStatements } from '@/kernel/db/statement.ts';
import type { TenantReader } from '@/kernel/db/tenants.ts';

export type Ids = { id: number }[];

export const byName = [asc(contacts.sortName), asc(contacts.id)];

export function behind(contactId: number | SQL): SQL {
  return behindRow(contacts.id, [contacts.sortName, contacts.id], contactId);
}

export const words = sql`contacts_fts match ${sql.placeholder('query')}`;
export const byNameIndex = sql`${contacts} indexed by contacts_by_name`;
export const id = sql<number>`${contacts.id}`;

/** A word that more people bear is met soon by walking the names; for a rarer one sorting them is less. */
const COMMON = 1_000;

type Search = { query: string; beginning: string; after: number | null; offset: number; limit: number };

/** Names only. Who begins with the words comes first: a range of an index, so that ten times as many cost no more. */
export async function findByWords(
  db: TenantReader,
  { offset, limit, found, ...search }: Search & { found: number },
): Promise<Ids> {
  const last = search.after === null ? undefined : (await standing(db, search))[0];
  const isBehindRest = last?.begins === 0;
  const first = isBehindRest
    ? []
    : await beginners({ isBehind: Boolean(last) })(db, { ...search, offset, limit });
  const missing = limit - first.length;
  if (missing === 0) return first;
  const skipped =
    first.length > 0 || offset === 0 ? 0 : offset - ((await beginnersCount(db, search))[0]?.n ?? 0);
  const rest = others({ isBehind: isBehindRest, isCommon: found > COMMON });
  return [...first, ...(await rest(db, { ...search, offset: Math.max(0, skipped), limit: missing }))];
}

const pages = tenantStatements<Ids>();

const lastLetter = sql`char(1114111)`;
const begins = sql`${contacts.sortName} >= ${sql.placeholder('beginning')} and ${contacts.sortName} < ${sql.placeholder('beginning')} || ${lastLetter}`;
const after = behind(sql`${sql.placeholder('after')}`);
const isPerson = eq(contacts.isGroup, false);

const standing = tenantStatement((db) =>
  db
    .select({ begins: sql<number>`${begins}` })
    .from(contacts)
    .where(eq(contacts.id, sql.placeholder('after'))),
);

const beginnersCount = tenantStatement((db) =>
  db.select({ n: count() }).from(byNameIndex).where(and(begins, isPerson)),
);

function beginners({ isBehind }: { isBehind: boolean }): Statement<Ids> {
  return pages(`beginners ${isBehind}`, (db) =>
    db
      .select({ id })
      .from(byNameIndex)
      .where(and(begins, isPerson, isBehind ? after : undefined))
      .orderBy(...byName)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  );
}

function others({ isBehind, isCommon }: { isBehind: boolean; isCommon: boolean }): Statement<Ids> {
  return pages(`others ${isBehind} ${isCommon}`, (db) => {
    const rest = and(isPerson, sql`not (${begins})`, isBehind ? after : undefined);
    const found = isCommon
      ? db
          .select({ id })
          .from(byNameIndex)
          .where(and(sql`instr(${contacts.sortName}, ${sql.placeholder('beginning')}) > 0`, rest))
      : db
          .select({ id })
          .from(sql`contacts_fts`)
          .crossJoin(contacts)
          .where(and(words, sql`${id} = contacts_fts.rowid`, rest));
    return found
      .orderBy(...byName)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'));
  });
}
