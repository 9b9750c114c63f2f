import { resolve } from 'node:path';
import { claimFolder, NotADemo } from '@demo/demo-folder.ts';
import { listDemoPeople } from '@demo/seed/people.ts';
import { createCertificateAuthority } from '@demo/whatsapp/index.ts';
import { buildIfNeeded } from './bundle/build-if-needed.ts';
import { run } from './run.ts';

const dataDir = resolve(process.env.DATA_DIR || './data/demo');
try {
  claimFolder(
    dataDir,
    listDemoPeople().map(({ email }) => email),
  );
} catch (error) {
  if (!(error instanceof NotADemo)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await buildIfNeeded();
// A process only trusts a certificate authority that is set before it starts.
const { caPath } = await createCertificateAuthority(resolve(dataDir, 'ca'));
process.exit(
  await run(['bun', 'demo/main.ts'], {
    NODE_ENV: 'production',
    NODE_EXTRA_CA_CERTS: caPath,
    DATA_DIR: dataDir,
  }),
);
