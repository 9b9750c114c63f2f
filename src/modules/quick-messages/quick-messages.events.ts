import { quickMessages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope, UserActor } from '@/kernel/scope.ts';
import { isOnListOf, type QuickMessageFacts } from './quick-messages.policy.ts';
import { toQuickMessageView } from './quick-messages.queries.ts';

declare module '@/kernel/bus.ts' {
  interface EventMap {
    'quick-message.created': { quickMessageId: number };
    'quick-message.updated': { quickMessageId: number; before: QuickMessageFacts };
    'quick-message.deleted': { quickMessageId: number } & QuickMessageFacts;
  }
}

/** Those on whose list it is hear of it; those from whose list it went hear that it is gone. */
export async function tellQuickMessage(
  scope: Scope,
  action: 'create' | 'update',
  quickMessageId: number,
  before?: QuickMessageFacts,
): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const row = await scope.db.query.quickMessages.findFirst({ where: eq(quickMessages.id, quickMessageId) });
  if (!row) return;
  if (before) {
    const hasLost = (actor: UserActor) => isOnListOf(actor, before) && !isOnListOf(actor, row);
    tell(scope, { action: 'delete', id: quickMessageId }, hasLost);
  }
  tell(scope, { action, record: toQuickMessageView(scope, row) }, (actor) => isOnListOf(actor, row));
}

export function tellQuickMessageDeleted(
  scope: Scope,
  { quickMessageId, ...facts }: { quickMessageId: number } & QuickMessageFacts,
): void {
  tell(scope, { action: 'delete', id: quickMessageId }, (actor) => isOnListOf(actor, facts));
}

function tell(scope: Scope, data: unknown, canHear: (actor: UserActor) => boolean): void {
  scope.kernel.hub.deliver(scope.companyId, { channel: 'quickmessage', data, canHear });
}
