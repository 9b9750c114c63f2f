import { companies, hibernatedCompanies } from '@db/platform/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import type { Logger } from '../../log.ts';
import type { PlatformDatabase } from '../platform-database.ts';

export type Ahead = {
  dueAt: Date | null;
  worksAtStart: boolean;
};

export type Hibernation = {
  find(companyId: number): Ahead | undefined;
  /** Call it only after its database was closed: a crash in between would leave a wrong row. */
  begin(companyId: number, ahead: Ahead): void;
  /** Call it before its database is opened: resolves when no crash can restore the row. */
  end(companyId: number): Promise<void>;
  idle(): Promise<void>;
};

/** `kinds` lists all kinds of scheduled work; rows written for another list are ignored. */
export async function openHibernation(
  platform: PlatformDatabase,
  kinds: string[],
  log: Logger,
): Promise<Hibernation> {
  const checkedFor = kinds.toSorted().join(' ');
  const rows = await platform.db.select().from(hibernatedCompanies);
  const known = new Map<number, Ahead>();
  const written = new Set(rows.map((row) => row.companyId));
  for (const { companyId, dueAt, worksAtStart, ...row } of rows)
    if (row.checkedFor === checkedFor) known.set(companyId, { dueAt, worksAtStart });

  return {
    find: (companyId) => known.get(companyId),
    begin(companyId, ahead) {
      known.set(companyId, ahead);
      written.add(companyId);
      const row = { ...ahead, checkedFor };
      platform
        .write((tx) =>
          tx
            .insert(hibernatedCompanies)
            .select(
              // A folder may exist without a company's row.
              tx
                .select({
                  companyId: companies.id,
                  dueAt: sql`${row.dueAt?.getTime() ?? null}`.as('due_at'),
                  worksAtStart: sql`${row.worksAtStart ? 1 : 0}`.as('works_at_start'),
                  checkedFor: sql`${checkedFor}`.as('looked_for'),
                })
                .from(companies)
                .where(eq(companies.id, companyId)),
            )
            .onConflictDoUpdate({ target: hibernatedCompanies.companyId, set: row }),
        )
        .catch((error) => log.error({ err: error, companyId }, 'a hibernation could not be recorded'));
    },
    async end(companyId) {
      known.delete(companyId);
      if (!written.has(companyId)) return;
      await platform.write((tx) =>
        tx.delete(hibernatedCompanies).where(eq(hibernatedCompanies.companyId, companyId)),
      );
      written.delete(companyId);
    },
    idle: () => platform.queue.idle(),
  };
}
