import { isJidNewsletter, isJidStatusBroadcast, proto, type WAMessage } from '@whiskeysockets/baileys';
import type { Identity, InboundContent, InboundMessage } from '../../port.ts';
import { plainNumber } from '../plain-number.ts';
import { contentOf } from './inbound-content.ts';
import { previewOf } from './message-text.ts';
import { complete, isSameAs, type MappedUser, type Parties, partiesOf } from './parties.ts';
import { ackOf } from './receipts.ts';
import { albumOf, contentKind, isKeyDistribution, unwrap } from './unwrap-message.ts';

export type InboundContext = {
  me: Identity;
  mappedUser: MappedUser;
  isGroupAdmin(groupJid: string, member: Identity): Promise<boolean>;
  /** Milliseconds since 1970, for messages without a time. */
  now: number;
};

export const isIgnoredJid = (jid: string) => isJidStatusBroadcast(jid) || isJidNewsletter(jid) || false;

/** Null for anything but a conversation (status, keys, notices). Never throws: unreadable content is `unknown`. */
export async function toInbound(
  message: WAMessage,
  offline: boolean,
  context: InboundContext,
): Promise<InboundMessage | null> {
  const key = message.key ?? {};
  if (!key.id || isIgnoredJid(key.remoteJid ?? '')) return null;
  const parties = partiesOf(key, context.me);
  const content = readContent(message);
  if (!parties || !content) return null;
  const fromMe = key.fromMe ?? false;
  const chat = await complete(parties.chat, context.mappedUser);
  const inGroup = parties.isGroup && parties.author;
  const author = inGroup ? await complete(inGroup, context.mappedUser) : parties.author && chat;
  return {
    id: key.id,
    chat: { jid: parties.jid, isGroup: parties.isGroup, identity: chat },
    author,
    fromMe,
    pushName: fromMe ? null : message.pushName || message.verifiedBizName || '',
    timestamp: timeOf(message, context.now),
    content: await checkDeletion(content, parties, author ?? context.me, context),
    ...around(message, context.me),
    ack: fromMe ? ackOf(message) : null,
    offline,
    raw: encode(message.message),
  };
}

/** Any sender can claim to be an admin; only a real one may delete other people's messages. */
async function checkDeletion(
  content: InboundContent,
  { jid, isGroup }: Parties,
  member: Identity,
  { isGroupAdmin }: InboundContext,
): Promise<InboundContent> {
  if (content.type !== 'delete' || !content.byAdmin) return content;
  return { ...content, byAdmin: isGroup && (await isGroupAdmin(jid, member)) };
}

function readContent(message: WAMessage): InboundContent | null {
  const { CIPHERTEXT } = proto.WebMessageInfo.StubType;
  try {
    const content = unwrap(message.message);
    if (contentKind(content) === undefined) {
      if (message.messageStubType === CIPHERTEXT) return { type: 'undecryptable' };
      if (message.messageStubType || isKeyDistribution(content)) return null;
    }
    return contentOf(content, message);
  } catch {
    return { type: 'unknown', kind: 'malformed' };
  }
}

function around(message: WAMessage, me: Identity): Pick<InboundMessage, 'quoted' | 'isForwarded' | 'album'> {
  try {
    const content = unwrap(message.message);
    const kind = contentKind(content);
    const body = kind && (content[kind] as { contextInfo?: proto.IContextInfo | null } | string);
    const info = typeof body === 'object' ? body?.contextInfo : undefined;
    const album = albumOf(message.message);
    if (!info) return { quoted: null, isForwarded: false, album };
    const text = previewOf(unwrap(info.quotedMessage));
    const quoted = info.stanzaId ? { id: info.stanzaId, fromMe: isSameAs(me, info.participant), text } : null;
    return { quoted, isForwarded: info.isForwarded || (info.forwardingScore ?? 0) > 0, album };
  } catch {
    return { quoted: null, isForwarded: false, album: null };
  }
}

function timeOf(message: WAMessage, now: number): number {
  const seconds = plainNumber(message.messageTimestamp);
  return seconds === null || seconds <= 0 ? now : seconds * 1000;
}

/** Larger than any text that fits a conversation; such a message is neither stored nor quoted. */
const MAX_RAW = 384_000;

function encode(message: proto.IMessage | null | undefined): string {
  if (!message) return '';
  try {
    if (lettersOf(unwrap(message)) > MAX_RAW) return '';
    const { senderKeyDistributionMessage: _, ...rest } = message;
    const bytes = proto.Message.encode(rest).finish();
    return bytes.length > MAX_RAW ? '' : Buffer.from(bytes).toString('base64');
  } catch {
    return '';
  }
}

function lettersOf(content: proto.IMessage): number {
  const text = content.conversation || content.extendedTextMessage?.text || content.contactMessage?.vcard;
  return text?.length ?? 0;
}
