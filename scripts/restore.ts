import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@/config.ts';
import { RestoreRefused } from '@/ops/backup/backup-failure.ts';
import { isIdentity, readRehearsalIdentity } from '@/ops/backup/backup-keys.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { lineOfDamage } from '@/ops/backup/restore/damage-report.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { createS3Store } from '@/ops/backup/s3-store.client.ts';
import { readNamedFile, runCommand } from '@/ops/command-line.ts';
import { printProgress } from '@/ops/print-progress.ts';

const usage = `bun run restore [--from FOLDER] [--identity FILE|-] [--run NAME] [--company ID [--replace]]

Restores the newest verified backup into DATA_DIR, which must be empty, or with --company one company
beside the others. The server must be stopped. No existing data is overwritten.

With the settings of several nodes (DATABASE_URL …) it restores to their database server and bucket;
all nodes must be stopped, and DATA_DIR holds temporary files.

A damaged file is taken from an older backup if possible, otherwise left out; everything else is
restored. Each such file is printed and listed in DATA_DIR/restore-report.txt, and the exit code is 1.

  --from          folder of the backups (default: the bucket of BACKUP_S3_BUCKET, or BACKUP_DIR)
  --identity      a file with the age identity (AGE-SECRET-KEY-…), - for standard input
  --run           name of another backup
  --company       number of the company to restore
  --replace       with --company: replaces an existing company, also a damaged or deleted one. Its folder
                  is moved aside within DATA_DIR, never deleted; plan, invoices and tokens stay, and its
                  people sign in again
  --missing-files with --company: restores only files that messages reference and that are missing
  --keep-pairing  WhatsApp connections stay paired: only if nothing was sent or received since the backup
  --secrets       a copy of secrets.json, for a backup that is not encrypted
  --new-secrets   makes new keys instead: everything encrypted with the old ones must be entered again
`;
const options = {
  from: { type: 'string' },
  identity: { type: 'string' },
  run: { type: 'string' },
  company: { type: 'string' },
  replace: { type: 'boolean', default: false },
  'missing-files': { type: 'boolean', default: false },
  secrets: { type: 'string' },
  'keep-pairing': { type: 'boolean', default: false },
  'new-secrets': { type: 'boolean', default: false },
} as const;

await runCommand({ usage, options }, async (values) => {
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
    identities: identitiesIn(dataDir, cluster?.secret, values.identity),
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
});

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

function downloadsIn(dataDir: string): string {
  return join(dataDir, 'restore-downloads');
}

/** The operator's; by default the server's own, if its folder still exists. */
function identitiesIn(dataDir: string, secret: string | undefined, identity: string | undefined): string[] {
  const own = readRehearsalIdentity(dataDir, secret);
  if (identity === undefined) return own ? [own] : [];
  const found = readNamedFile('--identity', identity).match(/AGE-SECRET-KEY-\S+/g) ?? [];
  if (found.length === 0 || !found.every(isIdentity))
    throw new RestoreRefused(`${identity} holds no age identity (AGE-SECRET-KEY-…).`);
  return found;
}
