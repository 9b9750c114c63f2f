import type { Scope } from '@/kernel/scope.ts';
import { listUsableQuickMessages } from '@/modules/quick-messages/quick-messages.queries.ts';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import { getTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { fillWith, variableValues } from './fill-variables.ts';
import { unfilledVariables } from './variables.schema.ts';

/** A quick message as it would be sent to this customer now. */
export type QuickAnswer = QuickMessageView & {
  /** Names of the variables for which there is nothing to fill in. */
  unfilled: string[];
};

/** What the composer may offer in a ticket, filled in for it. Throws ERR_NO_TICKET_FOUND. */
export async function listQuickAnswers(scope: Scope, ticketId: number): Promise<QuickAnswer[]> {
  const ticket = await getTicket(scope, ticketId);
  // What has no value stays in its braces: whoever picks the text sees what is missing.
  const values = Object.entries(variableValues(scope, ticket)).filter(([, value]) => value !== '');
  return (await listUsableQuickMessages(scope)).map((quick) => ({
    ...quick,
    message: fillWith(quick.message, Object.fromEntries(values)),
    unfilled: unfilledVariables(quick.message, ticket),
  }));
}
