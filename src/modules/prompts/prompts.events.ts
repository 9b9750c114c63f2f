import type { Listener } from '@/core/events.ts';
import { type ContractNames, companyEvent } from '@/core/realtime/contract-events.ts';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import { asSystem, type Scope } from '@/core/scope.ts';
import { canManagePrompts } from './prompts.policy.ts';
import { getPrompt } from './prompts.queries.ts';

export interface PromptEvents {
  'prompt.created': { promptId: number };
  'prompt.updated': { promptId: number };
  'prompt.deleted': { promptId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends PromptEvents {}
}

export const publishCreated: Listener<'prompt.created'> = (scope, { promptId }) =>
  publishChanged(scope, 'create', promptId);
export const publishUpdated: Listener<'prompt.updated'> = (scope, { promptId }) =>
  publishChanged(scope, 'update', promptId);
/** Existing clients read one name, the reference server sends the other. */
export const publishDeleted: Listener<'prompt.deleted'> = (scope, { promptId }) =>
  publish(scope, { action: 'delete', promptId, intelligenceId: promptId });

export const promptContract: ContractNames = {
  prompt: (companyId, data) => [companyEvent(companyId, 'prompt', data), { name: 'prompt', data }],
};

async function publishChanged(scope: Scope, action: 'create' | 'update', promptId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  publish(scope, { action, prompt: await getPrompt(asSystem(scope), promptId) });
}

function publish(scope: Scope, data: unknown): void {
  const message: LiveMessage = { channel: 'prompt', data, canReceive: (actor) => canManagePrompts(actor) };
  scope.kernel.hub.deliver(scope.companyId, message);
}
