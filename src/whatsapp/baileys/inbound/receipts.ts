import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  isJidGroup,
  type proto,
  type WAMessage,
  type WAMessageUpdate,
} from '@whiskeysockets/baileys';
import type { Identity } from '../../port.ts';
import { plainJid } from '../message-key.ts';
import { plainNumber } from '../plain-number.ts';
import { isSameAs } from './parties.ts';

const SERVER = 2;
const DELIVERED = 3;
const READ = 4;
const PLAYED = 5;

export type ReceivedReceipt = { id: string; chatJid: string; ack: number; error?: string };

/** 0–5; null when unknown. Baileys' event buffer may merge early receipts into `userReceipt`. */
export function ackOf(message: Pick<WAMessage, 'status' | 'userReceipt'>): number | null {
  const acks = (message.userReceipt ?? []).map(ackOfUser).filter((ack) => ack !== null);
  // A decoded message's prototype says 0, which would mean an error.
  const status = validAck(Object.hasOwn(message, 'status') ? message.status : undefined);
  if (status === 0 || acks.length === 0) return status;
  return Math.max(status ?? 0, ...acks);
}

/** In a group the first reader marks it as read. Receipts of own devices say only that the phone has the message. */
export function receiptsOfStanza({ attrs, content }: BinaryNode, me: Identity): ReceivedReceipt[] {
  const { id, from, participant, recipient, type } = attrs;
  const isOurs = isSameAs(me, participant ?? from);
  const ack = isOurs ? (type === 'sender' ? SERVER : null) : ackOfType(type);
  const chatJid = plainJid(isOurs && !isJidGroup(from) ? recipient : from);
  // A receipt with a recipient from another sender concerns another account's message.
  if (ack === null || !id || chatJid === '' || (!isOurs && recipient)) return [];
  const list = Array.isArray(content)
    ? getBinaryNodeChild({ tag: '', attrs: {}, content }, 'list')
    : undefined;
  const others = getBinaryNodeChildren(list, 'item').flatMap((item) => item.attrs.id ?? []);
  return [id, ...others].map((each) => ({ id: each, chatJid, ack }));
}

export function refusalsOf(updates: WAMessageUpdate[]): ReceivedReceipt[] {
  return updates.flatMap(({ key, update }) => {
    const error = update.messageStubParameters?.[0];
    if (update.status !== 0 || error === undefined || !key.id || !key.remoteJid || !key.fromMe) return [];
    return [{ id: key.id, chatJid: plainJid(key.remoteJid), ack: 0, error: String(error) }];
  });
}

function ackOfType(type: string | undefined): number | null {
  switch (type) {
    case undefined:
      return DELIVERED;
    case 'read':
      return READ;
    case 'played':
      return PLAYED;
    default:
      return null;
  }
}

function ackOfUser(receipt: proto.IUserReceipt): number | null {
  if (plainNumber(receipt.playedTimestamp)) return PLAYED;
  if (plainNumber(receipt.readTimestamp)) return READ;
  return plainNumber(receipt.receiptTimestamp) ? DELIVERED : null;
}

function validAck(status: unknown): number | null {
  return typeof status === 'number' && status >= 0 && status <= PLAYED ? status : null;
}
