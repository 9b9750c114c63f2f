import { messages } from '@db/tenant/schema/index.ts';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import type { TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { fillVariables } from './fill-variables.queries.ts';
import { storeAutomaticText } from './store-automatic-text.service.ts';

const SAME_GREETING_MS = 60_000;
const MARK = '*Mensagem Automática:*\n';
const GREETING = `${MARK}{{ms}} *{{name}}*, meu nome é *{{agent}}* e agora vou prosseguir com seu atendimento!`;

/** Never in a group (spec §4), nor for an assignment by somebody else: the greeting names the actor. */
export async function greetOnAccept(tx: Scope, ticket: TicketRow): Promise<void> {
  if (tx.actor.kind !== 'user' || ticket.userId !== tx.actor.id) return;
  if (ticket.isGroup || ticket.connectionId === null) return;
  if ((await getSetting(tx, 'sendGreetingAccepted')) !== 'enabled') return;
  const body = await fillVariables(tx, ticket, GREETING, { agent: tx.actor.name });
  await storeAutomaticText(tx, ticket, { body });
}

/** Existing clients post the greeting themselves: it must not be sent twice. */
export async function findGreetingSent(
  tx: Scope,
  ticketId: number,
  body: string,
): Promise<number | undefined> {
  if (!body.startsWith(MARK)) return undefined;
  const since = new Date(tx.now().getTime() - SAME_GREETING_MS);
  const sent = await tx.db.query.messages.findFirst({
    where: and(eq(messages.ticketId, ticketId), eq(messages.origin, 'system'), gt(messages.createdAt, since)),
    orderBy: desc(messages.id),
  });
  return sent?.body.startsWith(MARK) ? sent.id : undefined;
}
