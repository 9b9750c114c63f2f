import type { MessageView } from '@/modules/messages/messages.views.ts';
import { createStore } from './store.ts';

/** The message that the composer answers, chosen in the conversation; null for none. */
export const replyTarget = createStore<MessageView | null>(null);
