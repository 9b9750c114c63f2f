import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Tables } from '../database.ts';

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
    const database = await openDatabase({ url: `file:${path}`, schema, migrations: folder });
    await database.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
