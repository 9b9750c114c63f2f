import type { Listener } from '@/kernel/bus.ts';
import type { ContractNames } from '@/kernel/live/contract-events.ts';
import { asSystem, type Scope } from '@/kernel/scope.ts';
import { canReadSchedule, type ScheduleFacts } from './schedules.policy.ts';
import { factsOf, getSchedule } from './schedules.queries.ts';

export interface ScheduleEvents {
  'schedule.created': { scheduleId: number };
  'schedule.updated': { scheduleId: number };
  'schedule.deleted': { scheduleId: number; facts: ScheduleFacts };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends ScheduleEvents {}
}

export const tellCreated: Listener<'schedule.created'> = (scope, { scheduleId }) =>
  tellChanged(scope, 'create', scheduleId);
export const tellUpdated: Listener<'schedule.updated'> = (scope, { scheduleId }) =>
  tellChanged(scope, 'update', scheduleId);
export const tellDeleted: Listener<'schedule.deleted'> = (scope, { scheduleId, facts }) =>
  tell(scope, { action: 'delete', scheduleId }, facts);

/** The server says the one name, existing clients listen to the other. */
export const scheduleContract: ContractNames = {
  schedule: (companyId, data) => [
    { name: 'schedule', data },
    { name: `company${companyId}-schedule`, data },
  ],
};

async function tellChanged(scope: Scope, action: 'create' | 'update', scheduleId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const schedule = await getSchedule(asSystem(scope), scheduleId).catch(() => undefined);
  if (schedule) tell(scope, { action, schedule }, await factsOf(scope, schedule));
}

function tell(scope: Scope, data: unknown, facts: ScheduleFacts): void {
  const canHear = (actor: Scope['actor']) => canReadSchedule(actor, facts);
  scope.kernel.hub.deliver(scope.companyId, { channel: 'schedule', data, canHear });
}
