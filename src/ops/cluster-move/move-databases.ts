import type { Client } from '@libsql/client';
import {
  type Content,
  copyDatabase,
  firstDifference,
  isUnfinished,
  readContent,
  sourceIn,
  targetIn,
} from '@/core/db/copy-database.ts';
import { StartRefused } from '@/core/errors.ts';
import { PLATFORM } from '@/core/scope.ts';
import type { DatabasesAt } from './databases-at.ts';

/** A sentence for the operator. The source is never changed, and the same call can be repeated. */
export class MoveRefused extends StartRefused {
  override name = 'MoveRefused';
}

export type Moved = { companies: number; rows: number; missing: number[] };

type Move = {
  from: DatabasesAt;
  to: DatabasesAt;
  /** Also a whole database that differs from its source is copied anew. */
  replaces?: boolean;
  /** Called after each database. */
  step(companyId: number, outcome: 'copied' | 'there', rows: number): void;
};

/**
 * Copies all databases of a stopped installation and compares every row. The platform comes last, so that nothing starts on a
 * half copy. What an earlier call has copied is only compared again.
 */
export async function moveDatabases({ from, to, step, replaces = false }: Move): Promise<Moved> {
  const moved: Moved = { companies: 0, rows: 0, missing: [] };
  for (const companyId of [...(await listCompanies(from)), PLATFORM]) {
    if (!(await from.has(companyId))) {
      moved.missing.push(companyId);
      continue;
    }
    const { outcome, rows } = await moveOne(companyId, { from, to, replaces });
    step(companyId, outcome, rows);
    if (companyId !== PLATFORM) moved.companies += 1;
    moved.rows += rows;
  }
  return moved;
}

/** Also deleted ones, which can still be brought back. */
export async function listCompanies(from: DatabasesAt): Promise<number[]> {
  if (!(await from.has(PLATFORM)))
    throw new MoveRefused('There is no installation: its platform database is missing.');
  const platform = from.open(PLATFORM);
  const { rows } = await platform
    .execute('SELECT id FROM companies UNION SELECT company_id FROM deleted_companies ORDER BY 1')
    .finally(() => platform.close());
  return rows.map(({ id }) => Number(id));
}

async function moveOne(companyId: number, { from, to, replaces }: Pick<Move, 'from' | 'to' | 'replaces'>) {
  const source = from.open(companyId);
  try {
    const content = await readContent(sourceIn(source));
    const rows = [...content.values()].reduce((sum, table) => sum + table.rows, 0);
    if (await isThere(companyId, content, to, replaces)) return { outcome: 'there' as const, rows };
    const target = await to.create(companyId);
    await copyDatabase(sourceIn(source), targetIn(target))
      .then(() => requireEqual(companyId, content, target))
      .finally(() => target.close());
    return { outcome: 'copied' as const, rows };
  } finally {
    source.close();
  }
}

/** False when there is room for a copy: a half one was removed. Throws MoveRefused for another database. */
async function isThere(
  companyId: number,
  content: Content,
  to: DatabasesAt,
  replaces = false,
): Promise<boolean> {
  if (!(await to.has(companyId))) return false;
  const target = to.open(companyId);
  const isHalf = await isUnfinished(sourceIn(target));
  const difference = isHalf ? null : firstDifference(content, await readContent(sourceIn(target)));
  target.close();
  if (difference !== null && !replaces) refuse(companyId, difference);
  if (!isHalf && difference === null) return true;
  await to.remove(companyId);
  return false;
}

async function requireEqual(companyId: number, content: Content, target: Client): Promise<void> {
  const difference = firstDifference(content, await readContent(sourceIn(target)));
  if (difference !== null) refuse(companyId, difference);
}

function refuse(companyId: number, table: string): never {
  const name = companyId === PLATFORM ? 'the platform' : `company ${companyId}`;
  throw new MoveRefused(
    `${name} is there, and its ${table} differ: it was used since, or it is another installation (--replace copies it again).`,
  );
}
