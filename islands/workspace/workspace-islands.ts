/** One chunk, 3 KB smaller than three. Chunks loaded later are in scripts/shared-chunks.ts. */
export { Composer } from '../composer/composer.tsx';
export { AudioPlayer } from '../conversation/audio-player.tsx';
export { Conversation } from '../conversation/conversation.tsx';
export { TicketList } from '../ticket-list/ticket-list.tsx';
