/** `--name what-changed`. Only the newest snapshot is stored, because each repeats the whole schema. */
import { readdirSync, rmSync } from 'node:fs';
import { $ } from 'bun';
import { recordMigrations } from './landed-migrations.ts';

for (const database of ['platform', 'tenant'] as const) {
  await $`bunx drizzle-kit generate --config db/${database}/drizzle.config.ts ${process.argv.slice(2)}`;
  const meta = `db/${database}/migrations/meta`;
  const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'));
  for (const old of snapshots.sort().slice(0, -1)) rmSync(`${meta}/${old}`);
}
recordMigrations();
