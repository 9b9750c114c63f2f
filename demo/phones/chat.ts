import type { Phone, ReceivedMessage, SentMessage } from '@demo/whatsapp/index.ts';
import type { proto } from '@whiskeysockets/baileys';
import type { ChatItem } from './simulator.schema.ts';

export type ChatMessage = Pick<ReceivedMessage, 'id' | 'key' | 'message' | 'timestamp' | 'order'> & {
  isOwn: boolean;
};

const REVOKE = 0;
const MESSAGE_EDIT = 14;

export function messagesBetween(customer: Phone, owner: Phone): ChatMessage[] {
  const received = customer.received
    .filter(({ chat }) => chat === owner.jid)
    .map((message) => ({ ...message, isOwn: message.fromMe }));
  const sent = [...customer.sent.values()]
    .filter(({ to }) => to === owner)
    .map((message: SentMessage) => ({ ...message, isOwn: true }));
  return [...received, ...sent].sort((a, b) => a.order - b.order);
}

export function chatOf(customer: Phone, owner: Phone): ChatItem[] {
  const items = new Map<string, ChatItem>();
  const reactions = new Map<string, string>();
  for (const message of messagesBetween(customer, owner)) {
    const content = unwrap(message.message);
    const { protocolMessage, reactionMessage } = content;
    if (protocolMessage) applyProtocol(items.get(protocolMessage.key?.id ?? ''), protocolMessage);
    else if (reactionMessage) {
      const target = items.get(reactionMessage.key?.id ?? '');
      if (target) reactions.set(`${target.id} ${message.isOwn}`, reactionMessage.text ?? '');
    } else items.set(message.id, toItem(customer, message, content));
  }
  for (const item of items.values()) {
    const both = [reactions.get(`${item.id} true`), reactions.get(`${item.id} false`)];
    if (!item.isDeleted) item.reactions = both.flatMap((emoji) => emoji || []);
  }
  return [...items.values()];
}

export function unwrap(message: proto.IMessage): proto.IMessage {
  const inner =
    message.editedMessage?.message ??
    message.ephemeralMessage?.message ??
    message.documentWithCaptionMessage?.message ??
    message.viewOnceMessage?.message ??
    message.viewOnceMessageV2?.message ??
    message.deviceSentMessage?.message;
  return inner ? unwrap(inner) : message;
}

function applyProtocol(
  target: ChatItem | undefined,
  { type, editedMessage }: proto.Message.IProtocolMessage,
): void {
  if (!target) return;
  if (type === REVOKE)
    Object.assign(target, { isDeleted: true, text: '', title: '', quoted: null, reactions: [] });
  if (type === MESSAGE_EDIT && editedMessage) {
    Object.assign(target, { isEdited: true, text: describe(unwrap(editedMessage)).text });
  }
}

function toItem(customer: Phone, message: ChatMessage, content: proto.IMessage): ChatItem {
  const context = contextOf(content);
  const author = context?.participant?.split(/[:@]/)[0];
  const quoted = context?.quotedMessage ? describe(unwrap(context.quotedMessage)) : null;
  return {
    ...describe(content),
    id: message.id,
    isOwn: message.isOwn,
    at: new Date(message.timestamp * 1000).toISOString(),
    quoted: quoted && {
      kind: quoted.kind,
      text: quoted.text || quoted.title,
      isOwn: author === customer.number || author === customer.lidUser,
    },
    reactions: [],
    isEdited: false,
    isDeleted: false,
    isOld: false,
    ack: ackOf(customer, message),
  };
}

function describe(content: proto.IMessage): Pick<ChatItem, 'kind' | 'text' | 'title'> {
  const textItem = (kind: ChatItem['kind'], text?: string | null, title?: string | null) => ({
    kind,
    text: text ?? '',
    title: title ?? '',
  });
  if (content.conversation) return textItem('text', content.conversation);
  if (content.extendedTextMessage) return textItem('text', content.extendedTextMessage.text);
  if (content.imageMessage) return textItem('photo', content.imageMessage.caption);
  if (content.videoMessage) return textItem('video', content.videoMessage.caption);
  if (content.audioMessage) return textItem(content.audioMessage.ptt ? 'voice' : 'audio');
  if (content.stickerMessage) return textItem('sticker');
  if (content.documentMessage)
    return textItem('document', content.documentMessage.caption, content.documentMessage.fileName);
  const location = content.locationMessage ?? content.liveLocationMessage;
  if (location) return textItem('location', locationText(location), 'name' in location ? location.name : '');
  if (content.contactMessage) return textItem('contacts', '', content.contactMessage.displayName);
  if (content.contactsArrayMessage)
    return textItem(
      'contacts',
      '',
      content.contactsArrayMessage.contacts?.map(({ displayName }) => displayName).join(', '),
    );
  return textItem('unknown');
}

function locationText(location: proto.Message.ILocationMessage | proto.Message.ILiveLocationMessage): string {
  const address = 'address' in location ? location.address : '';
  return address || `${location.degreesLatitude?.toFixed(5)}, ${location.degreesLongitude?.toFixed(5)}`;
}

function contextOf(content: proto.IMessage): proto.IContextInfo | null | undefined {
  for (const part of Object.values(content)) {
    if (typeof part === 'object' && part !== null && 'contextInfo' in part) {
      return (part as { contextInfo?: proto.IContextInfo | null }).contextInfo;
    }
  }
  return null;
}

const ACKS: Record<string, number> = { delivery: 3, read: 4, played: 5 };

function ackOf(customer: Phone, message: ChatMessage): number | null {
  if (!message.isOwn) return null;
  const levels = customer.receipts.filter(({ id }) => id === message.id).map(({ type }) => ACKS[type] ?? 2);
  return Math.max(2, ...levels);
}
