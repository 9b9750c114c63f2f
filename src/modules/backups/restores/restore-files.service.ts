import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kernel } from '@/core/scope.ts';

export const restoringIn = ({ config }: Kernel): string => join(config.dataDir, 'restoring');
export const folderOf = (kernel: Kernel, companyId: number): string =>
  join(restoringIn(kernel), String(companyId));
export const reportOf = ({ config }: Kernel, companyId: number): string =>
  join(config.dataDir, `restore-report-${companyId}.txt`);

/** They name conversations and files; that of the program `restore` those of all companies. */
export async function dropReports(kernel: Kernel, companyId: number): Promise<void> {
  await rm(reportOf(kernel, companyId), { force: true });
  const path = join(kernel.config.dataDir, 'restore-report.txt');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  // The name of a contact may have several lines.
  const entries = text.split(/^(?=platform|company \d)/m);
  const others = entries.filter((entry) => /^company (\d+)/.exec(entry)?.[1] !== `${companyId}`);
  await writeFile(path, others.join(''), { mode: 0o600 });
}
