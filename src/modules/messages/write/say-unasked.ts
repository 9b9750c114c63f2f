import type { Scope } from '@/kernel/scope.ts';
import { findOrCreateSilentTicket } from '@/modules/tickets/work/silent-ticket.ts';
import { type OwnMessage, storeOwnMessage } from './own-message.ts';

export type Unasked = {
  contactId: number;
  connectionId: number;
  body: string;
  mediaType: OwnMessage['mediaType'];
  /** A file of its own: each message owns its file. */
  media: OwnMessage['media'];
  /** Unique: for one cause nothing is said twice. */
  cause: string;
  /** A closed ticket keeps its place in the list and its last message. */
  isQuiet: boolean;
  quotedMsg?: number | null;
};

/**
 * What nobody asked for (a scheduled message, a campaign's) goes into the conversation that the contact has on that
 * connection, whatever its state, and opens nothing. Throws ERR_NO_CONTACT_FOUND.
 */
export async function sayUnasked(
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
