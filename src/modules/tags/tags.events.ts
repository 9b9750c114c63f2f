import type { LiveMessage } from '@/kernel/live/hub.ts';
import type { Scope } from '@/kernel/scope.ts';
import { canReadTags } from './tags.policy.ts';
import { getTag } from './tags.queries.ts';

declare module '@/kernel/bus.ts' {
  interface EventMap {
    'tag.created': { tagId: number };
    'tag.updated': { tagId: number };
    'tag.deleted': { tagId: number };
  }
}

/** What the company's pages hear when a tag is made or changed. */
export async function tellTagChanged(
  scope: Scope,
  action: 'create' | 'update',
  tagId: number,
): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  tell(scope, { action, tag: await getTag(scope, tagId) });
}

export function tellTagDeleted(scope: Scope, tagId: number): void {
  tell(scope, { action: 'delete', tagId });
}

function tell(scope: Scope, data: unknown): void {
  const message: LiveMessage = { channel: 'tag', data, canHear: (actor) => canReadTags(actor, undefined) };
  scope.kernel.hub.deliver(scope.companyId, message);
}
