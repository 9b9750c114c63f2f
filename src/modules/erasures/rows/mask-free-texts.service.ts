import * as schema from '@db/tenant/schema/index.ts';
import { sql } from 'drizzle-orm';
import { columnsWhere } from '@/core/db/annotations.ts';
import { contains, maskPerson, type Part, termsOf, through } from './erasure-part.queries.ts';
import { bareDigits, phoneSpellings } from './phone-texts.logic.ts';

const TEXTS = columnsWhere(schema, ({ personal }) => personal === 'text');
const COPIES = columnsWhere(schema, ({ personal }) => personal === 'copy');

const ROWS_AT_ONCE = 500;

const quoted = (column: string) => sql.raw(`"${column}"`);

type Row = { id: number } & Record<string, string | number | null>;

/** Free texts that people write: numbers and addresses in them are masked. JSON is traversed. */
export const maskFreeTexts: Part[] = [...Map.groupBy(TEXTS, ({ table }) => table)].map(([table, columns]) => {
  const copies = COPIES.filter((column) => column.table === table);
  return through(
    sql`${table}`,
    async (db, { subject }, those) => {
      const [terms, spellings] = [termsOf(subject), phoneSpellings(subject.numbers)];
      const named = columns.map(({ name }) => {
        const column = sql`coalesce(${quoted(name)}, '')`;
        return sql`${contains(column, terms)} or ${contains(bareDigits(column), spellings)}`;
      });
      const wanted = sql.join(
        columns.map(({ name }) => quoted(name)),
        sql`, `,
      );
      const rows = await db.all<Row>(
        sql`select rowid as id, ${wanted} from ${table} where ${those} and (${sql.join(named, sql` or `)})`,
      );
      for (const row of rows) {
        const changes = columns.flatMap(({ name, isUnique }) => {
          const before = row[name];
          if (typeof before !== 'string') return [];
          const after = maskPerson(before, terms, spellings);
          // Keeps two values unique that differed by the number alone.
          const value = isUnique ? `${after} ${row.id}` : after;
          return after === before ? [] : [sql`${quoted(name)} = ${value}`];
        });
        if (changes.length === 0) continue;
        const cleared = copies.map(({ name }) => sql`${quoted(name)} = null`);
        await db.run(
          sql`update ${table} set ${sql.join([...changes, ...cleared], sql`, `)} where rowid = ${row.id}`,
        );
      }
    },
    ROWS_AT_ONCE,
  );
});
