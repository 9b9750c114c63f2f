import { kindOf } from '@views/parts/messages/message-kind.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { splitSignature } from '@/modules/messages/write/signature.schema.ts';

export function isPicture({ mediaType, mediaUrl, mediaState, isSticker, isDeleted }: MessageView): boolean {
  const isOne = (mediaType === 'image' || mediaType === 'video') && !isSticker && !isDeleted;
  return isOne && mediaUrl !== null && mediaState !== 'failed';
}

/** The agent's name that the composer put before the words. */
export function signatureOf({ fromMe, body }: Pick<MessageView, 'fromMe' | 'body'>): string | undefined {
  return fromMe ? splitSignature(body).name : undefined;
}

export function withoutSignature(message: MessageView): MessageView {
  return { ...message, body: splitSignature(message.body).text };
}

/** Omits the file name, which some systems send as the caption. */
export function captionOf(message: MessageView): string {
  const { body, mediaName } = message;
  return kindOf(message).hasOwnText && body !== mediaName ? body.trim() : '';
}

/** Stays the same when a sent message gets its number. */
export const keyOfMessage = (message?: MessageView) => message && (message.clientId ?? message.id);

/** A family with skin tones, the longest usual sequence; a longer one is cut. */
const MAX_EMOJI = 32;

export const shownEmoji = (emoji: string) => emoji.slice(0, MAX_EMOJI);
