import type { Listener } from '@/core/events.ts';
import { type ContractNames, companyEvent, listEvent } from '@/core/realtime/contract-events.ts';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import type { Scope } from '@/core/scope.ts';
import { canReadTags } from './tags.policy.ts';
import { getTag } from './tags.queries.ts';

export interface TagEvents {
  'tag.created': { tagId: number };
  'tag.updated': { tagId: number };
  'tag.deleted': { tagId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends TagEvents {}
}

export const publishCreated: Listener<'tag.created'> = (scope, { tagId }) =>
  publishChanged(scope, 'create', tagId);
export const publishUpdated: Listener<'tag.updated'> = (scope, { tagId }) =>
  publishChanged(scope, 'update', tagId);
export const publishDeleted: Listener<'tag.deleted'> = (scope, { tagId }) =>
  publish(scope, { action: 'delete', tagId });

export const tagContract: ContractNames = {
  tag: (companyId, data) => [
    companyEvent(companyId, 'tag', data),
    { name: 'tag', data },
    ...listEvent('user', data, 'tag', 'tags'),
  ],
};

async function publishChanged(scope: Scope, action: 'create' | 'update', tagId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  publish(scope, { action, tag: await getTag(scope, tagId) });
}

function publish(scope: Scope, data: unknown): void {
  const message: LiveMessage = { channel: 'tag', data, canReceive: (actor) => canReadTags(actor) };
  scope.kernel.hub.deliver(scope.companyId, message);
}
