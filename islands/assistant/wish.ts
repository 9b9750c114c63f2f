import type { AssistantTask } from '@/modules/assistant/assistant.schema.ts';
import type { AssistantRights } from '@/modules/assistant/assistant.views.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { createStore } from '../desk/store.ts';

export type Wish = { ticketId: number; task: AssistantTask };

/** What is asked for now; each wish is an object of its own, so that the same one can be asked for again. */
export const wish = createStore<Wish | null>(null);

const rights = () => document.getElementById('desk')?.dataset.assistant as AssistantRights;

export const canAskAssistant = () => rights() !== undefined;
export const canTranscribe = () => rights() === 'text voice';

export function askToTranslate({ id, ticketId }: MessageView): void {
  wish.set({ ticketId, task: { task: 'translation', messageId: Number(id) } });
}
