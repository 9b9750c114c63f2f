import { isIP } from 'node:net';
import type { Kernel } from '@/core/scope.ts';

/** Relying party: a passkey is bound to this address for good. */
export type Party = { id: string; origin: string };

/** The configured public address, or `localhost`; never another Host header. Undefined: no passkeys. */
export function partyOf({ config: { publicUrl } }: Kernel, origin: string): Party | undefined {
  const url = new URL(publicUrl ?? origin);
  const isLocal = url.hostname === 'localhost';
  if (!isLocal && (!publicUrl || url.protocol !== 'https:' || isIP(url.hostname) > 0)) return undefined;
  return { id: url.hostname, origin: url.origin };
}
