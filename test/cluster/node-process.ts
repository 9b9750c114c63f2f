import { startNode } from '@test/support/cluster.ts';

const { URL: url = '', ADMIN_URL: adminUrl = '', DATA_DIR: dataDir = '', NODE_PORT: port = '' } = process.env;

const { dependencies } = await startNode({ server: { url, adminUrl }, dataDir, port });
process.on('SIGTERM', () => void dependencies.stop().then(() => process.exit(0)));
