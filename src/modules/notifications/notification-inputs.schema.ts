import { z } from 'zod';
import { PREFERENCE_KEYS, SWITCH_VALUES } from './preferences.schema.ts';

/** Apart from the island files: zod is too heavy for the browser. */
export const PreferenceInput = z.object({
  key: z.enum(PREFERENCE_KEYS, 'validation:invalid'),
  value: z.enum(SWITCH_VALUES, 'validation:invalid'),
});
export type PreferenceInput = z.infer<typeof PreferenceInput>;

/** RFC 8030 and 8291: a public https address, a P-256 point and 16 bytes. */
export const PushSubscriptionInput = z.object({
  endpoint: z.string().max(2048, 'validation:tooLong').refine(isPushEndpoint, 'validation:invalid'),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'validation:invalid'),
    auth: z.string().regex(/^[\w-]{22}(==)?$/, 'validation:invalid'),
  }),
});
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>;

export const PushSubscriptionName = z.object({ endpoint: z.string().min(1).max(2048) });

/** Pushes must not reach our own network: https on its default port, a name with a dot, no IP address, no login. */
export function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  if (!hostname.includes('.') || /[[\]:]|\.$/.test(hostname) || /(^|\.)\d+$/.test(hostname)) return false;
  return !/\.(localhost|local|internal|lan|home|test|invalid|onion)$/.test(hostname);
}
