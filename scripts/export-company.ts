import { resolve } from 'node:path';
import { readConfig } from '@/config.ts';
import { isRecipient } from '@/ops/backup/backup-keys.ts';
import { readNamedFile, refuseCall, runCommand } from '@/ops/command-line.ts';
import { writeCompanyFile } from '@/ops/company-transfer/write-file.ts';
import { printProgress } from '@/ops/print-progress.ts';
import { VERSION } from '@/version.ts';

const usage = `bun run export-company ID FILE [--recipient AGE1…] [--passphrase-file FILE|-] [--with-secrets]

Writes all data of one company in DATA_DIR into a file that another server imports
(bun run import-company). The server may keep running.

  --recipient        encrypts the file for this age recipient
  --passphrase-file  encrypts the file with the passphrase in this file, - for standard input
  --with-secrets     includes WhatsApp pairings and passwords of other services; the file must be
                     encrypted. Two servers must not use the same WhatsApp connections.
`;
const options = {
  recipient: { type: 'string' },
  'passphrase-file': { type: 'string' },
  'with-secrets': { type: 'boolean', default: false },
} as const;

await runCommand({ usage, options, arguments: ['ID', 'FILE'] }, async (values, [id = '', file = '']) => {
  const { recipient = null, 'passphrase-file': passphraseFile, 'with-secrets': withSecrets } = values;
  if (!/^[1-9]\d*$/.test(id)) refuseCall(`ID is the number of a company, not '${id}'.`);
  if (withSecrets && recipient === null && passphraseFile === undefined)
    refuseCall('--with-secrets needs an encrypted file: add --recipient or --passphrase-file.');
  if (recipient !== null && !isRecipient(recipient))
    refuseCall(`--recipient: '${recipient}' is not an age recipient (age1…).`);
  const { dataDir, cluster } = readConfig(process.env);
  const { bytes, messages, files } = await writeCompanyFile(
    {
      ...{ kind: 'export', dataDir, shared: cluster, companyId: Number(id) },
      ...{ target: resolve(file), now: new Date().toISOString(), version: VERSION, keepFree: 0 },
      ...{ recipient, withSecrets },
      passphrase:
        passphraseFile === undefined ? null : readNamedFile('--passphrase-file', passphraseFile).trim(),
    },
    printProgress('export'),
  );
  process.stdout.write(
    `The company is in ${file}: ${bytes} bytes, messages: ${messages}, files: ${files}.\n`,
  );
});
