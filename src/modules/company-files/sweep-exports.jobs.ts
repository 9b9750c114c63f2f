import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { companyExports } from '@db/platform/schema/index.ts';
import { and, eq, gt, lt, notInArray, or, type SQL } from 'drizzle-orm';
import type { StartWork } from '@/core/queue/company-jobs.ts';
import type { Kernel } from '@/core/scope.ts';
import { exportFolder } from './exports.queries.ts';

const DAY_MS = 86_400_000;
const REMEMBERED_MS = 90 * DAY_MS;

export const exportsAtStart: StartWork = {
  name: 'exports',
  tables: [],
  isWanted: async () => false,
  async run(kernel) {
    await interrupt(kernel, eq(companyExports.status, 'running'));
    await sweepExports(kernel);
  },
  /** Another process may have written it until now; its file is there. */
  async runFor(kernel, companyId) {
    const here = [...kernel.services.companyFiles.exports.keys()];
    const those = and(eq(companyExports.companyId, companyId), notInArray(companyExports.id, here));
    await interrupt(kernel, and(those, eq(companyExports.status, 'running')));
  },
};

async function interrupt({ platform, clock }: Kernel, those: SQL | undefined): Promise<void> {
  const change = { status: 'failed', reason: 'interrupted', endedAt: clock() } as const;
  await platform.write((tx) => tx.update(companyExports).set(change).where(those));
}

/** Also stops one in progress, so that no copies of deleted data remain. */
export async function dropExports(kernel: Kernel, companyId: number): Promise<void> {
  const those = eq(companyExports.companyId, companyId);
  const rows = await kernel.platform.write((tx) => tx.delete(companyExports).where(those).returning());
  for (const { id } of rows) kernel.services.companyFiles.exports.get(id)?.stop.abort();
  await rm(join(exportFolder(kernel), String(companyId)), { recursive: true, force: true });
}

/** Deletes expired files and files without a row: of deleted companies or a killed process. */
export async function sweepExports(kernel: Kernel): Promise<void> {
  const now = kernel.clock();
  await kernel.platform.write((tx) =>
    tx.delete(companyExports).where(lt(companyExports.startedAt, new Date(now.getTime() - REMEMBERED_MS))),
  );
  const rows = await kernel.platform.db
    .select()
    .from(companyExports)
    .where(
      or(
        eq(companyExports.status, 'running'),
        and(eq(companyExports.status, 'ready'), gt(companyExports.expiresAt, now)),
      ),
    );
  const wanted = new Set(rows.map(({ companyId, fileName }) => join(String(companyId), fileName)));
  const root = exportFolder(kernel);
  if (!existsSync(root)) return;
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    const name = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (entry.isFile() && !wanted.has(name.replace(/\.part$/, '')))
      await rm(join(root, name), { force: true });
  }
}
