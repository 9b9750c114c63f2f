import { kindOf } from '@views/parts/messages/message-kind.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';

export function isPicture({ mediaType, mediaUrl, mediaState, isSticker, isDeleted }: MessageView): boolean {
  const isOne = (mediaType === 'image' || mediaType === 'video') && !isSticker && !isDeleted;
  return isOne && mediaUrl !== null && mediaState !== 'failed';
}

/** Without the name of the file, which some desks send as its caption. */
export function captionOf(message: MessageView): string {
  const { body, mediaName } = message;
  return kindOf(message).hasOwnWords && body !== mediaName ? body.trim() : '';
}
