import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { getMediaKeys, type proto, type WAMessage } from '@whiskeysockets/baileys';
import { SendError } from '../../port.ts';
import { BadMedia, mediaDecryption } from './media-decryption.ts';
import { type MediaTicket, mediaTypeOf, readTicket } from './media-ticket.ts';

const WHATSAPP_HOST = 'mmg.whatsapp.net';

export type MediaDeps = {
  /** Asks the sender's or the owner's phone to upload again; rejects when it cannot. Null without a connection. */
  askAgain: ((message: WAMessage) => Promise<WAMessage>) | null;
  mediaHost: () => Promise<string | null>;
  maxBytes: number;
  timeoutMs: number;
};

/** `target` is absolute, and appears when complete. Throws SendError `gone`, `refused` (final), `timeout` (retry). */
export async function downloadMedia(
  ticketText: string,
  target: string,
  deps: MediaDeps,
): Promise<{ size: number }> {
  const ticket = readTicket(ticketText);
  const host = await deps.mediaHost();
  const part = `${target}.${randomUUID()}.part`;
  try {
    const found = await fetchTo(part, ticket, host, deps);
    if (!found) await fetchAgain(part, ticket, host, deps);
    const { size } = await stat(part);
    await rename(part, target);
    return { size };
  } catch (error) {
    throw mediaError(error);
  } finally {
    await rm(part, { force: true });
  }
}

async function fetchAgain(part: string, ticket: MediaTicket, host: string | null, deps: MediaDeps) {
  if (!deps.askAgain) throw new SendError('not_connected', true);
  const asked = messageOf(ticket);
  const renewed = await deps.askAgain(asked).catch((cause) => {
    if (cause instanceof SendError) throw cause;
    throw new SendError('gone', false, { cause });
  });
  const { directPath } = renewed.message?.[ticket.field] ?? {};
  const found = await fetchTo(part, { ...ticket, directPath: directPath ?? '', url: '' }, host, deps);
  if (!found) throw new SendError('gone', false);
}

async function fetchTo(part: string, ticket: MediaTicket, host: string | null, deps: MediaDeps) {
  const signal = AbortSignal.timeout(deps.timeoutMs);
  const response = await fetch(mediaUrl(ticket, host), {
    headers: { Origin: 'https://web.whatsapp.com' },
    redirect: 'error',
    signal,
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    if ([403, 404, 410].includes(response.status)) return false;
    throw new Error(`The media server answered ${response.status}`);
  }
  const announced = Number(response.headers.get('content-length'));
  if (announced > deps.maxBytes + 32) {
    await response.body.cancel();
    throw new BadMedia('Larger than allowed');
  }
  const keys = await getMediaKeys(Buffer.from(ticket.mediaKey, 'base64'), mediaTypeOf(ticket.field));
  await pipeline(
    Readable.fromWeb(response.body as unknown as WebStream),
    mediaDecryption(asKeys(keys), Buffer.from(ticket.sha256, 'base64'), deps.maxBytes),
    createWriteStream(part, { flags: 'wx', mode: 0o600 }),
    { signal },
  );
  return true;
}

/** Only WhatsApp's own hosts and the one it named: otherwise a sender could make this server call any host. */
export function mediaUrl({ url, directPath }: Pick<MediaTicket, 'url' | 'directPath'>, host: string | null) {
  const named = URL.parse(url);
  const trusted = named && (named.host === host || named.hostname.endsWith('.whatsapp.net'));
  const base = trusted ? named.host : (host ?? WHATSAPP_HOST);
  const address = directPath ? URL.parse(directPath, `https://${base}`) : trusted ? named : null;
  if (address?.protocol !== 'https:' || address.host !== base) {
    throw new SendError('gone', false, { cause: new Error('No address of WhatsApp in it') });
  }
  return address;
}

function messageOf({ field, key, mediaKey, directPath, url }: MediaTicket): WAMessage {
  const media = { mediaKey: Buffer.from(mediaKey, 'base64'), directPath, url };
  const message: proto.IMessage = { [field]: media };
  return { key: { ...key, participant: key.participant ?? undefined }, message };
}

function asKeys({ iv, cipherKey, macKey }: Awaited<ReturnType<typeof getMediaKeys>>) {
  if (!macKey) throw new BadMedia('No key');
  return { iv, cipherKey, macKey };
}

function mediaError(error: unknown): SendError {
  if (error instanceof SendError) return error;
  if (error instanceof BadMedia) return new SendError('refused', false, { cause: error });
  return new SendError('timeout', true, { cause: error });
}
