import { createInterface } from 'node:readline';
import { type Keepable, rotate } from '@/ops/rotation/rotate-secrets.ts';

const [dataDir = '', keep = ''] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
await rotate({
  dataDir,
  keep: keep.split(',').filter(Boolean) as Keepable[],
  operator: 'root',
  now: () => new Date(),
  async step(name) {
    process.stdout.write(`${name}\n`);
    await lines.next();
  },
});
process.exit(0);
