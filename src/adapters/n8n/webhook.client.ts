import { signedHeaders } from '../../core/security/standard-webhooks.ts';
import { ask, type Reach } from '../responders/call-service.client.ts';
import { ResponderFailed } from '../responders/responder.port.ts';

/** `secret` null: the contract's body, unsigned. */
export type Hook = { url: string; secret: string | null };

export type HookMessage = {
  /** Constant per message, so that receivers can drop duplicates. */
  id: string;
  at: Date;
  /** Fields that existing flows read: key, message, pushName, messageTimestamp. */
  whatsapp: object;
  /** Our own body: docs/integrations.md. */
  own: object;
};

const TIMEOUT_MS = 10_000;

/** Only the status of the answer counts. Throws ResponderFailed. */
export async function deliverToHook(
  reach: Reach,
  { url, secret }: Hook,
  message: HookMessage,
): Promise<void> {
  if (url === '') throw new ResponderFailed('unset', 'address');
  const text = JSON.stringify(secret === null ? message.whatsapp : message.own);
  const { status } = await ask(reach, {
    ...{ url, text, method: 'POST', timeoutMs: TIMEOUT_MS },
    headers: {
      'Content-Type': 'application/json',
      ...(secret === null
        ? { 'webhook-id': message.id }
        : signedHeaders({ ...message, body: text }, [secret])),
    },
  });
  if (status < 200 || status > 299) throw new ResponderFailed('broken', `status ${status}`);
}
