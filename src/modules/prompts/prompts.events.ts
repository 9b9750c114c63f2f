import { type ContractNames, companyEvent } from '@/core/realtime/contract-events.ts';
import { liveRecord } from '@/core/realtime/live-record.ts';
import { asSystem } from '@/core/scope.ts';
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

export const livePrompt = liveRecord({
  ...{ channel: 'prompt', id: 'promptId', record: 'prompt' },
  find: (scope, promptId) => getPrompt(asSystem(scope), promptId),
  canReceive: canManagePrompts,
  // Existing clients read one name, the reference server sends the other.
  deleted: (promptId) => ({ promptId, intelligenceId: promptId }),
});

export const promptContract: ContractNames = {
  prompt: (companyId, data) => [companyEvent(companyId, 'prompt', data), { name: 'prompt', data }],
};
