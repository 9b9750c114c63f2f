import { signedHeaders } from '../../kernel/standard-webhooks.ts';
import { ask, type Reach } from '../ask.ts';
import { MachineFailed } from '../port.ts';

/** `secret` null: the contract's body, unsigned. */
export type Hook = { url: string; secret: string | null };

export type HookMessage = {
  /** One for each message, for ever: a receiver that has had it drops it. */
  id: string;
  /** Of this try. */
  at: Date;
  /** What existing flows read: key, message, pushName, messageTimestamp. */
  whatsapp: object;
  /** Our own body: docs/integrations.md. */
  own: object;
};

const TIMEOUT_MS = 10_000;

/** Its answer counts for nothing but its status. Throws MachineFailed. */
export async function deliverToHook(
  reach: Reach,
  { url, secret }: Hook,
  message: HookMessage,
): Promise<void> {
  if (url === '') throw new MachineFailed('unset', 'address');
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
  if (status < 200 || status > 299) throw new MachineFailed('broken', `status ${status}`);
}
