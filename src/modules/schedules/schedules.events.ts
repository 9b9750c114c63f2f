import type { Listener } from '@/core/events.ts';
import type { ContractNames } from '@/core/realtime/contract-events.ts';
import { asSystem, type Scope } from '@/core/scope.ts';
import { canReadSchedule, type ScheduleFacts } from './schedules.policy.ts';
import { factsOf, getSchedule } from './schedules.queries.ts';

export interface ScheduleEvents {
  'schedule.created': { scheduleId: number };
  'schedule.updated': { scheduleId: number };
  'schedule.deleted': { scheduleId: number; facts: ScheduleFacts };
}
declare module '@/core/events.ts' {
  interface EventMap extends ScheduleEvents {}
}

export const publishCreated: Listener<'schedule.created'> = (scope, { scheduleId }) =>
  publishChanged(scope, 'create', scheduleId);
export const publishUpdated: Listener<'schedule.updated'> = (scope, { scheduleId }) =>
  publishChanged(scope, 'update', scheduleId);
export const publishDeleted: Listener<'schedule.deleted'> = (scope, { scheduleId, facts }) =>
  publish(scope, { action: 'delete', scheduleId }, facts);

/** The server sends one name, existing clients listen to the other. */
export const scheduleContract: ContractNames = {
  schedule: (companyId, data) => [
    { name: 'schedule', data },
    { name: `company${companyId}-schedule`, data },
  ],
};

async function publishChanged(scope: Scope, action: 'create' | 'update', scheduleId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const schedule = await getSchedule(asSystem(scope), scheduleId).catch(() => undefined);
  if (schedule) publish(scope, { action, schedule }, await factsOf(scope, schedule));
}

function publish(scope: Scope, data: unknown, facts: ScheduleFacts): void {
  const canReceive = (actor: Scope['actor']) => canReadSchedule(actor, facts);
  scope.kernel.hub.deliver(scope.companyId, { channel: 'schedule', data, canReceive });
}
