import { proto } from '@whiskeysockets/baileys';

/** Base64 protobuf, which a quote of the message carries. */
export function rawText(text: string): string {
  return Buffer.from(proto.Message.encode({ conversation: text }).finish()).toString('base64');
}
