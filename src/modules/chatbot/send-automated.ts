import type { Scope } from '@/kernel/scope.ts';
import { storeAutomaticText } from '@/modules/messages/write/automatic-text.ts';
import { fillVariables } from '@/modules/messages/write/fill-variables.ts';
import type { Addressed } from '@/modules/messages/write/own-message.ts';

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
