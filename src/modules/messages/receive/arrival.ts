import type { Scope } from '@/kernel/scope.ts';
import type { ContactRow } from '@/modules/contacts/identities.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';
import type { TextFile } from '../media/keep-whole-text.ts';

/** A message on its way in: where it was said, by whom, and what. */
export type Arrival<C> = {
  connectionId: number;
  chat: ContactRow;
  /** Null for our own. */
  author: ContactRow | null;
  message: InboundMessage;
  content: C;
  /** Of a text that does not fit; called where it is kept. */
  takeFile(tx: Scope): TextFile | undefined;
};

/** How an author is stored: 'me', or the contact's id as text. */
export function authorKey(author: ContactRow | null): string {
  return author === null ? 'me' : String(author.id);
}
