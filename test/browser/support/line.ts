import { join } from 'node:path';
import { connections } from '@db/tenant/schema/index.ts';
import {
  createCertificateAuthority,
  type Network,
  type Phone,
  startSimulator,
} from '@demo/whatsapp/index.ts';
import { eq } from 'drizzle-orm';
import { systemScope } from '@/core/scope.ts';
import type { Dependencies } from '@/dependencies.ts';
import { until } from './wait.ts';

export const OWNER = '5511900000001';

/** The process must trust the authority from its start: scripts/test.ts makes it. */
export async function openNetwork(): Promise<Network> {
  const folder = process.env.SIMULATOR_CA_DIR;
  if (!folder) throw new Error('run browser tests with `bun run test:browser`');
  return startSimulator({ ca: await createCertificateAuthority(join(folder)) });
}

export async function qrOf(
  dependencies: Dependencies,
  companyId: number,
  connectionId: number,
): Promise<string> {
  const scope = await systemScope(dependencies.kernel, companyId);
  return until('a QR code', async () => {
    const row = await scope.db.query.connections.findFirst({ where: eq(connections.id, connectionId) });
    return row?.status === 'qrcode' && row.qrcode;
  });
}

export async function pairLine(
  dependencies: Dependencies,
  companyId: number,
  owner: Phone,
  name = 'Loja',
): Promise<number> {
  const scope = await systemScope(dependencies.kernel, companyId);
  const [row] = await scope.write((tx) =>
    tx.db.insert(connections).values({ name, isDefault: true }).returning({ id: connections.id }),
  );
  const connectionId = row?.id ?? 0;
  await dependencies.kernel.services.whatsapp.start({ companyId, connectionId });
  await owner.scan(await qrOf(dependencies, companyId, connectionId));
  await until('an open session', async () => {
    const now = await scope.db.query.connections.findFirst({ where: eq(connections.id, connectionId) });
    return now?.status === 'CONNECTED';
  });
  await until('the first synchronisation', () => [...owner.devices.values()].every((one) => one.isSynced));
  return connectionId;
}
