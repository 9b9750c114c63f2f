import { contacts } from '@db/tenant/schema/index.ts';
import { desc } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { noteCall } from '@/modules/message-api/api-calls.service.ts';
import { ApiMessage } from '@/modules/message-api/message-api.schema.ts';
import { sendForSystem } from '@/modules/message-api/send-api-message.service.ts';
import { createToken } from '@/modules/public-api/access-tokens.service.ts';
import { createWebhook, setWebhookActive } from '@/modules/webhooks/webhooks.service.ts';
import type { Team } from '../team.ts';
import { DAY, HOUR, MINUTE } from '../time.ts';
import type { Timeline } from '../timeline.ts';

const ANA = 'ana@aurora.example';
const CALLS = [
  [26, 'Seu pedido 48213 foi confirmado. Acompanhe por aqui!'],
  [22, 'Pedido 48377: nota fiscal emitida e enviada para o seu e-mail.'],
  [17, 'Boa notícia! O pedido 48502 saiu para entrega e chega hoje até as 18h.'],
  [11, 'Pedido 48690 entregue. Qualquer coisa, é só responder esta mensagem.'],
  [5, 'Seu pedido 48811 foi confirmado. Acompanhe por aqui!'],
  [1, 'O pedido 48902 saiu para entrega e chega amanhã pela manhã.'],
] as const;

/** The shop's order system sends its customers messages, and once gets the number wrong. */
export function planSystems(timeline: Timeline, team: Team, start: number, now: Date): void {
  const connectionId = team.connections['Aurora Atendimento'] ?? 0;
  timeline.plan(start + DAY + 14 * HOUR, ANA, (scope) =>
    createToken(scope, {
      name: 'Sistema de pedidos',
      scopes: ['read:contacts', 'send:messages'],
      lifetime: '365',
    }),
  );
  // Inactive, because nobody answers at this address.
  timeline.plan(start + DAY + 14 * HOUR + 6 * MINUTE, ANA, async (scope) => {
    const url = 'https://pedidos.aurora.example/balcao';
    const { id } = await createWebhook(scope, {
      name: 'Sistema de pedidos',
      url,
      events: ['ticket.closed', 'contact.created'],
    });
    await setWebhookActive(scope, { webhookId: id, isActive: false });
  });
  for (const [daysAgo, body] of CALLS)
    timeline.plan(now.getTime() - daysAgo * DAY - 3 * HOUR, '', (scope) => call(scope, connectionId, body));
  timeline.plan(now.getTime() - 9 * DAY, '', (scope) =>
    noteCall(scope, {
      connectionId,
      kind: 'text',
      number: '1199',
      status: 400,
      error: 'ERR_WAPP_INVALID_CONTACT',
    }),
  );
}

async function call(scope: Scope, connectionId: number, body: string): Promise<void> {
  const [customer] = await scope.db.select().from(contacts).orderBy(desc(contacts.id)).limit(1);
  if (!customer) return;
  const { number } = customer;
  const message = ApiMessage.parse({ number, body });
  const files = { files: [], store: async () => undefined };
  const { messageId, ticketId } = await sendForSystem(scope, { ...message, ...files, number, connectionId });
  await noteCall(scope, { connectionId, kind: 'text', number, status: 200, messageId, ticketId });
}
