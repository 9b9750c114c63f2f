import type { Scope } from '@/core/scope.ts';
import { fillVariables } from '@/modules/messages/write/fill-variables.queries.ts';
import { storeAutomaticText } from '@/modules/messages/write/store-automatic-text.service.ts';
import type { Addressed } from '@/modules/messages/write/store-own-message.service.ts';

/** `cause` is unique to one moment: no text is sent twice for it. An empty text is not sent. */
export async function sendAutomated(
  tx: Scope,
  ticket: Addressed,
  text: string,
  cause: string,
): Promise<void> {
  if (text.trim() === '') return;
  await storeAutomaticText(tx, ticket, { body: await fillVariables(tx, ticket, text), cause });
}
