import { createInterface } from 'node:readline';
import { restore } from '@/backup/restore.ts';
import { createFolderStore } from '@/backup/store.ts';

/** A restore that goes on from each step only when it reads the next line, so that it can be killed there. */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { target, ...job } = JSON.parse((await lines.next()).value ?? '');
await restore({
  identities: [],
  keepsPairing: false,
  secrets: 'new',
  ...job,
  store: createFolderStore(target),
  async step(name) {
    process.stdout.write(`${name}\n`);
    await lines.next();
  },
});
process.exit(0);
