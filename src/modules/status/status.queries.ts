import { requireSuper } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { getAlertSettings } from './alert-settings.service.ts';
import { listOpenAlerts } from './alerts.service.ts';
import { type Capacity, capacityOf } from './capacity.logic.ts';
import { listSamples, type Sample } from './samples.service.ts';
import type { AlertView, StatusView } from './status.views.ts';
import { oldestOf, readVitals, type Vitals, waitingIn } from './vitals.queries.ts';

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
    capacity: capacityIn(vitals, samples),
    samples: samples.map(({ at, ...sample }) => ({ at: at.toISOString(), ...sample })),
    settings: await getAlertSettings(kernel),
    sendsMail: kernel.services.mailTransport !== null,
  };
}

export async function readCapacity(kernel: Kernel): Promise<Capacity> {
  return capacityIn(await readVitals(kernel), await listSamples(kernel));
}

function capacityIn(vitals: Vitals, samples: Sample[]): Capacity {
  const companies = { used: vitals.companiesConnected, most: vitals.databases.most };
  return capacityOf({ ...vitals, companies }, samples);
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
  return { id, kind, about, companyId, beganAt: beganAt.toISOString() };
}
