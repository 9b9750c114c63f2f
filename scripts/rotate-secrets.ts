import { userInfo } from 'node:os';
import { readConfig } from '@/config.ts';
import { refuseCall, runCommand } from '@/ops/command-line.ts';
import { printProgress } from '@/ops/print-progress.ts';
import { KEEPABLE, rotate } from '@/ops/rotation/rotate-secrets.ts';

const usage = `bun run rotate-secrets --yes [--keep tokens,push]

Makes new keys in secrets.json and encrypts all stored secrets again. The server must be stopped.
WhatsApp stays paired; keys of other systems and second factors keep working. What else changes:

  sessions  clients of the JSON contract sign in again (browsers stay signed in)
  media     addresses of files that were handed out expire; pages make new ones
  tokens    connections' API tokens, access tokens (bal_…), recovery codes, invitations and reset
            codes are deleted: make new ones
  push      browsers with notifications must be asked again

  --keep    keeps the keys of tokens, push or both
  --yes     required: without it nothing happens

Databases and secrets.json are first copied to DATA_DIR/before-rotation. The copy opens with the OLD
keys: delete it once the server works. The same command completes an interrupted rotation; until then
the server accepts both keys. Backups made before the rotation need the old keys.

With the settings of several nodes (DATABASE_URL …) it works on their database server; all nodes must
be stopped. Afterwards copy secrets.json to every node: a node with the old keys does not start.

The audit logs of the platform and of each company record the rotation.
`;
const options = {
  yes: { type: 'boolean', default: false },
  keep: { type: 'string', default: '' },
} as const;

await runCommand({ usage, options }, async ({ yes, keep: list }) => {
  const names = list.split(',').filter((name) => name !== '');
  const keep = KEEPABLE.filter((one) => names.includes(one));
  const unknown = names.find((name) => !KEEPABLE.some((one) => one === name));
  if (unknown !== undefined) refuseCall(`--keep takes ${KEEPABLE.join(', ')}, not '${unknown}'.`);
  if (!yes) refuseCall('Nothing was changed: add --yes to rotate the keys.');
  const { dataDir, cluster } = readConfig(process.env);
  const { resealed, lost, databases, snapshot } = await rotate({
    dataDir,
    shared: cluster,
    keep,
    operator: accountOf(),
    now: () => new Date(),
    step: printProgress('rotate'),
  });
  process.stdout.write(`${resealed} values in ${databases} databases are encrypted with the new key.\n`);
  if (lost > 0)
    process.stdout.write(`${lost} values could not be decrypted with any key and stay unreadable.\n`);
  if (cluster) process.stdout.write(`Copy ${dataDir}/secrets.json to the other nodes before they start.\n`);
  process.stdout.write(`Delete ${snapshot} once the server works: it opens with the old keys.\n`);
});

/** A container may run under a numeric user without a name. */
function accountOf(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
