import type { Scope } from '@/kernel/scope.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { requireTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { storeOwnMessage } from '../write/own-message.ts';

const TEXT =
  '*Mensagem Automática:*\nAs chamadas de voz e vídeo estão desabilitadas para este WhatsApp. Por favor, envie uma mensagem de texto. Obrigado!';

export async function mayCall(scope: Scope): Promise<boolean> {
  return (await getSetting(scope, 'call')) !== 'disabled';
}

/** Contract, message-flow §10. */
export async function answerCall(
  tx: Scope,
  { ticketId, messageId }: { ticketId: number; messageId: number },
): Promise<void> {
  if (await mayCall(tx)) return;
  await storeOwnMessage(tx, await requireTicket(tx, ticketId), {
    body: TEXT,
    mediaType: 'conversation',
    origin: 'system',
    quotedMsg: null,
    clientId: `auto:call:${messageId}`,
    media: null,
  });
}
