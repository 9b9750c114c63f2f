import { randomUUID } from 'node:crypto';
import { readConfig } from '@/config.ts';
import { AppError, StartRefused } from '@/core/errors.ts';
import { readNamedFile, runCommand } from '@/ops/command-line.ts';
import { importCompany } from '@/ops/company-transfer/import-company.ts';
import { printProgress } from '@/ops/print-progress.ts';

const usage = `bun run import-company FILE [--passphrase-file FILE|-] [--identity FILE|-] [--name NAME]

Imports a company, exported from another server or from this one, into DATA_DIR. The server must be
stopped. The whole file is checked first, and no existing data is overwritten. With the settings of
several nodes (DATABASE_URL …) the company goes to their database server; all nodes must be stopped.

  --passphrase-file  a file with the passphrase of an encrypted file, - for standard input
  --identity         a file with the age identity (AGE-SECRET-KEY-…), - for standard input
  --name             a new name, when another company here already has the name
`;
const options = {
  'passphrase-file': { type: 'string' },
  identity: { type: 'string' },
  name: { type: 'string' },
} as const;
const REFUSALS: Record<string, string> = {
  ERR_COMPANY_NAME_ALREADY_EXISTS: 'A company with this name already exists: choose another name (--name).',
};

await runCommand({ usage, options, arguments: ['FILE'] }, async (values, [source = '']) => {
  const { 'passphrase-file': passphraseFile, identity, name } = values;
  const { dataDir, cluster } = readConfig(process.env);
  const imported = await importCompany({
    ...{ dataDir, shared: cluster, source, name, folder: randomUUID(), now: new Date() },
    passphrase:
      passphraseFile === undefined ? null : readNamedFile('--passphrase-file', passphraseFile).trim(),
    identities:
      identity === undefined
        ? []
        : (readNamedFile('--identity', identity)
            .match(/AGE-SECRET-KEY-\S+/g)
            ?.slice() ?? []),
    step: printProgress('import'),
  }).catch((error) => {
    throw error instanceof AppError ? new StartRefused(REFUSALS[error.code] ?? error.code) : error;
  });
  const people = imported.people === 1 ? '1 person' : `${imported.people} people`;
  process.stdout.write(`${imported.name} is company ${imported.companyId} here; ${people} can sign in.\n`);
  for (const email of imported.leftOut)
    process.stdout.write(`${email} belongs to another company here and was not imported.\n`);
});
