import type { Listener } from '@/kernel/bus.ts';
import { type ContractNames, companyEvent } from '@/kernel/live/contract-events.ts';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import { asSystem, type Scope } from '@/kernel/scope.ts';
import { canManagePrompts } from './prompts.policy.ts';
import { getPrompt } from './prompts.queries.ts';

export interface PromptEvents {
  'prompt.created': { promptId: number };
  'prompt.updated': { promptId: number };
  'prompt.deleted': { promptId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends PromptEvents {}
}

export const tellCreated: Listener<'prompt.created'> = (scope, { promptId }) =>
  tellChanged(scope, 'create', promptId);
export const tellUpdated: Listener<'prompt.updated'> = (scope, { promptId }) =>
  tellChanged(scope, 'update', promptId);
/** Existing clients read the one name, the reference sends the other. */
export const tellDeleted: Listener<'prompt.deleted'> = (scope, { promptId }) =>
  tell(scope, { action: 'delete', promptId, intelligenceId: promptId });

export const promptContract: ContractNames = {
  prompt: (companyId, data) => [companyEvent(companyId, 'prompt', data), { name: 'prompt', data }],
};

async function tellChanged(scope: Scope, action: 'create' | 'update', promptId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  tell(scope, { action, prompt: await getPrompt(asSystem(scope), promptId) });
}

function tell(scope: Scope, data: unknown): void {
  const message: LiveMessage = { channel: 'prompt', data, canHear: (actor) => canManagePrompts(actor) };
  scope.kernel.hub.deliver(scope.companyId, message);
}
