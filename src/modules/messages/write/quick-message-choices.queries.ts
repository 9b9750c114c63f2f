import type { Scope } from '@/core/scope.ts';
import { listUsableQuickMessages } from '@/modules/quick-messages/quick-messages.queries.ts';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import { getTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { fillWith, variableValues } from './fill-variables.queries.ts';
import { unfilledVariables } from './variables.schema.ts';

export type QuickMessageChoice = QuickMessageView & {
  unfilled: string[];
};

export async function listQuickMessageChoices(scope: Scope, ticketId: number): Promise<QuickMessageChoice[]> {
  const ticket = await getTicket(scope, ticketId);
  // Missing values keep their braces, so the agent sees them.
  const values = Object.entries(variableValues(scope, ticket)).filter(([, value]) => value !== '');
  return (await listUsableQuickMessages(scope)).map((quick) => ({
    ...quick,
    message: fillWith(quick.message, Object.fromEntries(values)),
    unfilled: unfilledVariables(quick.message, ticket),
  }));
}
