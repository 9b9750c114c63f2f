/**
 * `bun run fixture`: databases as this commit fills them, stored for ever in test/fixtures/<version>[-<date of the
 * commit>].
 */

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createTestApp } from '@test/support/deps.ts';
import { fillCompany } from '@test/support/fixtures.ts';
import { $ } from 'bun';
import { snapshot } from '@/ops/backup/database-snapshot.ts';
import { VERSION } from '@/version.ts';

const FIXTURES = join(import.meta.dir, '../test/fixtures');
const date = (await $`git log -1 --format=%cs`.text()).trim();
const folder = [VERSION, `${VERSION}-${date}`]
  .map((name) => join(FIXTURES, name))
  .find((path) => !existsSync(path));
if (!folder) {
  process.stderr.write(`${VERSION}-${date} is there: a fixture is never replaced.\n`);
  process.exit(1);
}
const testApp = await createTestApp();
await fillCompany(testApp, { company: 'aurora', queueId: testApp.people.queueId.Vendas, mark: 'fixture' });
await testApp.settle();
const { dataDir } = testApp.kernel.config;
await testApp.dependencies.stop();
mkdirSync(folder, { recursive: true });
await pack(join(dataDir, 'platform.db'), join(folder, 'platform.db.zst'));
const company = join(dataDir, 'companies', String(testApp.people.companyId.aurora), 'company.db');
await pack(company, join(folder, 'company.db.zst'));
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);

async function pack(path: string, to: string): Promise<void> {
  const whole = `${path}.whole`;
  snapshot(path, whole);
  const packed = await Bun.zstdCompress(await Bun.file(whole).bytes(), { level: 19 });
  await Bun.write(to, packed);
}
