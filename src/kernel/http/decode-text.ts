import { AppError } from '../errors.ts';

const CHARSET = /;\s?charset="?([\w.:-]{1,40})/i;

/** In the charset that the type declares, else in UTF-8, without its byte order mark. Throws ERR_BODY_ENCODING. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = CHARSET.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset as 'utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('ERR_BODY_ENCODING', {}, { isSaid: true, cause });
  }
}
