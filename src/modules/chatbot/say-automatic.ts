import type { Scope } from '@/kernel/scope.ts';
import { fillVariables } from '@/modules/messages/write/fill-variables.ts';
import { type Addressed, storeOwnMessage } from '@/modules/messages/write/own-message.ts';

/** `cause` is of one moment only: no text goes out twice for it. An empty one is not said. */
export async function sayAutomatic(tx: Scope, ticket: Addressed, text: string, cause: string): Promise<void> {
  if (text.trim() === '') return;
  await storeOwnMessage(tx, ticket, {
    body: await fillVariables(tx, ticket, text),
    mediaType: 'conversation',
    origin: 'system',
    quotedMsg: null,
    clientId: cause,
    media: null,
  });
}
