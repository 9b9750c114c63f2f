import { AppError } from '../../errors.ts';
import type { Ctx } from '../env.ts';

/** Other types are download only: SVG and HTML could run scripts as our origin. */
const SHOWN =
  /^(image\/(jpeg|png|gif|webp)|audio\/[\w.+-]+|video\/(mp4|webm|3gpp|quicktime|ogg)|application\/pdf)$/;

/** `isClean`: contains nothing executable. */
export type SentFile = { path: string | undefined; mime: string; name: string | null; isClean?: boolean };

const ENCLOSED =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/** Throws ERR_NOT_FOUND when the file is gone. */
export async function sendFile(c: Ctx, { path, mime, name, isClean = false }: SentFile): Promise<Response> {
  const file = Bun.file(path ?? '');
  if (!path || !(await file.exists())) throw new AppError('ERR_NOT_FOUND');
  const type = mime.split(';')[0]?.trim().toLowerCase() ?? '';
  const isShown = isClean || SHOWN.test(type);
  const headers = new Headers({
    'Content-Type': isShown ? safeType(mime, type) : 'application/octet-stream',
    'Content-Disposition': `${isShown ? 'inline' : 'attachment'}${fileNameOf(name)}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': ENCLOSED,
    'Cross-Origin-Resource-Policy':
      c.var.kernel.config.allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin',
    'Cache-Control': 'private, max-age=86400, immutable',
    'Accept-Ranges': 'bytes',
    'X-Robots-Tag': 'noindex',
  });
  const range = parseRange(c.req.header('Range'), file.size);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  if (!range) {
    headers.set('Content-Length', String(file.size));
    return new Response(c.req.method === 'HEAD' ? null : file, { headers });
  }
  headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  headers.set('Content-Length', String(range.end - range.start + 1));
  return new Response(c.req.method === 'HEAD' ? null : file.slice(range.start, range.end + 1), {
    status: 206,
    headers,
  });
}

/** The type comes from the sender; its parameters (an audio's codec) stay only if they cannot break the header. */
function safeType(mime: string, type: string): string {
  return /^[\w/.+-]+(; ?[\w-]+="?[\w.+, -]+"?)*$/.test(mime) ? mime : type;
}

/** RFC 6266: the name as UTF-8, without characters that could end the header. */
function fileNameOf(name: string | null): string {
  return name ? `; filename*=UTF-8''${encodeURIComponent(name.replace(/[\p{Cc}/\\]/gu, '_'))}` : '';
}

type Range = { start: number; end: number };

/** A single range of RFC 9110 §14. Undefined means the whole file: several ranges, or an unknown form. */
export function parseRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
