import { mediaTypeOf } from './media-type.schema.ts';

type Part = { clientId: string | null; body: string; media: { mime: string } | null };

/** WhatsApp shows no text with a sound, so it follows as a message of its own. */
export function asParts<P extends Part>(part: P): P[] {
  const { clientId, body, media } = part;
  if (!media || body.trim() === '' || mediaTypeOf(media.mime) !== 'audio') return [part];
  return [
    { ...part, body: '' },
    { ...part, clientId: clientId && `${clientId}:text`, media: null },
  ];
}

type File = { mime: string; name: string; isVoice: boolean };

export function contentsOf<F extends File>(part: { clientId: string | null; body: string; media: F | null }) {
  return asParts(part).map(({ clientId, body, media }) => ({
    body: body || (media?.isVoice ? 'Áudio' : (media?.name ?? '')),
    mediaType: media ? mediaTypeOf(media.mime) : ('conversation' as const),
    clientId,
    media,
  }));
}
