import type { BotOption, BotQueue } from '@/modules/chatbot/decide/bot.logic.ts';
import type { QueueOptionView } from '@/modules/queues/options/queue-options.views.ts';

export type EditedQueue = { id: number; name: string; greeting: string; mediaName: string | null };

export function levelOf(options: readonly QueueOptionView[], parentId: number | null): QueueOptionView[] {
  return options.filter((option) => option.parentId === parentId);
}

export function countBelow(options: readonly QueueOptionView[], id: number): number {
  return levelOf(options, id).reduce((sum, child) => sum + 1 + countBelow(options, child.id), 0);
}

/** In the shape that the bot's `decide` takes. */
export function toBotQueue(queue: EditedQueue, options: readonly QueueOptionView[]): BotQueue {
  const { id, name, greeting, mediaName } = queue;
  const media = mediumOf(mediaName);
  const tree = toBotOptions(options, null);
  return { id, name, greeting, outOfHours: '', hours: [], media, options: tree, responder: null };
}

function toBotOptions(options: readonly QueueOptionView[], parentId: number | null): BotOption[] {
  return levelOf(options, parentId).map(({ id, option, title, message, mediaName }) => ({
    ...{ id, option, title, message },
    media: mediumOf(mediaName),
    options: toBotOptions(options, id),
  }));
}

const mediumOf = (name: string | null) => (name ? { path: '', name, mime: '' } : null);
