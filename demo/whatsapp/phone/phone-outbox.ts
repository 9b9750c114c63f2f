import {
  type AnyMessageContent,
  type BinaryNode,
  encodeWAMessage,
  generateMessageIDV2,
  generateWAMessage,
  getBinaryNodeChild,
  getContentType,
  normalizeMessageContent,
  proto,
  type WAMessageKey,
} from '@whiskeysockets/baileys';
import { Group } from '../groups.ts';
import type { LinkedDevice } from '../linked-device.ts';
import { node, seconds } from '../transport/nodes.ts';
import type { Phone } from './phone.ts';
import { showPlain } from './phone-inbox.ts';
import { silent } from './signal-store.ts';

/** `at` in milliseconds. With `withheld` companions get no ciphertext and must ask their phone. */
export type SendOptions = {
  withheld?: boolean;
  id?: string;
  at?: number;
  quoted?: { key: WAMessageKey; message: proto.IMessage };
};

export type SentMessage = {
  id: string;
  key: WAMessageKey;
  message: proto.IMessage;
  timestamp: number;
  order: number;
  to: Phone | Group;
  withheld: boolean;
  stanzas: { device: LinkedDevice; stanza: BinaryNode }[];
};

type Shared = { text: BinaryNode; key: proto.Message.ISenderKeyDistributionMessage };

export async function sendMessage(
  phone: Phone,
  to: Phone | Group,
  content: AnyMessageContent,
  options: SendOptions,
): Promise<SentMessage> {
  const { media } = phone.network;
  const full = await generateWAMessage(to.jid, content, {
    userJid: phone.jid,
    logger: silent,
    messageId: options.id ?? generateMessageIDV2(phone.jid),
    timestamp: new Date(options.at ?? Date.now()),
    upload: (path) => media.storeFile(path),
    ...(options.quoted && { quoted: options.quoted }),
  });
  if (!full.message || !full.key.id) throw new Error('there is nothing to send');
  return sendStanza(phone, to, { ...full, message: full.message }, options);
}

/** A modified client can send any protobuf under any id. */
export function sendForged(
  phone: Phone,
  to: Phone | Group,
  message: proto.IMessage,
  id = generateMessageIDV2(phone.jid),
): Promise<SentMessage> {
  return sendStanza(phone, to, { key: { id, remoteJid: to.jid, fromMe: true }, message }, {});
}

async function sendStanza(
  phone: Phone,
  to: Phone | Group,
  { key, message }: { key: WAMessageKey; message: proto.IMessage },
  options: SendOptions,
): Promise<SentMessage> {
  const timestamp = seconds(options.at);
  const id = key.id ?? '';
  const withheld = options.withheld ?? false;
  const order = phone.nextOrder();
  const sent = { id, key, message, timestamp, order, to, withheld, stanzas: [] };
  phone.sent.set(sentKey(to, id), sent);
  await spread(phone, sent);
  return sent;
}

export async function repeatMessage(
  phone: Phone,
  sent: SentMessage,
  how: 'bytes' | 'message',
): Promise<void> {
  if (how === 'message') return spread(phone, sent);
  for (const { device, stanza } of sent.stanzas) device.deliver(stanza);
}

export async function answerRetry(phone: Phone, device: LinkedDevice, receipt: BinaryNode): Promise<void> {
  const count = Number(getBinaryNodeChild(receipt, 'retry')?.attrs.count ?? 1);
  const id = receipt.attrs.id ?? '';
  phone.retries.push({ id, count, device: device.id });
  const sent = phone.sent.get(sentKey(addressee(phone, device, receipt), id));
  if (!sent || !phone.answersRetries) return;
  // The old session is only closed, so that its messages in transit stay readable.
  if (!(await phone.signal.openSessionFromReceipt(device.lid, receipt))) {
    const bundle = device.takeBundle();
    if (bundle) await phone.signal.openSession(device.lid, bundle);
  }
  const message = { ...sent.message };
  if (sent.to instanceof Group) {
    message.senderKeyDistributionMessage = await senderKey(phone, sent.to);
  }
  const encrypted = await encryptFor(phone, device, forDevice(phone, device, sent, message), { count });
  if (encrypted) post(device, sent, phone, [encrypted]);
}

function sentKey(to: Phone | Group | undefined, id: string): string {
  return `${to?.jid} ${id}`;
}

function addressee(phone: Phone, device: LinkedDevice, { attrs }: BinaryNode): Phone | Group | undefined {
  const group = phone.network.findGroup(attrs.to ?? '');
  if (group || device.phone !== phone) return group ?? device.phone;
  return phone.network.resolve(attrs.recipient ?? '')?.phone;
}

async function spread(phone: Phone, sent: SentMessage): Promise<void> {
  const { to } = sent;
  const people = to instanceof Group ? [...to.members] : [to, phone];
  const shared = to instanceof Group ? await encryptForGroup(phone, to, sent.message) : null;
  for (const person of new Set(people)) {
    for (const device of person.devices.values()) await sendToDevice(phone, device, sent, shared);
    if (person !== phone) showPlain(person, phone, sent);
  }
}

async function sendToDevice(
  phone: Phone,
  device: LinkedDevice,
  sent: SentMessage,
  shared: Shared | null,
): Promise<void> {
  const { to } = sent;
  if (sent.withheld) return post(device, sent, phone, [node('unavailable')]);
  const holder = `${to.jid} ${device.lid}`;
  const encrypted: BinaryNode[] = [];
  if (!(to instanceof Group) || !phone.senderKeys.has(holder)) {
    const message = shared
      ? { senderKeyDistributionMessage: shared.key }
      : forDevice(phone, device, sent, sent.message);
    const own = await encryptFor(phone, device, message);
    if (!own) {
      device.defer(() => void phone.enqueue(() => sendToDevice(phone, device, sent, shared)));
      return;
    }
    encrypted.push(own);
  }
  if (shared) {
    encrypted.push(shared.text);
    phone.senderKeys.add(holder);
  }
  post(device, sent, phone, encrypted);
}

function forDevice(
  phone: Phone,
  device: LinkedDevice,
  sent: SentMessage,
  message: proto.IMessage,
): proto.IMessage {
  if (device.phone !== phone || sent.to instanceof Group) return message;
  return { deviceSentMessage: { destinationJid: addressOf(sent.to), message } };
}

export async function encryptFor(
  phone: Phone,
  device: LinkedDevice,
  message: proto.IMessage,
  attributes: { count?: number } = {},
): Promise<BinaryNode | null> {
  const { signal } = phone;
  if (!(await signal.hasSession(device.lid))) {
    const bundle = device.takeBundle();
    if (!bundle) return null;
    await signal.openSession(device.lid, bundle);
  }
  const data = encodeWAMessage(message);
  const { type, ciphertext } = await signal.repository.encryptMessage({ jid: device.lid, data });
  return node('enc', { v: 2, type, ...attributes }, ciphertext);
}

async function encryptForGroup(phone: Phone, group: Group, message: proto.IMessage): Promise<Shared> {
  const key = await senderKey(phone, group);
  const { ciphertext } = await phone.signal.repository.encryptGroupMessage({
    group: group.jid,
    meId: phone.lid,
    data: encodeWAMessage(message),
  });
  return { text: node('enc', { v: 2, type: 'skmsg' }, ciphertext), key };
}

async function senderKey(phone: Phone, group: Group): Promise<proto.Message.ISenderKeyDistributionMessage> {
  const { repository } = phone.signal;
  const key = await repository.getSenderKeyDistributionMessage({ group: group.jid, meId: phone.lid });
  return { groupId: group.jid, axolotlSenderKeyDistributionMessage: key };
}

function post(device: LinkedDevice, sent: SentMessage, phone: Phone, encrypted: BinaryNode[]): void {
  const { id, timestamp, message } = sent;
  const attributes = {
    ...origin(phone, device, sent),
    id,
    ...kindOf(message),
    t: timestamp,
    notify: phone.name,
  };
  const stanza = node('message', attributes, encrypted);
  sent.stanzas.push({ device, stanza });
  device.deliver(stanza);
}

function origin(phone: Phone, device: LinkedDevice, { to }: SentMessage) {
  if (to instanceof Group) {
    const { jid, other } = to.addressOf(phone);
    const rest = phone.hidesOtherAddress ? {} : other;
    return { from: to.jid, participant: jid, ...rest, addressing_mode: to.addressing };
  }
  if (device.phone === phone) {
    const mode = to.addressing;
    const other = mode === 'lid' ? { peer_recipient_pn: to.jid } : { peer_recipient_lid: to.lid };
    const rest = to.hidesOtherAddress ? {} : other;
    return {
      from: mode === 'lid' ? phone.lid : phone.jid,
      recipient: addressOf(to),
      ...rest,
      addressing_mode: mode,
    };
  }
  const other = phone.addressing === 'lid' ? { sender_pn: phone.jid } : { sender_lid: phone.lid };
  const rest = phone.hidesOtherAddress ? {} : other;
  return { from: addressOf(phone), ...rest, addressing_mode: phone.addressing };
}

export function addressOf(phone: Phone): string {
  return phone.addressing === 'lid' ? phone.lid : phone.jid;
}

function kindOf(message: proto.IMessage): { type: string; edit?: string } {
  const content = normalizeMessageContent(message) ?? message;
  const { Type } = proto.Message.ProtocolMessage;
  if (content.protocolMessage?.type === Type.REVOKE) return { type: 'text', edit: '7' };
  if (content.protocolMessage?.type === Type.MESSAGE_EDIT) return { type: 'text', edit: '1' };
  const key = getContentType(content) ?? '';
  if (key === 'reactionMessage') return { type: 'reaction' };
  if (key.startsWith('poll')) return { type: 'poll' };
  return { type: key === 'conversation' || key === 'extendedTextMessage' ? 'text' : 'media' };
}
