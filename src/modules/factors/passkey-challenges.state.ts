import { createRecent } from '@/core/bounded-cache.ts';
import type { Kernel } from '@/core/scope.ts';
import { isSignature, sign } from '@/core/security/secrets.ts';

const MINUTES = 5;
const MAX_USED = 20_000;

/** Signed instead of stored, so that a flood of requests evicts nobody's challenge. */
export type Challenges = {
  issue(owner: string): string;
  isFresh(owner: string, challenge: string): boolean;
  use(challenge: string): boolean;
};

declare module '@/core/scope.ts' {
  interface Services {
    passkeyChallenges: Challenges;
  }
}

export function createChallenges({ ids, clock, secrets }: Kernel): Challenges {
  const used = createRecent<true>(MAX_USED);
  const signatureOf = (owner: string, text: string) => `passkey:${owner}:${text}`;
  return {
    issue(owner) {
      const text = `${ids.token(16)}.${clock().getTime() + MINUTES * 60_000}`;
      return `${text}.${sign(secrets.codes, signatureOf(owner, text))}`;
    },
    isFresh(owner, challenge) {
      const [nonce = '', until = '', signature = ''] = Buffer.from(challenge, 'base64url')
        .toString()
        .split('.');
      const isOurs = isSignature(secrets.codes, signatureOf(owner, `${nonce}.${until}`), signature);
      return isOurs && Number(until) > clock().getTime() && !used.has(challenge);
    },
    use(challenge) {
      if (used.has(challenge)) return false;
      used.set(challenge, true);
      return true;
    },
  };
}
