import { recoveryCodes } from '@db/platform/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import type { PlatformScope } from '@/kernel/platform-scope.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { sign } from '@/kernel/secrets.ts';
import { ofPerson, type Person } from './factors.queries.ts';

const AT_ONCE = 10;
const LETTERS = 10;
/** 32, so that each byte chooses evenly; as in Crockford's base 32 without i, l, o and u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Instead of all that the person had. Shown this once. */
export async function makeRecoveryCodes(tx: PlatformScope, person: Person): Promise<string[]> {
  const codes = Array.from({ length: AT_ONCE }, () => makeCode(tx.kernel));
  const createdAt = tx.now();
  const rows = codes.map((code) => ({ ...person, hash: hashOf(tx.kernel, person, code), createdAt }));
  await tx.db.delete(recoveryCodes).where(ofPerson(recoveryCodes, person));
  await tx.db.insert(recoveryCodes).values(rows);
  return codes.map((code) => `${code.slice(0, LETTERS / 2)}-${code.slice(LETTERS / 2)}`);
}

/** Counts once. */
export async function takeRecoveryCode(tx: PlatformScope, person: Person, code: string): Promise<boolean> {
  const its = eq(recoveryCodes.hash, hashOf(tx.kernel, person, code));
  const taken = await tx.db
    .delete(recoveryCodes)
    .where(and(ofPerson(recoveryCodes, person), its))
    .returning({ hash: recoveryCodes.hash });
  return taken.length > 0;
}

function makeCode({ ids }: Kernel): string {
  const bytes = Buffer.from(ids.token(LETTERS), 'base64url');
  return [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

function hashOf({ secrets }: Kernel, { companyId, userId }: Person, code: string): string {
  return sign(secrets.codes, `recovery-code:${companyId}:${userId}:${code}`);
}
