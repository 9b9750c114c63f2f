import type { Scope } from '@/core/scope.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { requireTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { storeAutomaticText } from '../write/store-automatic-text.service.ts';

const TEXT =
  '*Mensagem Automática:*\nAs chamadas de voz e vídeo estão desabilitadas para este WhatsApp. Por favor, envie uma mensagem de texto. Obrigado!';

export async function mayCall(scope: Scope): Promise<boolean> {
  return (await getSetting(scope, 'call')) !== 'disabled';
}

export async function answerCall(
  tx: Scope,
  { ticketId, messageId }: { ticketId: number; messageId: number },
): Promise<void> {
  if (await mayCall(tx)) return;
  const ticket = await requireTicket(tx, ticketId);
  await storeAutomaticText(tx, ticket, { body: TEXT, cause: `auto:call:${messageId}` });
}
