/**
 * The three that every desk has, in one chunk: what they share is compressed together, 3 KB less. What the desk
 * fetches later is in scripts/shared-chunks.ts.
 */
export { Composer } from '../composer/composer.tsx';
export { Conversation } from '../conversation/conversation.tsx';
export { TicketList } from '../ticket-list/ticket-list.tsx';
