import {
  getContentType,
  normalizeMessageContent,
  proto,
  unpadRandomMax16,
  type WAMessageKey,
} from '@whiskeysockets/baileys';
import { Group } from '../groups.ts';
import type { Parcel } from '../message-routing.ts';
import type { Phone } from './phone.ts';
import type { SentMessage } from './phone-outbox.ts';
import { askAgain, greetAuthor } from './phone-receipts.ts';

export type ReceivedMessage = {
  id: string;
  chat: string;
  author: Phone;
  fromMe: boolean;
  message: proto.IMessage;
  type: string;
  text: string;
  timestamp: number;
  order: number;
  key: WAMessageKey;
  group: Group | null;
  addressedAs: string;
};

export type Delivery =
  | { kind: 'message' | 'duplicate'; id: string; message: ReceivedMessage }
  | { kind: 'failed'; id: string; reason: string };

export async function openParcel(phone: Phone, parcel: Parcel): Promise<void> {
  const { sender, group, id } = parcel;
  if (phone.failingDecrypts > 0) {
    phone.failingDecrypts -= 1;
    return fail(phone, parcel, 'told to fail');
  }
  let content: proto.IMessage;
  try {
    content = await decrypt(phone, parcel);
  } catch (error) {
    return fail(phone, parcel, error instanceof Error ? error.message : String(error));
  }
  const inner = content.deviceSentMessage?.message ?? content;
  const fromMe = sender.phone === phone;
  const peer = fromMe ? (phone.network.resolve(parcel.to)?.phone ?? phone) : sender.phone;
  show(phone, {
    id,
    chat: group?.jid ?? peer.jid,
    author: sender.phone,
    fromMe,
    message: inner,
    group,
    addressedAs: parcel.to,
    timestamp: parcel.timestamp,
  });
}

export function showPlain(phone: Phone, author: Phone, { id, to, message, timestamp }: SentMessage): void {
  const group = to instanceof Group ? to : null;
  const addressedAs = group?.jid ?? phone.jid;
  const seen = {
    id,
    chat: group?.jid ?? author.jid,
    author,
    fromMe: false,
    message,
    group,
    addressedAs,
    timestamp,
  };
  phone.accept(async () => show(phone, seen));
}

export async function decrypt(
  phone: Phone,
  { sender, group, encrypted }: Pick<Parcel, 'sender' | 'group' | 'encrypted'>,
): Promise<proto.IMessage> {
  const { repository } = phone.signal;
  let whole: proto.IMessage = {};
  for (const { attrs, content } of encrypted) {
    if (!(content instanceof Uint8Array)) throw new Error('nothing to decrypt');
    const isShared = attrs.type === 'skmsg' && group;
    const plain = isShared
      ? await repository.decryptGroupMessage({ group: group.jid, authorJid: sender.lid, msg: content })
      : await repository.decryptMessage({
          jid: sender.lid,
          type: attrs.type === 'pkmsg' ? 'pkmsg' : 'msg',
          ciphertext: content,
        });
    const message = proto.Message.decode(unpadRandomMax16(plain));
    const item = message.senderKeyDistributionMessage;
    if (item) await repository.processSenderKeyDistributionMessage({ item, authorJid: sender.lid });
    whole = { ...whole, ...message };
  }
  return whole;
}

function show(phone: Phone, seen: Omit<ReceivedMessage, 'type' | 'text' | 'key' | 'order'>): void {
  const { id, chat, author, fromMe, group } = seen;
  const content = normalizeMessageContent(seen.message) ?? seen.message;
  const participant = group?.addressOf(author).jid;
  const message: ReceivedMessage = {
    ...seen,
    type: getContentType(content) ?? '',
    text: textOf(content),
    order: phone.nextOrder(),
    key: { remoteJid: chat, fromMe, id, ...(participant && { participant }) },
  };
  const isKnown = !phone.isNew(`${chat} ${author.number} ${id}`);
  phone.deliveries.push({ kind: isKnown ? 'duplicate' : 'message', id, message });
  if (!isKnown) phone.received.push(message);
  greetAuthor(phone, message);
  phone.network.changed();
}

function fail(phone: Phone, parcel: Parcel, reason: string): void {
  phone.deliveries.push({ kind: 'failed', id: parcel.id, reason });
  askAgain(phone, parcel);
}

function textOf(content: proto.IMessage): string {
  return (
    content.conversation ??
    content.extendedTextMessage?.text ??
    content.imageMessage?.caption ??
    content.videoMessage?.caption ??
    content.documentMessage?.caption ??
    content.reactionMessage?.text ??
    ''
  );
}
