/** One chunk, 3 KB smaller than three. Chunks loaded later are in scripts/bundle/shared-chunks.ts. */
export { Composer } from '../composer/composer.tsx';
export { AudioPlayer } from '../conversation/audio/audio-player.tsx';
export { Conversation } from '../conversation/conversation.tsx';
export { TicketList } from '../ticket-list/ticket-list.tsx';
