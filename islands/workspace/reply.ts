import type { MessageView } from '@/modules/messages/messages.views.ts';
import { createStore } from './store.ts';

export const replyTarget = createStore<MessageView | null>(null);
