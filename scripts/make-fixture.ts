/** `bun run fixture`: databases as this version fills them, to be kept for ever in test/fixtures/<version>. */
import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDesk } from '@test/support/deps.ts';
import { fillCompany } from '@test/support/world.ts';
import { VERSION } from '@/version.ts';

const folder = join(import.meta.dir, '../test/fixtures', VERSION);
if (existsSync(folder)) {
  process.stderr.write(`${folder} is there: what was released stays as it is.\n`);
  process.exit(1);
}
const desk = await createTestDesk();
await fillCompany(desk, { company: 'aurora', queueId: desk.cast.queueId.Vendas, mark: 'fixture' });
await desk.settle();
const { dataDir } = desk.kernel.config;
await desk.desk.stop();
mkdirSync(folder, { recursive: true });
await pack(join(dataDir, 'platform.db'), 'platform.db');
await pack(join(dataDir, 'companies', String(desk.cast.companyId.aurora), 'company.db'), 'company.db');
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);

async function pack(path: string, name: string): Promise<void> {
  const whole = `${path}.whole`;
  const database = new Database(path);
  database.query('VACUUM INTO ?').run(whole);
  database.close();
  const packed = await Bun.zstdCompress(await Bun.file(whole).bytes(), { level: 19 });
  await Bun.write(join(folder, `${name}.zst`), packed);
}
