import type { ContactRow } from '@/modules/contacts/identities.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';

/** A message on its way in: where it was said, by whom, and what. */
export type Arrival<C> = {
  connectionId: number;
  chat: ContactRow;
  /** Null for our own. */
  author: ContactRow | null;
  message: InboundMessage;
  content: C;
};

/** How an author is stored: 'me', or the contact's id as text. */
export function authorKey(author: ContactRow | null): string {
  return author === null ? 'me' : String(author.id);
}
