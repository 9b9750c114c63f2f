import { machineHealth } from '@db/tenant/schema/index.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { HealthById, MachineHealthView } from './machine-health.views.ts';
import { canManagePrompts } from './prompts.policy.ts';

type HealthRow = typeof machineHealth.$inferSelect;

export async function listMachineHealth(
  scope: Scope,
  kind: HealthRow['kind'],
  machines: { id: number }[],
): Promise<HealthById> {
  requireCan(scope, canManagePrompts);
  const ids = machines.map(({ id }) => id);
  const rows = await scope.db
    .select()
    .from(machineHealth)
    .where(and(eq(machineHealth.kind, kind), inArray(machineHealth.machineId, ids)));
  return Object.fromEntries(rows.map((row) => [row.machineId, toView(scope, row)]));
}

function toView(scope: Scope, row: HealthRow): MachineHealthView {
  const { lastCallAt, lastErrorAt, lastError, restsUntil, recent, failuresInARow } = row;
  const rests = restsUntil !== null && restsUntil > scope.now();
  return {
    state: rests ? 'rests' : failuresInARow > 0 ? 'fails' : 'answers',
    lastCallAt: lastCallAt?.toISOString() ?? null,
    lastErrorAt: lastErrorAt?.toISOString() ?? null,
    lastError,
    restsUntil: rests ? restsUntil.toISOString() : null,
    answered: [...recent].filter((outcome) => outcome === '1').length,
    calls: recent.length,
  };
}
