import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '@/config.ts';
import { BackupFailure } from '@/ops/backup/backup-failure.ts';
import { writeCompanyFile } from '@/ops/company-transfer/write-file.ts';
import { printProgress } from '@/ops/print-progress.ts';
import { VERSION } from '@/version.ts';

const HELP = `bun run export-company ID FILE [--recipient AGE1…] [--passphrase-file FILE|-] [--with-secrets]

Writes one company of DATA_DIR, with all that is its own, into a file that another desk takes over
(bun run import-company). The desk may go on meanwhile.

  --recipient        encrypted to this age recipient
  --passphrase-file  or by the passphrase that stands there, - for standard input
  --with-secrets     WhatsApp's lines come paired, and passwords of other services come along; only
                     into an encrypted file. Two desks must not use the same lines.
`;

process.umask(0o077);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    recipient: { type: 'string' },
    'passphrase-file': { type: 'string' },
    'with-secrets': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [id, file] = positionals;
const { recipient = null, 'passphrase-file': passphrase, 'with-secrets': withSecrets } = values;
const isOpen = recipient === null && passphrase === undefined;
if (values.help || !Number.isInteger(Number(id)) || !file || (withSecrets && isOpen)) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 1);
}
try {
  const { dataDir, cluster } = readConfig(process.env);
  const { bytes, messages, files } = await writeCompanyFile(
    {
      ...{ kind: 'export', dataDir, shared: cluster, companyId: Number(id) },
      ...{ target: resolve(file), now: new Date().toISOString(), version: VERSION, keepFree: 0 },
      ...{ recipient, withSecrets },
      passphrase:
        passphrase === undefined ? null : readFileSync(passphrase === '-' ? 0 : passphrase, 'utf8').trim(),
    },
    printProgress('export'),
  );
  process.stdout.write(
    `The company is in ${file}: ${bytes} bytes, messages: ${messages}, files: ${files}.\n`,
  );
} catch (error) {
  if (!(error instanceof BackupFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
