import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** https://www.standardwebhooks.com: the key of HMAC-SHA256 is the base64 after `whsec_`. */
export const newSecret = (token: (bytes: number) => string): string =>
  PREFIX + Buffer.from(token(SECRET_BYTES), 'base64url').toString('base64');

export type Signed = { id: string; at: Date; body: string };

/** One signature for each secret, so that a receiver may still verify with the previous one. */
export function signedHeaders({ id, at, body }: Signed, secrets: string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
