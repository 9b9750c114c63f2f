import { contactIdentities, messages } from '@db/tenant/schema/index.ts';
import { type SQL, sql } from 'drizzle-orm';
import { spellingsOf } from '@/modules/contacts/numbers/contact-number.logic.ts';

/** An id alone is not trusted: a sender who knows one could change another chat's message. */
export function inChat(): SQL {
  const chat = sql`(select value from json_each(${sql.placeholder('chat')}))`;
  return sql`(${messages.remoteJid} in ${chat} or ${messages.chatId} in (select ${contactIdentities.contactId} from ${contactIdentities} where ${contactIdentities.jid} in ${chat}))`;
}

export function chatText(addresses: string[]): string {
  return JSON.stringify(addresses.flatMap(spelled));
}

function spelled(jid: string): string[] {
  const [user = '', server] = jid.split('@');
  if (server !== 's.whatsapp.net') return [jid];
  return spellingsOf(user).map((digits) => `${digits}@${server}`);
}
