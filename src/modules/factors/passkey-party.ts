import { isIP } from 'node:net';
import type { Kernel } from '@/kernel/scope.ts';

/** Who asks for a passkey: it is bound to this address for good. */
export type Party = { id: string; origin: string };

/**
 * The desk's own address; on a developer's machine `localhost`, which browsers let nobody else be. Never another Host
 * that a request names. Undefined where browsers know no passkeys.
 */
export function partyOf({ config: { publicUrl } }: Kernel, origin: string): Party | undefined {
  const url = new URL(publicUrl ?? origin);
  const isLocal = url.hostname === 'localhost';
  if (!isLocal && (!publicUrl || url.protocol !== 'https:' || isIP(url.hostname) > 0)) return undefined;
  return { id: url.hostname, origin: url.origin };
}
