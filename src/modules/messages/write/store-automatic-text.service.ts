import type { Scope } from '@/core/scope.ts';
import { type Addressed, storeOwnMessage } from './store-own-message.service.ts';

export function storeAutomaticText(
  tx: Scope,
  ticket: Addressed,
  { body, cause = null }: { body: string; cause?: string | null },
): Promise<number> {
  return storeOwnMessage(tx, ticket, {
    body,
    mediaType: 'conversation',
    origin: 'system',
    quotedMsg: null,
    clientId: cause,
    media: null,
  });
}
