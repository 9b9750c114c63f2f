import { createInterface } from 'node:readline';
import { restore } from '@/backup/restore.ts';
import { createFolderStore } from '@/backup/store.ts';

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
