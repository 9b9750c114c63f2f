import { SendError } from '../../port.ts';

const MAX_BYTES = 1024 * 1024;

/** Null when it is gone or not an image; never calls foreign hosts. Throws SendError `timeout` (may be retried). */
export async function downloadPicture(
  address: string,
  mediaHost: () => Promise<string | null>,
  timeoutMs: number,
): Promise<Uint8Array | null> {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') return null;
  if (!url.hostname.endsWith('.whatsapp.net') && url.host !== (await mediaHost())) return null;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { redirect: 'error', signal });
    const isImage = response.headers.get('content-type')?.startsWith('image/') ?? false;
    if (response.ok && isImage && response.body) return await readBody(response.body);
    await response.body?.cancel();
    if (response.status >= 500) throw new Error(`The media server answered ${response.status}`);
    return null;
  } catch (cause) {
    throw new SendError('timeout', true, { cause });
  }
}

async function readBody(body: ReadableStream<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_BYTES) return null;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
