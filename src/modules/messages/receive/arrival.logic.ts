import type { Scope } from '@/core/scope.ts';
import type { ContactRow } from '@/modules/contacts/identities/identities.service.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';
import type { TextFile } from '../media/store-long-text.outbox.ts';

export type ResolvedMessage<C> = {
  connectionId: number;
  chat: ContactRow;
  author: ContactRow | null;
  message: InboundMessage;
  content: C;
  takeFile(tx: Scope): TextFile | undefined;
};

/** 'me', or the contact's id as text. */
export function authorKey(author: ContactRow | null): string {
  return author === null ? 'me' : String(author.id);
}
