import { resolve } from 'node:path';
import { claimFolder, isFilled } from '@demo/demo-folder.ts';
import { exitWithReason } from '@demo/exit-with-reason.ts';
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
  exitWithReason(error);
}
const env = { NODE_ENV: 'production', DATA_DIR: dataDir };
// The history and the bundle each take seconds of one core.
const [filled] = await Promise.all([
  isFilled(dataDir) ? 0 : run(['bun', 'demo/fill.ts'], env),
  buildIfNeeded(),
]);
if (filled !== 0) process.exit(filled);
// A process only trusts a certificate authority that is set before it starts.
const { caPath } = await createCertificateAuthority(resolve(dataDir, 'ca'));
process.exit(await run(['bun', 'demo/main.ts'], { ...env, NODE_EXTRA_CA_CERTS: caPath }));
