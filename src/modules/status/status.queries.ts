import { requireSuper } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { getAlertSettings } from './alert-settings.service.ts';
import { listOpenAlerts } from './alerts.service.ts';
import { type Capacity, capacityOf } from './capacity.logic.ts';
import { isOfNode } from './find-troubles.logic.ts';
import { listSamples } from './samples.service.ts';
import type { AlertView, NodeView, StatusView } from './status.views.ts';
import { oldestOf, readLoad, readVitals, waitingIn } from './vitals.queries.ts';

export async function getStatus(scope: Scope): Promise<StatusView> {
  requireSuper(scope);
  const { kernel } = scope;
  const vitals = await readVitals(kernel);
  const { level, freeBytes } = await kernel.space.check();
  const { CONNECTED = 0, ...others } = vitals.sessions;
  const samples = await listSamples(kernel);
  return {
    alerts: (await listOpenAlerts(kernel)).map(toAlertView),
    now: {
      loopDelayMs: vitals.loopDelayMs,
      memoryBytes: vitals.memoryBytes,
      freeBytes: Number.isFinite(freeBytes) ? freeBytes : null,
      isScarce: level !== 'enough',
      sockets: vitals.sockets,
      connected: CONNECTED,
      unconnected: Object.values(others).reduce((sum, count) => sum + count, 0),
      databases: vitals.databases.open,
      failing: vitals.databases.failing,
      writesWaiting: vitals.writesWaiting,
      outboxWaiting: waitingIn(vitals),
      outboxOldestMs: oldestOf(vitals),
      provenAt: vitals.backup.provenAt?.toISOString() ?? null,
    },
    capacity: capacityOf(readLoad(kernel), samples),
    nodes: await listNodes(kernel),
    samples: samples.map(({ at, ...sample }) => ({ at: at.toISOString(), ...sample })),
    settings: await getAlertSettings(kernel),
    sendsMail: kernel.services.mailTransport !== null,
  };
}

export async function listNodes({ nodes }: Kernel): Promise<NodeView[] | null> {
  if (!nodes) return null;
  return (await nodes.list()).map((node) => ({ ...node, startedAt: node.startedAt.toISOString() }));
}

/** Reads no company's database. */
export async function readCapacity(kernel: Kernel): Promise<Capacity> {
  return capacityOf(readLoad(kernel), await listSamples(kernel));
}

export async function countAlerts(scope: Scope): Promise<number> {
  requireSuper(scope);
  return scope.kernel.services.status.countOpenAlerts();
}

function toAlertView({
  id,
  kind,
  about,
  companyId,
  beganAt,
}: Awaited<ReturnType<typeof listOpenAlerts>>[number]): AlertView {
  return { id, kind, about, isOfNode: isOfNode(kind), companyId, beganAt: beganAt.toISOString() };
}
