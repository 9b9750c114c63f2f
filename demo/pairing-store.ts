import { type Kernel, systemScope } from '@/core/scope.ts';
import { listCompanyIds } from '@/modules/companies/companies.queries.ts';
import { markOpening } from '@/modules/connections/connection-sessions.service.ts';
import { createSessionStores } from '@/modules/connections/session-store.service.ts';
import type { SessionTarget } from '@/whatsapp/port.ts';
import type { DemoMemory } from './demo-memory.ts';
import { type Lines, nameOf } from './phones/lines.ts';

export type PairingStore = {
  /** Call it when the server stops: later statuses are not a person's choice. */
  stop(): void;
};

/** The network forgets its pairings at each stop: call this before the server opens its sessions. */
export async function startPairing(
  kernel: Kernel,
  { lines, memory, isWanted }: { lines: Lines; memory: DemoMemory; isWanted: (name: string) => boolean },
): Promise<PairingStore> {
  const awaited = new Set<string>();
  let isStopping = false;
  await lines.refresh();
  for (const companyId of await listCompanyIds(kernel)) {
    const own = lines.all.filter(({ view }) => view.companyId === companyId);
    const wanted = own.filter(({ view }) => memory.paired[nameOf(view)] ?? isWanted(view.name));
    for (const { view } of wanted) awaited.add(nameOf(view));
    await dropPairings(
      kernel,
      companyId,
      wanted.map(({ view }) => view.connectionId),
    );
  }

  kernel.bus.on('connection.session', async ({ companyId, db }, { connectionId }) => {
    if (isStopping) return;
    const target = { companyId, connectionId };
    const row = await db.query.connections.findFirst({ where: (t, { eq }) => eq(t.id, connectionId) });
    if (row?.status === 'CONNECTED') memory.setPaired(nameOf(target), true);
    if (row?.status === 'DISCONNECTED' && row.number === null) memory.setPaired(nameOf(target), false);
    if (row?.qrcode && awaited.has(nameOf(target))) await scan(target);
  });

  async function scan(target: SessionTarget): Promise<void> {
    await lines.refresh();
    const line = lines.find(target);
    if (!line?.qrcode) return;
    awaited.delete(nameOf(target));
    line.phone.scan(line.qrcode).catch(() => awaited.add(nameOf(target)));
  }

  return {
    stop() {
      isStopping = true;
    },
  };
}

async function dropPairings(kernel: Kernel, companyId: number, connectionIds: number[]): Promise<void> {
  if (connectionIds.length === 0) return;
  const stores = createSessionStores(kernel.tenants);
  for (const connectionId of connectionIds) await stores({ companyId, connectionId }).wipe();
  const scope = await systemScope(kernel, companyId);
  await scope.write((tx) => markOpening(tx, connectionIds));
}
