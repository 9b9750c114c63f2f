/** Writes the next migration of both databases from their schemas; pass `--name what-changed`. */
import { $ } from 'bun';

for (const database of ['platform', 'tenant']) {
  await $`bunx drizzle-kit generate --config db/${database}/drizzle.config.ts ${process.argv.slice(2)}`;
}
