import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RestoreRefused } from '@/backup/failure.ts';
import { readRehearsalIdentity } from '@/backup/keys.ts';
import { restore } from '@/backup/restore.ts';
import { createS3Store } from '@/backup/s3-store.ts';
import { createFolderStore } from '@/backup/store.ts';
import { readConfig } from '@/config.ts';
import { StartRefused } from '@/kernel/errors.ts';

const HELP = `bun run restore [--from FOLDER] [--identity FILE|-] [--run NAME] [--company ID]

Restores the last proven backup into DATA_DIR, which must be empty, or with --company one company
into the DATA_DIR of a stopped desk. Nothing is overwritten.

  --from         the folder of the backups (the bucket of BACKUP_S3_BUCKET, else BACKUP_DIR)
  --identity     a file with the age identity (AGE-SECRET-KEY-…), - for standard input
  --run          another backup than the last proven one
  --company      one company, by its number, beside those that are there
  --keep-pairing WhatsApp lines come back paired: only when nothing was sent or received since the backup
  --secrets      a copy of secrets.json, for a backup that is not encrypted
  --new-secrets  or new keys: what was encrypted with the old ones must be typed again
`;

process.umask(0o077);
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    identity: { type: 'string' },
    run: { type: 'string' },
    company: { type: 'string' },
    secrets: { type: 'string' },
    'keep-pairing': { type: 'boolean', default: false },
    'new-secrets': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
try {
  const { dataDir, backupDir, backupS3 } = readConfig(process.env);
  const { run, companies } = await restore({
    store:
      backupS3 && values.from === undefined
        ? createS3Store(backupS3, downloadsIn(dataDir))
        : createFolderStore(values.from ?? backupDir),
    dataDir,
    identities: identitiesIn(dataDir),
    run: values.run,
    companyId: values.company === undefined ? undefined : Number(values.company),
    keepsPairing: values['keep-pairing'],
    secrets: values['new-secrets'] ? 'new' : values.secrets ? { file: values.secrets } : undefined,
    step: async (name) => void process.stdout.write(`${name}\n`),
  });
  rmSync(downloadsIn(dataDir), { recursive: true, force: true });
  process.stdout.write(`Restored from ${run}: ${companies} companies.\n`);
} catch (error) {
  if (!(error instanceof RestoreRefused || error instanceof StartRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

function downloadsIn(dataDir: string): string {
  return join(dataDir, 'restore-downloads');
}

/** The operator's; without one the desk's own, where its folder is still there. */
function identitiesIn(dataDir: string): string[] {
  const { identity } = values;
  const own = readRehearsalIdentity(dataDir);
  if (identity === undefined) return own ? [own] : [];
  const text = readFileSync(identity === '-' ? 0 : identity, 'utf8');
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'));
}
