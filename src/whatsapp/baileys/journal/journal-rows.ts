import {
  type BinaryNode,
  cleanMessage,
  decodeMessageNode,
  proto,
  unpadRandomMax16,
  type WAMessage,
} from '@whiskeysockets/baileys';
import { messageKeyText } from '../message-key.ts';
import { partsOf } from './journal-parts.ts';
import { isLarge } from './large-messages.ts';

export const NOTHING = Uint8Array.of(1);

export type JournalledMessage = { message: WAMessage; rows: string[] };

/**
 * The stanza and this account's addresses at that time: the credentials may be gone when the row is read. `parts`:
 * the number of rows before this one that hold the beginning of its plain text.
 */
export type JournalledStanza = { attrs: BinaryNode['attrs']; me: string; lid: string; parts?: number };

export type JournalledText = { id: string; stanza: JournalledStanza; plain: Uint8Array };

/** JSON on one line, a line feed, then the plain text's bytes. */
export function packRow(stanza: JournalledStanza, plain: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(stanza)}\n`), plain]);
}

export function unpackRow(row: Buffer): { stanza: JournalledStanza; plain: Uint8Array } {
  const end = row.indexOf('\n');
  return { stanza: JSON.parse(row.subarray(0, end).toString()), plain: row.subarray(end + 1) };
}

/** Must equal `messageKeyText` of the message that Baileys builds from this stanza. */
export const stanzaKey = (stanza: JournalledStanza) => messageKeyText(envelope(stanza).key);

export function messagesFromRows(rows: JournalledText[]): JournalledMessage[] {
  const messages = new Map<string, JournalledMessage & { stanza: JournalledStanza }>();
  for (const { id, stanza, plain } of rows) {
    const message = envelope(stanza);
    const key = messageKeyText(message.key);
    const known = messages.get(key) ?? { message, rows: [], stanza };
    known.rows.push(id, ...partsOf(id, stanza.parts));
    known.message.message = { ...known.message.message, ...contentOf(plain) };
    messages.set(key, known);
  }
  return [...messages.values()].map(({ message, rows: ids, stanza }) => {
    tidy(message, stanza);
    return { message, rows: ids };
  });
}

/** Only what Baileys must process: a group's key and protocol messages of the account's own phone. */
export function shortened({ key, message }: WAMessage, plain: Uint8Array): Uint8Array {
  if (key.fromMe && message?.protocolMessage) return plain;
  const { senderKeyDistributionMessage } = message ?? {};
  const keyAlone = proto.Message.encode({ senderKeyDistributionMessage }).finish();
  return isLarge(keyAlone) ? NOTHING : Buffer.concat([keyAlone, NOTHING]);
}

const envelope = ({ attrs, me, lid }: JournalledStanza): WAMessage =>
  decodeMessageNode({ tag: 'message', attrs }, me, lid).fullMessage;

function contentOf(plain: Uint8Array): proto.IMessage {
  try {
    const { buffer, byteOffset, byteLength } = unpadRandomMax16(plain);
    // The protobuf reader decodes texts of a Buffer at once, of other bytes letter by letter: 4 or 100 ms for 4 MB.
    const message = proto.Message.decode(Buffer.from(buffer, byteOffset, byteLength));
    return message.deviceSentMessage?.message ?? message;
  } catch {
    return {};
  }
}

function tidy(message: WAMessage, { me, lid }: JournalledStanza): void {
  try {
    cleanMessage(message, me, lid);
  } catch {
    // `toInbound` turns it into a placeholder.
  }
}
