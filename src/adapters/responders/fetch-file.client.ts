import type { SafeCall } from '../../core/security/safe-call.ts';
import { FetchRefused, type SafeFetch } from '../../core/security/safe-fetch.ts';

export type FileReach = { safeFetch: SafeFetch; safeCall: SafeCall };
export type FetchedFile = { bytes: Uint8Array; mime: string; name: string };

const MAX_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** Undefined if the file cannot be fetched: the text is sent without it. */
export async function fetchFile(
  reach: FileReach,
  url: string,
  accept: RegExp,
): Promise<FetchedFile | undefined> {
  try {
    const { bytes, mime } = await fetched(reach, url, accept);
    return { bytes, mime, name: nameOf(url) };
  } catch {
    return undefined;
  }
}

async function fetched({ safeFetch, safeCall }: FileReach, url: string, accept: RegExp) {
  try {
    return await safeFetch(url, { accept, maxBytes: MAX_BYTES, onTooLarge: 'refuse' });
  } catch (error) {
    if (!(error instanceof FetchRefused) || error.reason !== 'not_public') throw error;
    const reply = await safeCall(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
    const mime = (reply.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (reply.status !== 200 || !accept.test(mime)) throw new FetchRefused('wrong_type');
    return { mime, bytes: new Uint8Array(await reply.arrayBuffer()) };
  }
}

function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return decoded(last).slice(-100) || 'arquivo';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
