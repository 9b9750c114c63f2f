import type { Scope } from '@/core/scope.ts';
import { cutAt } from '@/core/text.ts';
import { contactById } from '@/modules/contacts/contacts.queries.ts';
import { loadTicketViews, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { MAX_BODY } from '../message-limits.schema.ts';
import { dayGreeting } from './day-greeting.logic.ts';
import {
  type Fillable,
  fillIn,
  firstNameOf,
  hasVariables,
  nameToFillIn,
  type Variable,
} from './variables.schema.ts';

export type VariableValues = Record<Variable, string>;

/** Never for customers' text. `more` are extra values of the caller, by their own names. */
export async function fillVariables(
  scope: Scope,
  ticket: Pick<TicketRow, 'id' | 'contactId'>,
  text: string,
  more: Record<string, string> = {},
): Promise<string> {
  if (!hasVariables(text)) return text;
  const contact = await contactById(scope.db, { contactId: ticket.contactId });
  const protocol = (await loadTicketViews(scope, [ticket.id])).get(ticket.id)?.protocol ?? '';
  const known = variableValues(scope, {
    contact: { name: '', ...contact },
    protocol,
  });
  return fillWith(text, { ...known, ...more });
}

/** Variables could grow a text beyond the limit of a message. */
export function fillWith(text: string, values: Record<string, string>): string {
  return cutAt(fillIn(text, values), MAX_BODY);
}

export function variableValues(scope: Scope, ticket: Fillable): VariableValues {
  const name = nameToFillIn(ticket);
  const greeting = dayGreeting(scope);
  const { timeZone } = scope;
  const hour = scope
    .now()
    .toLocaleTimeString('pt-BR', { timeZone, hour: 'numeric', minute: '2-digit', second: '2-digit' });
  const date = scope.now().toLocaleDateString('pt-BR', { timeZone });
  return {
    name,
    firstName: firstNameOf(name),
    ms: greeting,
    gretting: greeting,
    greeting,
    protocol: ticket.protocol,
    hora: hour,
    hour,
    date,
    data: date,
    email: ticket.contact.email ?? '',
    number: ticket.contact.number ?? '',
  };
}
