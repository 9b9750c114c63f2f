import { resolve } from 'node:path';
import { claimFolder, DEFAULT_FOLDER } from '@demo/demo-folder.ts';
import { exitWithReason } from '@demo/exit-with-reason.ts';
import { listDemoPeople } from '@demo/seed/people.ts';
import { createCertificateAuthority } from '@demo/whatsapp/certificates.ts';
import { run } from './run.ts';

const dataDir = resolve(process.env.DATA_DIR || DEFAULT_FOLDER);
try {
  claimFolder(
    dataDir,
    listDemoPeople().map(({ email }) => email),
  );
} catch (error) {
  exitWithReason(error);
}
// A process only trusts a certificate authority that is set before it starts.
const { caPath } = await createCertificateAuthority(resolve(dataDir, 'ca'));
const env = { NODE_ENV: 'production', DATA_DIR: dataDir, NODE_EXTRA_CA_CERTS: caPath };
process.exit(await run(['bun', 'demo/main.ts'], env));
