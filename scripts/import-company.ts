import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '@/config.ts';
import { AppError, StartRefused } from '@/core/errors.ts';
import { RestoreRefused } from '@/ops/backup/backup-failure.ts';
import { importCompany } from '@/ops/company-transfer/import-company.ts';
import { printProgress } from '@/ops/print-progress.ts';

const HELP = `bun run import-company FILE [--passphrase-file FILE|-] [--identity FILE] [--name NAME]

Takes a company that was exported from another desk (or this one) over into the DATA_DIR of a
stopped desk. Everything is checked first; nothing that is there is overwritten. With the variables
of several nodes (DATABASE_URL …) into their servers; all nodes must be stopped.

  --passphrase-file  where the passphrase stands that the file was encrypted with, - for standard input
  --identity         a file with the age identity (AGE-SECRET-KEY-…)
  --name             another name, where the company's own is taken here
`;

process.umask(0o077);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'passphrase-file': { type: 'string' },
    identity: { type: 'string' },
    name: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const [source] = positionals;
if (values.help || !source) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 1);
}
const MESSAGES: Record<string, string> = {
  ERR_COMPANY_NAME_ALREADY_EXISTS: 'A company of this name is there already: choose another one (--name).',
};
const read = (path: string) => readFileSync(path === '-' ? 0 : path, 'utf8');
const { 'passphrase-file': passphrase, identity, name } = values;
try {
  const { dataDir, cluster } = readConfig(process.env);
  const adopted = await importCompany({
    ...{ dataDir, shared: cluster, source, name, folder: randomUUID(), now: new Date() },
    passphrase: passphrase === undefined ? null : read(passphrase).trim(),
    identities:
      identity === undefined
        ? []
        : (read(identity)
            .match(/AGE-SECRET-KEY-\S+/g)
            ?.slice() ?? []),
    step: printProgress('import'),
  });
  process.stdout.write(
    `${adopted.name} is company ${adopted.companyId} here; ${adopted.people} people can sign in.\n`,
  );
  for (const email of adopted.leftOut)
    process.stdout.write(`${email} signs in at another company here and was left out.\n`);
} catch (error) {
  const isPublic =
    error instanceof RestoreRefused || error instanceof StartRefused || error instanceof AppError;
  if (!isPublic) throw error;
  process.stderr.write(
    `${error instanceof AppError ? (MESSAGES[error.code] ?? error.code) : error.message}\n`,
  );
  process.exit(1);
}
