import type { Listener } from '@/kernel/bus.ts';
import { type ContractNames, companyEvent, listEvent } from '@/kernel/live/contract-events.ts';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import type { Scope } from '@/kernel/scope.ts';
import { canReadTags } from './tags.policy.ts';
import { getTag } from './tags.queries.ts';

export interface TagEvents {
  'tag.created': { tagId: number };
  'tag.updated': { tagId: number };
  'tag.deleted': { tagId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends TagEvents {}
}

export const tellCreated: Listener<'tag.created'> = (scope, { tagId }) => tellChanged(scope, 'create', tagId);
export const tellUpdated: Listener<'tag.updated'> = (scope, { tagId }) => tellChanged(scope, 'update', tagId);
export const tellDeleted: Listener<'tag.deleted'> = (scope, { tagId }) =>
  tell(scope, { action: 'delete', tagId });

/** Existing clients listen to three names; their page of tags to the last. */
export const tagContract: ContractNames = {
  tag: (companyId, data) => [
    companyEvent(companyId, 'tag', data),
    { name: 'tag', data },
    ...listEvent('user', data, 'tag', 'tags'),
  ],
};

async function tellChanged(scope: Scope, action: 'create' | 'update', tagId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  tell(scope, { action, tag: await getTag(scope, tagId) });
}

function tell(scope: Scope, data: unknown): void {
  const message: LiveMessage = { channel: 'tag', data, canHear: (actor) => canReadTags(actor) };
  scope.kernel.hub.deliver(scope.companyId, message);
}
