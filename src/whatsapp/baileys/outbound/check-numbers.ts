import type { WASocket } from '@whiskeysockets/baileys';
import { SendError } from '../../port.ts';
import { userOf } from '../inbound/parties.ts';
import { plainJid } from '../message-key.ts';

type Found = { jid: string; lid: string | null };

/** In the order of the numbers; null when not on WhatsApp. Throws SendError `timeout` (may be retried). */
export async function checkNumbers(sock: WASocket, numbers: string[]): Promise<(Found | null)[]> {
  const answer = await sock.onWhatsApp(...numbers);
  if (!answer) throw new SendError('timeout', true);
  // WhatsApp returns no row for an unknown number, and the rows are in no order.
  const jids = new Map(
    answer.filter(({ exists }) => exists).map(({ jid }) => [essence(userOf(jid)), plainJid(jid)]),
  );
  return Promise.all(
    numbers.map(async (number) => {
      const jid = jids.get(essence(number));
      if (!jid) return null;
      const lid = await sock.signalRepository.lidMapping.getLIDForPN(jid).catch(() => null);
      return { jid, lid: lid ? plainJid(lid) : null };
    }),
  );
}

function essence(number: string): string {
  const brazilian = /^55(\d{2})9?(\d{8})$/.exec(number);
  return brazilian ? `55${brazilian[1]}${brazilian[2]}` : number;
}
