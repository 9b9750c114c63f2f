import { GiveUp } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import type { OutboundContent } from '@/whatsapp/port.ts';
import type { MessageRow } from '../messages.queries.ts';
import { readLocation } from '../write/stored-locations.logic.ts';
import { readCards } from '../write/vcard-text.logic.ts';
import { toVoiceNote } from './voice-note.outbox.ts';

export async function toOutbound(scope: Scope, message: MessageRow): Promise<OutboundContent> {
  if (!message.mediaPath) return withoutFile(message);
  const path = await scope.kernel.storage.open(scope.companyId, message.mediaPath);
  if (!path) throw new GiveUp('ERR_NOT_FOUND');
  const mime = message.mediaMime ?? 'application/octet-stream';
  const fileName = message.mediaName ?? '';
  // The body of a file without caption is its name.
  const caption = message.body === fileName ? '' : message.body;
  switch (message.mediaType) {
    case 'image':
    case 'video':
      return { type: message.mediaType, path, mime, caption, fileName };
    case 'audio':
      return message.mediaName === null
        ? toVoiceNote(
            { path, mime, ...soundOf(message) },
            { companyId: scope.companyId, signal: scope.kernel.stopping },
          )
        : { type: 'audio', path, mime };
    default:
      return { type: 'document', path, mime, fileName: fileName || 'arquivo', caption };
  }
}

const soundOf = ({ mediaSeconds, mediaWaveform }: MessageRow) => ({
  seconds: mediaSeconds,
  waveform: mediaWaveform,
});

function withoutFile({ mediaType, body }: MessageRow): OutboundContent {
  switch (mediaType) {
    case 'locationMessage':
    case 'liveLocationMessage': {
      const location = readLocation(body);
      return location ? { type: 'location', ...location, address: '' } : { type: 'text', text: body };
    }
    case 'contactMessage':
    case 'contactsArrayMessage':
    case 'vcard': {
      const cards = readCards(body);
      return cards.length > 0 ? { type: 'contacts', cards } : { type: 'text', text: body };
    }
    default:
      return { type: 'text', text: body };
  }
}
