import { contacts, contactTotals } from '@db/tenant/schema/index.ts';
import { and, count, eq, or, sql } from 'drizzle-orm';
import { type Statement, tenantStatements } from '@/core/db/driver/prepared-statement.ts';
import { readerFor } from '@/core/db/paging.ts';
import { containing, searchable, substringQuery } from '@/core/db/search.ts';
import type { Scope } from '@/core/scope.ts';
import { addDays, zonedTime } from '@/core/zoned-time.ts';
import type { ContactFilter } from '../contacts.schema.ts';
import {
  byName,
  byNameIndex,
  cursor,
  findByTerms,
  type Groups,
  type Ids,
  id,
  matchesQuery,
  ofKind,
} from './contact-terms.queries.ts';

type Kind = 'everybody' | 'words' | 'letters';
type Search = Omit<ContactFilter, 'pageNumber'> & { groups?: Groups };
type Shape = { kind: Kind; isDated: boolean; isAfter: boolean; groups: Groups };

const pages = tenantStatements<Ids>();
const wholes = tenantStatements<{ ids: string }[]>();
const totals = tenantStatements<{ n: number }[]>();

export async function findPeople(
  scope: Scope,
  filter: Search,
  { offset, limit }: { offset: number; limit: number },
): Promise<number[]> {
  const { shape, values } = readFilter(scope, filter);
  if (beginsFirst(filter))
    return toIds(await findByTerms(scope, { ...values, offset, limit, groups: shape.groups }));
  const db = isInOrder(shape) ? readerFor(scope, offset) : scope.slowDb;
  return toIds(await pageOf(shape)(db, { ...values, offset, limit }));
}

/** Each match takes its part of a count, so that of a search ends here. */
const MAX_COUNTED = 5_000;
const mostCounted = sql.raw(String(MAX_COUNTED));

export async function countPeople(scope: Scope, filter: Search): Promise<number> {
  const { shape, values } = readFilter(scope, filter);
  const [total] = await totalOf(shape)(isInOrder(shape) ? scope.db : scope.slowDb, values);
  return total?.n ?? 0;
}

const isInOrder = ({ kind, isDated }: Pick<Shape, 'kind' | 'isDated'>) => kind === 'everybody' && !isDated;
const toIds = (rows: Ids) => rows.map((row) => row.id);

/** By name. As one JSON text: many ids are transferred in one value. */
export async function findAllIds(scope: Scope, searchParam: string): Promise<number[]> {
  const { shape, values } = readFilter(scope, { searchParam });
  const [row] = await allOf(shape.kind)(scope.slowDb, values);
  return JSON.parse(row?.ids ?? '[]') as number[];
}

/** True when names that begin with the text come first; otherwise all are sorted by name. */
export function beginsFirst({ searchParam, date, dateStart, dateEnd }: Search): boolean {
  return !(date ?? dateStart ?? dateEnd) && matchOf(searchParam) !== '' && !isNumber(searchParam);
}

function readFilter(
  scope: Scope,
  { searchParam, after, date, dateStart, dateEnd, groups = 'without' }: Search,
) {
  const { timeZone } = scope;
  const first = date ?? dateStart;
  const last = date ?? dateEnd;
  const query = matchOf(searchParam);
  const kind: Kind = searchParam === '' ? 'everybody' : query === '' ? 'letters' : 'words';
  return {
    shape: { kind, isDated: Boolean(first ?? last), isAfter: after !== undefined, groups },
    values: {
      query,
      beginning: searchable(searchParam),
      pattern: containing(searchParam),
      after: after ?? null,
      from: first ? zonedTime(first, '00:00', timeZone).getTime() : 0,
      until: last ? zonedTime(addDays(last, 1), '00:00', timeZone).getTime() : Number.MAX_SAFE_INTEGER,
    },
  };
}

/** The trigram index needs three characters: '' for shorter texts. */
function matchOf(text: string): string {
  if (!isNumber(text)) return substringQuery(text);
  return `name : ${substringQuery(text)} OR number : ${substringQuery(digitsOf(text))}`;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');
const isNumber = (text: string) => digitsOf(text).length >= 3 && /^[\d\s+().-]+$/.test(text);

const letters = or(
  sql`${contacts.sortName} LIKE ${sql.placeholder('pattern')} ESCAPE '\\'`,
  sql`${contacts.number} LIKE ${sql.placeholder('pattern')} ESCAPE '\\'`,
);

const dated = sql`${contacts.createdAt} >= ${sql.placeholder('from')} and ${contacts.createdAt} < ${sql.placeholder('until')}`;

/** Groups are few: counting people as all rows minus groups is faster. */
const groupIds = sql`(select id from contacts indexed by contacts_groups where is_group = 1)`;

const groupCount = sql`(select count(*) from ${groupIds})`;
const matchingGroups = sql`(select count(*) from ${groupIds} found
  where exists (select 1 from contacts_fts where ${matchesQuery} and contacts_fts.rowid = found.id))`;

function totalOf({ kind, isDated, groups }: Shape): Statement<{ n: number }[]> {
  const isLeftOut = groups === 'without';
  return totals(`${kind} ${isDated} ${groups}`, (db) => {
    if (isInOrder({ kind, isDated }))
      return db
        .select({ n: sql<number>`total(${contactTotals.n})` })
        .from(contactTotals)
        .where(isLeftOut ? eq(contactTotals.isGroup, false) : undefined);
    if (kind === 'words' && !isDated)
      return db
        .select({ n: sql<number>`min(count(*) - ${isLeftOut ? matchingGroups : sql`0`}, ${mostCounted})` })
        .from(
          sql`(select rowid from contacts_fts where ${matchesQuery} limit ${mostCounted} + ${groupCount})`,
        );
    const found =
      kind === 'words'
        ? sql`${contacts.id} in (select rowid from contacts_fts where ${matchesQuery})`
        : undefined;
    const some = db
      .select({ one: sql`1`.as('one') })
      .from(contacts)
      .where(
        and(ofKind(groups), isDated ? dated : undefined, found, kind === 'letters' ? letters : undefined),
      )
      .limit(MAX_COUNTED);
    return db.select({ n: count() }).from(some.as('some'));
  });
}

function allOf(kind: Kind): Statement<{ ids: string }[]> {
  return wholes(kind, (db) => {
    const found =
      kind === 'words'
        ? sql`${contacts.id} in (select rowid from contacts_fts where ${matchesQuery})`
        : undefined;
    const all = db
      .select({ id })
      .from(byNameIndex)
      .where(and(eq(contacts.isGroup, false), found, kind === 'letters' ? letters : undefined))
      .orderBy(...byName);
    return db.select({ ids: sql<string>`json_group_array(id)` }).from(sql`(${all})`);
  });
}

function pageOf({ kind, isDated, isAfter, groups }: Shape): Statement<Ids> {
  const rest = and(
    ofKind(groups),
    isDated ? dated : undefined,
    isAfter ? cursor(sql`${sql.placeholder('after')}`) : undefined,
  );
  return pages(`${kind} ${isDated} ${isAfter} ${groups}`, (db) => {
    const page =
      kind === 'words'
        ? db
            .select({ id })
            .from(sql`contacts_fts`)
            .crossJoin(contacts)
            .where(and(matchesQuery, sql`${id} = contacts_fts.rowid`, rest))
        : db
            .select({ id })
            .from(byNameIndex)
            .where(and(kind === 'letters' ? letters : undefined, rest));
    return page
      .orderBy(...byName)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'));
  });
}
