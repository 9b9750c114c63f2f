import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { readConfig } from '@/config.ts';
import { ConfigError, StartRefused } from '@/core/errors.ts';
import { printProgress } from '@/ops/print-progress.ts';
import { KEEPABLE, rotate } from '@/ops/rotation/rotate-secrets.ts';

const HELP = `bun run rotate-secrets --yes [--keep tokens,push]

New keys in secrets.json of a stopped desk. What is stored encrypted is encrypted anew: WhatsApp
stays paired, and keys of other systems and second factors go on working. What the rest costs:

  sessions  clients of the JSON contract sign in again (browsers stay signed in)
  media     addresses of files that were handed out end, pages make new ones
  tokens    connections' API tokens, access tokens (bal_…), recovery codes, invitations and reset
            codes end and are taken away: make new ones
  push      browsers that show notifications must be asked again

  --keep    leaves the keys of tokens, push or both as they are
  --yes     does it; without it nothing happens

Before it begins, databases and secrets.json are copied to DATA_DIR/before-rotation. The copy opens
with the OLD keys: remove it when the desk is well. A rotation that was interrupted is ended by the
same command; meanwhile the desk opens both. Backups from before need the old keys, too.

With the variables of several nodes (DATABASE_URL …) on their database server; all nodes must be
stopped. Afterwards copy secrets.json to each of them: one with the old keys does not start.

The platform's audit tells who did it and how much was encrypted anew; that of a company, that its keys were.
`;

process.umask(0o077);
const { values } = parseArgs({
  options: {
    yes: { type: 'boolean', default: false },
    keep: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
const named = values.keep.split(',').filter((name) => name !== '');
const keep = KEEPABLE.filter((one) => named.includes(one));
if (values.help || !values.yes || keep.length < named.length) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 1);
}
try {
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
  if (lost > 0) process.stdout.write(`${lost} could be opened before by no key, and cannot now.\n`);
  if (cluster) process.stdout.write(`Copy ${dataDir}/secrets.json to the other nodes before they start.\n`);
  process.stdout.write(`Remove ${snapshot} when the desk is well: it opens with the old keys.\n`);
} catch (error) {
  if (!(error instanceof StartRefused || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** A container may run under a numeric user without a name. */
function accountOf(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
