import { quickMessages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Listener } from '@/core/events.ts';
import { type ContractNames, companyEvent } from '@/core/realtime/contract-events.ts';
import type { Scope, UserActor } from '@/core/scope.ts';
import { isOnListOf, type QuickMessageFacts } from './quick-messages.policy.ts';
import { type QuickMessageRow, toQuickMessageView } from './quick-messages.queries.ts';

export interface QuickMessageEvents {
  'quick-message.created': { quickMessageId: number };
  'quick-message.updated': { quickMessageId: number; before: QuickMessageFacts };
  'quick-message.deleted': { quickMessageId: number } & QuickMessageFacts;
}
declare module '@/core/events.ts' {
  interface EventMap extends QuickMessageEvents {}
}

export const publishCreated: Listener<'quick-message.created'> = async (scope, { quickMessageId }) => {
  const row = await findRecipients(scope, quickMessageId);
  if (row) publishRecord(scope, 'create', row);
};

export const publishUpdated: Listener<'quick-message.updated'> = async (
  scope,
  { quickMessageId, before },
) => {
  const row = await findRecipients(scope, quickMessageId);
  if (!row) return;
  const hasLost = (actor: UserActor) => isOnListOf(actor, before) && !isOnListOf(actor, row);
  publish(scope, { action: 'delete', id: quickMessageId }, hasLost);
  publishRecord(scope, 'update', row);
};

export const publishDeleted: Listener<'quick-message.deleted'> = (scope, { quickMessageId, ...facts }) =>
  publish(scope, { action: 'delete', id: quickMessageId }, (actor) => isOnListOf(actor, facts));

/** Existing clients listen to another spelling as well. */
export const quickMessageContract: ContractNames = {
  quickmessage: (companyId, data) => [
    companyEvent(companyId, 'quickmessage', data),
    { name: `company${companyId}-quickemessage`, data },
  ],
};

async function findRecipients(scope: Scope, quickMessageId: number): Promise<QuickMessageRow | undefined> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return undefined;
  return scope.db.query.quickMessages.findFirst({ where: eq(quickMessages.id, quickMessageId) });
}

function publishRecord(scope: Scope, action: 'create' | 'update', row: QuickMessageRow): void {
  publish(scope, { action, record: toQuickMessageView(scope, row) }, (actor) => isOnListOf(actor, row));
}

function publish(scope: Scope, data: unknown, canReceive: (actor: UserActor) => boolean): void {
  scope.kernel.hub.deliver(scope.companyId, { channel: 'quickmessage', data, canReceive });
}
