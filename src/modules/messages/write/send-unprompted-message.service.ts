import type { Scope } from '@/core/scope.ts';
import { findOrCreateSilentTicket } from '@/modules/tickets/open/find-or-create-silent-ticket.service.ts';
import { type OwnMessage, storeOwnMessage } from './store-own-message.service.ts';

export type Unasked = {
  contactId: number;
  connectionId: number;
  body: string;
  mediaType: OwnMessage['mediaType'];
  media: OwnMessage['media'];
  cause: string;
  isQuiet: boolean;
  quotedMsg?: number | null;
};

/** Into that conversation, whatever its status; reopens nothing. Throws ERR_NO_CONTACT_FOUND. */
export async function sendUnprompted(
  tx: Scope,
  { contactId, connectionId, cause, isQuiet, quotedMsg = null, ...draft }: Unasked,
): Promise<{ messageId: number; ticketId: number }> {
  const ticket = await findOrCreateSilentTicket(tx, { contactId, connectionId });
  const messageId = await storeOwnMessage(tx, ticket, {
    ...draft,
    origin: 'system',
    quotedMsg,
    clientId: `auto:${cause}`,
    isQuiet: isQuiet && ticket.status === 'closed' && !ticket.isSilent,
  });
  return { messageId, ticketId: ticket.id };
}
