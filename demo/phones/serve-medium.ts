import type { Phone } from '@demo/whatsapp/index.ts';
import { AppError } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { type ChatMessage, unwrap } from './chat.ts';

/** Other types are downloaded, never shown: HTML or SVG from a customer would run as this site's page. */
const SHOWN = /^(image\/(jpeg|png|webp|gif)|audio\/(ogg|mpeg|mp4|aac|wav)|video\/(mp4|webm))$/;

/** Throws ERR_NOT_FOUND. */
export async function mediumOf(c: Ctx, phone: Phone, message: ChatMessage): Promise<Response> {
  const content = unwrap(message.message);
  const medium =
    content.imageMessage ??
    content.videoMessage ??
    content.audioMessage ??
    content.documentMessage ??
    content.stickerMessage;
  const bytes = await phone.download({ message: content }).catch((cause) => {
    throw new AppError('ERR_NOT_FOUND', {}, { cause });
  });
  const mime = medium?.mimetype?.split(';')[0]?.trim() ?? '';
  const isShown = SHOWN.test(mime);
  const name = encodeURIComponent(content.documentMessage?.fileName ?? 'file');
  const headers = {
    'Content-Type': isShown ? mime : 'application/octet-stream',
    'Content-Disposition': isShown ? 'inline' : `attachment; filename*=UTF-8''${name}`,
    'Cache-Control': 'private, max-age=3600',
    'Accept-Ranges': 'bytes',
  };
  const part = /^bytes=(\d+)-(\d*)$/.exec(c.req.header('Range') ?? '');
  const from = Number(part?.[1]);
  if (!part || from >= bytes.length) return c.body(new Uint8Array(bytes), 200, headers);
  // A player requests the end of a sound to learn its length.
  const to = Math.min(Number(part[2] || bytes.length - 1), bytes.length - 1);
  const range = `bytes ${from}-${to}/${bytes.length}`;
  return c.body(new Uint8Array(bytes.subarray(from, to + 1)), 206, { ...headers, 'Content-Range': range });
}
