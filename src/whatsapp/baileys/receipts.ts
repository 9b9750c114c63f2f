import type { MessageUserReceiptUpdate, proto, WAMessage, WAMessageUpdate } from '@whiskeysockets/baileys';
import type { Identity, Receipt } from '../port.ts';
import { plainJid } from './message-key.ts';
import { plainNumber } from './numbers.ts';
import { isSameAs } from './parties.ts';

const DELIVERED = 3;
const READ = 4;
const PLAYED = 5;

/**
 * The status an own message already has when it is told, 0–5; null when unknown. Early receipts may be
 * merged into it by Baileys' event buffer, so both fields are read.
 */
export function ackOf(message: Pick<WAMessage, 'status' | 'userReceipt'>): number | null {
  const acks = (message.userReceipt ?? []).map(ackOfUser).filter((ack) => ack !== null);
  // A decoded message's prototype says 0, which would mean an error.
  const status = validAck(Object.hasOwn(message, 'status') ? message.status : undefined);
  if (status === 0 || acks.length === 0) return status;
  return Math.max(status ?? 0, ...acks);
}

/** Receipts of a private chat, and errors of any; updates that carry no status give none. */
export function receiptsOfUpdates(updates: WAMessageUpdate[]): Receipt[] {
  return updates.flatMap(({ key, update }) => {
    const ack = validAck(update.status);
    if (ack === null || !key.id || !key.remoteJid) return [];
    const error = ack === 0 ? update.messageStubParameters?.[0] : undefined;
    return [
      {
        id: key.id,
        chatJid: plainJid(key.remoteJid),
        fromMe: key.fromMe ?? false,
        ack,
        ...(error === undefined ? {} : { error: String(error) }),
      },
    ];
  });
}

/** Receipts of group members; the first one who reads makes it read. Our own devices' receipts say nothing. */
export function receiptsOfMembers(updates: MessageUserReceiptUpdate[], me: Identity): Receipt[] {
  return updates.flatMap(({ key, receipt }) => {
    const ack = isSameAs(me, receipt.userJid) ? null : ackOfUser(receipt);
    if (ack === null || !key.id || !key.remoteJid) return [];
    return [{ id: key.id, chatJid: plainJid(key.remoteJid), fromMe: key.fromMe ?? false, ack }];
  });
}

function ackOfUser(receipt: proto.IUserReceipt): number | null {
  if (plainNumber(receipt.playedTimestamp)) return PLAYED;
  if (plainNumber(receipt.readTimestamp)) return READ;
  return plainNumber(receipt.receiptTimestamp) ? DELIVERED : null;
}

function validAck(status: unknown): number | null {
  return typeof status === 'number' && status >= 0 && status <= PLAYED ? status : null;
}
