import { companies, restingCompanies } from '@db/platform/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import type { Logger } from '../log.ts';
import type { PlatformDatabase } from './platform.ts';

/** What lies ahead of a company at rest. */
export type Ahead = {
  /** From then on the clock has work for it; null: nothing lies ahead. */
  dueAt: Date | null;
  worksAtStart: boolean;
};

/** What the platform knows of companies whose database is closed. */
export type Resting = {
  /** Undefined where nobody has looked since the database was open last. */
  find(companyId: number): Ahead | undefined;
  /** With its database closed: written from then on, and never before. */
  begin(companyId: number, ahead: Ahead): void;
  /** Before its database is opened: resolves when no crash can make the row come back. */
  end(companyId: number): Promise<void>;
  /** Resolves when all of it is written. */
  idle(): Promise<void>;
};

/** `kinds` names the work that is looked for; what was written when other kinds were known does not count. */
export async function openResting(
  platform: PlatformDatabase,
  kinds: string[],
  log: Logger,
): Promise<Resting> {
  const lookedFor = kinds.toSorted().join(' ');
  const rows = await platform.db.select().from(restingCompanies);
  const known = new Map<number, Ahead>();
  /** Rows that are in the file, or on their way there. */
  const written = new Set(rows.map((row) => row.companyId));
  for (const { companyId, dueAt, worksAtStart, ...row } of rows)
    if (row.lookedFor === lookedFor) known.set(companyId, { dueAt, worksAtStart });

  return {
    find: (companyId) => known.get(companyId),
    begin(companyId, ahead) {
      known.set(companyId, ahead);
      written.add(companyId);
      const row = { ...ahead, lookedFor };
      platform
        .write((tx) =>
          tx
            .insert(restingCompanies)
            .select(
              // A folder without a company has nobody to rest for.
              tx
                .select({
                  companyId: companies.id,
                  dueAt: sql`${row.dueAt?.getTime() ?? null}`.as('due_at'),
                  worksAtStart: sql`${row.worksAtStart ? 1 : 0}`.as('works_at_start'),
                  lookedFor: sql`${lookedFor}`.as('looked_for'),
                })
                .from(companies)
                .where(eq(companies.id, companyId)),
            )
            .onConflictDoUpdate({ target: restingCompanies.companyId, set: row }),
        )
        .catch((error) => log.error({ err: error, companyId }, 'a company at rest could not be noted'));
    },
    async end(companyId) {
      known.delete(companyId);
      if (!written.has(companyId)) return;
      // In the order of the platform's queue: behind a row that is still being written.
      await platform.write((tx) =>
        tx.delete(restingCompanies).where(eq(restingCompanies.companyId, companyId)),
      );
      written.delete(companyId);
    },
    idle: () => platform.queue.idle(),
  };
}
