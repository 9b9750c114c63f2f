import type { Step } from '@/core/steps.ts';
import { setTicketSource } from '@/modules/tickets/work/set-ticket-source.service.ts';
import { sourceIn } from './source.logic.ts';

/** A customer who followed a link with a source sends its prefilled text. */
export const detectSource: Step<'message.arrived'> = async (tx, { ticket, fromMe, text }) => {
  const source = fromMe || ticket.isGroup ? undefined : sourceIn(text);
  if (!source) return;
  await setTicketSource(tx, { ticketId: ticket.id, source, isNew: ticket.isOpened });
  tx.emit('clickLink.changed', { source });
};
