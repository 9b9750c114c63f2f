import { kindOf } from '@views/parts/messages/message-kind.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';

export function isPicture({ mediaType, mediaUrl, mediaState, isSticker, isDeleted }: MessageView): boolean {
  const isOne = (mediaType === 'image' || mediaType === 'video') && !isSticker && !isDeleted;
  return isOne && mediaUrl !== null && mediaState !== 'failed';
}

/** Omits the file name, which some systems send as the caption. */
export function captionOf(message: MessageView): string {
  const { body, mediaName } = message;
  return kindOf(message).hasOwnText && body !== mediaName ? body.trim() : '';
}
