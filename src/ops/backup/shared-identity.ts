import { hkdfSync } from 'node:crypto';
import { bech32 } from '@scure/base';

/** The age identity of all nodes that know the secret: whichever of them backs up can open what another one wrote. */
export function identityOfCluster(secret: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'balcao: rehearsal of backups', 32));
  return bech32.encodeFromBytes('age-secret-key-', key).toUpperCase();
}
