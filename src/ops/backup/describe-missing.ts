import type { Missing } from './retained-sets.ts';

/** Number of files that no set has, by company; reported once. */
export type Lost = Record<string, number>;

export function describeMissing(missing: Missing, nowhere: Missing, before: Lost): string[] {
  const lines = [...missing.companies].map((id) => `company ${id} has no database that could be read`);
  for (const [id, paths] of missing.files) {
    const gone = nowhere.files.get(id) ?? new Set<string>();
    const held = [...paths.difference(gone)];
    if (held.length > 0)
      lines.push(
        `company ${id}: ${count(held)} that rows name are missing, and backups have them: bun run restore --company ${id} --missing-files`,
      );
    if (gone.size > (before[id] ?? 0))
      lines.push(`company ${id}: ${count([...gone])} that rows name are missing, and no backup has them`);
  }
  return lines;
}

export const countLost = ({ files }: Missing): Lost =>
  Object.fromEntries([...files].flatMap(([id, paths]) => (paths.size > 0 ? [[`${id}`, paths.size]] : [])));

const count = (paths: string[]) =>
  `${paths.length} files (${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''})`;
