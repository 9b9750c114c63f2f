import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Tables } from '../database.ts';
import { moveDatabase } from '../tenants/tenant-folder.ts';

type Journal = { entries: object[] };

export async function createOlder<T extends Tables>(
  path: string,
  { schema, migrations, count }: { schema: T; migrations: string; count: number },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-migrations-'));
  try {
    cpSync(migrations, folder, { recursive: true });
    const journalPath = join(folder, 'meta/_journal.json');
    const journal: Journal = JSON.parse(readFileSync(journalPath, 'utf8'));
    writeFileSync(journalPath, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    const draft = `${path}.new`;
    await (await openDatabase({ url: `file:${draft}`, schema, migrations: folder })).close();
    moveDatabase(draft, path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
