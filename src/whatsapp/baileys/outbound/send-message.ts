import { type AnyMessageContent, generateMessageIDV2, proto } from '@whiskeysockets/baileys';
import { renderSmall } from '@/core/storage/pictures.ts';
import { type OutboundContent, type OutboundMessage, SendError } from '../../port.ts';
import { within } from '../connection/deadline.ts';
import type { Session } from '../connection/session.ts';
import { mediaHost } from '../media/media-connection.ts';
import type { Settings } from '../settings.ts';
import type { Timers } from '../timers.ts';
import { quotedMessage, type Thumbnail, toBaileys } from './outbound-content.ts';

/** In the format of WhatsApp Web's ids. Create it before sending, so that a retry repeats it. */
export const newMessageId = (): string => generateMessageIDV2();

export type OutboundDeps = { session: Session; timers: Timers; settings: Settings };

/** Resolves with the protobuf (base64). Throws SendError `not_connected`, `timeout` (both retry), `refused` (final). */
export async function sendOutbound(deps: OutboundDeps, message: OutboundMessage): Promise<{ raw: string }> {
  const { session, timers, settings } = deps;
  const { sock, acks } = session;
  const thumbnail = await thumbnailOf(message.content);
  const content = marked(toBaileys(message.content, message.jid, thumbnail), message.isForwarded);
  const quoted = quotedMessage(message);
  const ack = acks.expect(message.id);
  try {
    const options = { messageId: message.id, ...(quoted ? { quoted } : {}) };
    if (hasFile(message.content)) await mediaHost(session, settings.askMs, timers);
    const writeMs = hasFile(message.content) ? settings.uploadMs : settings.sendMs;
    const sent = await within(timers, writeMs, sock.sendMessage(message.jid, content, options));
    await ack.within(settings.sendMs);
    return { raw: sent?.message ? encode(sent.message) : '' };
  } catch (error) {
    const failure = asSendError(error);
    // Baileys' queries keep waiting when their socket is gone; the message may then be sent again.
    const isCut = failure.code === 'timeout' && !session.isOpen();
    throw isCut ? new SendError('not_connected', true, { cause: error }) : failure;
  } finally {
    ack.drop();
  }
}

const THUMBNAIL = { width: 32, fit: 'inside', quality: 50, isPhoto: true } as const;

async function thumbnailOf(content: OutboundContent): Promise<Thumbnail | undefined> {
  return content.type === 'image' ? renderSmall(content.path, THUMBNAIL).catch(() => undefined) : undefined;
}

function marked(content: AnyMessageContent, isForwarded = false): AnyMessageContent {
  if (!isForwarded) return content;
  return { ...content, contextInfo: { isForwarded: true, forwardingScore: 1 } } as AnyMessageContent;
}

/** Baileys rejects with Boom errors, file system errors, and the bare number 1006 when the socket was cut. */
export function asSendError(error: unknown): SendError {
  if (error instanceof SendError) return error;
  const { code, output } = (error ?? {}) as { code?: unknown; output?: { statusCode?: unknown } };
  if (code === 'ENOENT' || code === 'EACCES') return new SendError('refused', false, { cause: error });
  if (typeof error === 'number' || output?.statusCode === 428 || output?.statusCode === 401) {
    return new SendError('not_connected', true, { cause: error });
  }
  if (output?.statusCode === 400) return new SendError('refused', false, { cause: error });
  return new SendError('timeout', true, { cause: error });
}

function hasFile({ type }: OutboundContent): boolean {
  switch (type) {
    case 'image':
    case 'video':
    case 'audio':
    case 'voice':
    case 'document':
      return true;
    case 'text':
    case 'location':
    case 'contacts':
    case 'reaction':
    case 'edit':
    case 'delete':
      return false;
  }
}

const encode = (message: proto.IMessage) =>
  Buffer.from(proto.Message.encode(message).finish()).toString('base64');
