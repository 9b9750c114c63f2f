import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readConfig } from '@/config.ts';
import { ConfigError, StartRefused } from '@/core/errors.ts';
import { BackupFailure, RestoreRefused } from '@/ops/backup/backup-failure.ts';
import { isIdentity, readRehearsalIdentity } from '@/ops/backup/backup-keys.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { lineOfDamage } from '@/ops/backup/restore/damage-report.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { createS3Store } from '@/ops/backup/s3-store.client.ts';
import { printProgress } from '@/ops/print-progress.ts';

const SENTENCES = [RestoreRefused, StartRefused, BackupFailure, ConfigError];

const HELP = `bun run restore [--from FOLDER] [--identity FILE|-] [--run NAME] [--company ID [--replace]]

Restores the last proven backup into DATA_DIR, which must be empty, or with --company one company
into the DATA_DIR of a stopped desk. Nothing is overwritten.

With the variables of several nodes (DATABASE_URL …) into their database server and bucket; all nodes
must be stopped, and DATA_DIR holds what comes in between.

What is damaged in the backup is taken from another one, or left out; all else is restored. A line for
each such file is printed and kept in DATA_DIR/restore-report.txt, and it ends with 1.

  --from         the folder of the backups (the bucket of BACKUP_S3_BUCKET, else BACKUP_DIR)
  --identity     a file with the age identity (AGE-SECRET-KEY-…), - for standard input
  --run          another backup than the last proven one
  --company      one company, by its number, beside those that are there
  --replace      with --company: also one that is there, damaged or in the bin. Its folder is set aside in
                 DATA_DIR, never deleted; its plan, invoices and tokens stay, and its people sign in anew
  --missing-files with --company: only the files that its messages name and that are gone
  --keep-pairing WhatsApp lines come back paired: only when nothing was sent or received since the backup
  --secrets      a copy of secrets.json, for a backup that is not encrypted
  --new-secrets  or new keys: what was encrypted with the old ones must be typed again
`;

process.umask(0o077);
const { values } = readArguments({
  options: {
    from: { type: 'string' },
    identity: { type: 'string' },
    run: { type: 'string' },
    company: { type: 'string' },
    replace: { type: 'boolean', default: false },
    'missing-files': { type: 'boolean', default: false },
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
  const { dataDir, backupDir, backupS3, cluster } = readConfig(process.env);
  const companyId = values.company === undefined ? undefined : Number(values.company);
  if (companyId !== undefined && !(Number.isInteger(companyId) && companyId > 0))
    throw new RestoreRefused(`--company is the number of a company: ${values.company} is none.`);
  if ((values.replace || values['missing-files']) && companyId === undefined)
    throw new RestoreRefused('--replace and --missing-files are for one company: name it (--company).');
  const folder = values.from ?? backupDir;
  const isBucket = backupS3 && values.from === undefined;
  if (!isBucket && !existsSync(folder))
    throw new RestoreRefused(`${folder} is not there: name the folder of the backups (--from).`);
  if (values.secrets && !existsSync(values.secrets))
    throw new RestoreRefused(`${values.secrets} is not there: name a copy of secrets.json (--secrets).`);
  const { run, companies, damage, aside, files } = await restore({
    store: isBucket ? createS3Store(backupS3, downloadsIn(dataDir)) : createFolderStore(folder),
    dataDir,
    shared: cluster,
    identities: identitiesIn(dataDir, cluster?.secret),
    run: values.run,
    companyId,
    replaces: values.replace,
    onlyMissingFiles: values['missing-files'],
    keepPairing: values['keep-pairing'],
    secrets: values['new-secrets'] ? 'new' : values.secrets ? { file: values.secrets } : undefined,
    step: printProgress('restore'),
  });
  rmSync(downloadsIn(dataDir), { recursive: true, force: true });
  for (const path of aside) process.stdout.write(`What was there before lies in ${path}.\n`);
  process.stdout.write(
    values['missing-files']
      ? `${counted(files, 'file is', 'files are')} back.\n`
      : `Restored from the backup ${run}: ${counted(companies, 'company', 'companies')}.\n`,
  );
  if (!values['missing-files'])
    process.stdout.write(
      values['keep-pairing']
        ? 'Next: start the server; people sign in again.\n'
        : 'Next: start the server; people sign in again, and WhatsApp is paired under Connections.\n',
    );
  if (damage.count > 0) {
    for (const one of damage.first) process.stderr.write(`${lineOfDamage(one)}\n`);
    const all = join(dataDir, 'restore-report.txt');
    const things = counted(damage.count, 'thing is', 'things are');
    process.stderr.write(`${things} not as backed up; complete list: ${all}\n`);
    process.exitCode = 1;
  }
} catch (error) {
  if (!SENTENCES.some((kind) => error instanceof kind)) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function readArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
    process.exit(1);
  }
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

function downloadsIn(dataDir: string): string {
  return join(dataDir, 'restore-downloads');
}

/** The operator's; by default the server's own, if its folder still exists. */
function identitiesIn(dataDir: string, secret: string | undefined): string[] {
  const { identity } = values;
  const own = readRehearsalIdentity(dataDir, secret);
  if (identity === undefined) return own ? [own] : [];
  if (identity !== '-' && !existsSync(identity))
    throw new RestoreRefused(`${identity} is not there: name the file with the age identity (--identity).`);
  const found = readFileSync(identity === '-' ? 0 : identity, 'utf8').match(/AGE-SECRET-KEY-\S+/g) ?? [];
  if (found.length === 0 || !found.every(isIdentity))
    throw new RestoreRefused(`${identity} holds no age identity (AGE-SECRET-KEY-…).`);
  return found;
}
