import {
  type BinaryNode,
  cleanMessage,
  decodeMessageNode,
  proto,
  unpadRandomMax16,
  type WAMessage,
} from '@whiskeysockets/baileys';
import { messageKeyText } from './message-key.ts';

export type JournalledMessage = { message: WAMessage; rows: string[] };

/** The stanza and this account's addresses at that time: the credentials may be gone when the row is read. */
export type JournalledStanza = { attrs: BinaryNode['attrs']; me: string; lid: string };

/** JSON on one line, a line feed, then the plain text's bytes. */
export function packRow(stanza: JournalledStanza, plain: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(stanza)}\n`), plain]);
}

export function unpackRow(row: Buffer): { stanza: JournalledStanza; plain: Uint8Array } {
  const end = row.indexOf('\n');
  return { stanza: JSON.parse(row.subarray(0, end).toString()), plain: row.subarray(end + 1) };
}

/** Must equal `messageKeyText` of the message that Baileys makes of this stanza. */
export const stanzaKey = (stanza: JournalledStanza) => messageKeyText(envelope(stanza).key);

export function messagesFromRows(
  rows: { id: string; stanza: JournalledStanza; plain: Uint8Array }[],
): JournalledMessage[] {
  const messages = new Map<string, JournalledMessage & { stanza: JournalledStanza }>();
  for (const { id, stanza, plain } of rows) {
    const message = envelope(stanza);
    const key = messageKeyText(message.key);
    const known = messages.get(key) ?? { message, rows: [], stanza };
    known.rows.push(id);
    known.message.message = { ...known.message.message, ...contentOf(plain) };
    messages.set(key, known);
  }
  return [...messages.values()].map(({ message, rows: ids, stanza }) => {
    tidy(message, stanza);
    return { message, rows: ids };
  });
}

const envelope = ({ attrs, me, lid }: JournalledStanza): WAMessage =>
  decodeMessageNode({ tag: 'message', attrs }, me, lid).fullMessage;

function contentOf(plain: Uint8Array): proto.IMessage {
  try {
    const message = proto.Message.decode(unpadRandomMax16(plain));
    return message.deviceSentMessage?.message ?? message;
  } catch {
    return {};
  }
}

function tidy(message: WAMessage, { me, lid }: JournalledStanza): void {
  try {
    cleanMessage(message, me, lid);
  } catch {
    // `toInbound` makes a placeholder of it.
  }
}
