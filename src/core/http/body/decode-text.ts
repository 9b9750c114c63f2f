import { AppError } from '../../errors.ts';

const CHARSET = /;\s?charset="?([\w.:-]{1,40})/i;

/** Uses the charset of the type, else UTF-8; removes the byte order mark. Throws ERR_BODY_ENCODING. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = CHARSET.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset as 'utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('ERR_BODY_ENCODING', {}, { isPublic: true, cause });
  }
}
