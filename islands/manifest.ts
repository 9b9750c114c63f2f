import type { ComponentType } from 'react';

/** Fetches one island's code. Its props are what the page wrote into `data-props`. */
export type IslandLoader = () => Promise<ComponentType<never>>;

/** Every island by the name that `<Island name>` uses; each becomes a chunk of its own. */
export const islands: Record<string, IslandLoader> = {
  'ticket-list': () => import('./ticket-list/ticket-list.tsx').then((module) => module.TicketList),
  conversation: () => import('./conversation/conversation.tsx').then((module) => module.Conversation),
  composer: () => import('./composer/composer.tsx').then((module) => module.Composer),
};
