import { responderHealth } from '@db/tenant/schema/index.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { requireCan } from '@/core/policy.ts';
import { isPaused } from '@/core/queue/retry.ts';
import type { Scope } from '@/core/scope.ts';
import { canManagePrompts } from './prompts.policy.ts';
import type { HealthById, ResponderHealthView } from './responder-health.views.ts';

type HealthRow = typeof responderHealth.$inferSelect;

export async function listResponderHealth(
  scope: Scope,
  kind: HealthRow['kind'],
  responders: { id: number }[],
): Promise<HealthById> {
  requireCan(scope, canManagePrompts);
  const ids = responders.map(({ id }) => id);
  const rows = await scope.db
    .select()
    .from(responderHealth)
    .where(and(eq(responderHealth.kind, kind), inArray(responderHealth.machineId, ids)));
  return Object.fromEntries(rows.map((row) => [row.machineId, toView(scope, row)]));
}

function toView(scope: Scope, row: HealthRow): ResponderHealthView {
  const { lastCallAt, lastErrorAt, lastError, recent, failuresInARow } = row;
  const pausedUntil = isPaused(row, scope.now()) ? row.pausedUntil : null;
  return {
    state: pausedUntil ? 'rests' : failuresInARow > 0 ? 'fails' : 'answers',
    lastCallAt: lastCallAt?.toISOString() ?? null,
    lastErrorAt: lastErrorAt?.toISOString() ?? null,
    lastError,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    answered: [...recent].filter((outcome) => outcome === '1').length,
    calls: recent.length,
  };
}
