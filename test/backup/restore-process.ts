import { createInterface } from 'node:readline';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { restore } from '@/ops/backup/restore/restore.ts';

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { target, ...job } = JSON.parse((await lines.next()).value ?? '');
await restore({
  identities: [],
  keepPairing: false,
  secrets: 'new',
  ...job,
  store: createFolderStore(target),
  async step(name) {
    process.stdout.write(`${name}\n`);
    await lines.next();
  },
});
process.exit(0);
