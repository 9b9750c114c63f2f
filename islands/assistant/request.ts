import type { AssistantTask } from '@/modules/assistant/assistant.schema.ts';
import type { AssistantRights } from '@/modules/assistant/assistant.views.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { createStore } from '../workspace/store.ts';

export type Request = { ticketId: number; task: AssistantTask };

/** The current request; each is a new object, so that the same one can be repeated. */
export const request = createStore<Request | null>(null);

const rights = () => document.getElementById('workspace')?.dataset.assistant as AssistantRights;

export const canAskAssistant = () => rights() !== undefined;
export const canTranscribe = () => rights() === 'text voice';

export function askToTranslate({ id, ticketId }: MessageView): void {
  request.set({ ticketId, task: { task: 'translation', messageId: Number(id) } });
}
