import { randomBytes } from 'node:crypto';
import { recoveryCodes } from '@db/platform/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import type { PlatformScope } from '@/core/platform-scope.ts';
import type { Kernel } from '@/core/scope.ts';
import { sign } from '@/core/security/secrets.ts';
import { slowHash } from '@/modules/users/passwords.state.ts';
import { ofPerson, type Person } from './factors.queries.ts';

const AT_ONCE = 10;
const LETTERS = 10;
/** 32 characters, so that random bytes map evenly; Crockford's base 32 without i, l, o and u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SALT_BYTES = 16;
const SLOW = 'argon2id';

export type FreshCodes = { codes: string[]; hashes: string[] };

/** Call before the transaction that stores them: hashing takes a quarter of a second. */
export async function prepareRecoveryCodes(kernel: Kernel, person: Person): Promise<FreshCodes> {
  const codes = Array.from({ length: AT_ONCE }, () => makeCode(kernel));
  // One salt for the set, so that a try costs one hash and not ten.
  const salt = randomBytes(SALT_BYTES);
  const hashes = await Promise.all(codes.map((code) => slowly(kernel, person, { code, salt })));
  return { codes, hashes };
}

export async function storeRecoveryCodes(
  tx: PlatformScope,
  person: Person,
  { codes, hashes }: FreshCodes,
): Promise<string[]> {
  const createdAt = tx.now();
  await tx.db.delete(recoveryCodes).where(ofPerson(recoveryCodes, person));
  await tx.db.insert(recoveryCodes).values(hashes.map((hash) => ({ ...person, hash, createdAt })));
  return codes.map((code) => `${code.slice(0, LETTERS / 2)}-${code.slice(LETTERS / 2)}`);
}

export async function findRecoveryCode(
  kernel: Kernel,
  person: Person,
  code: string,
): Promise<string | undefined> {
  const rows = await kernel.platform.db
    .select({ hash: recoveryCodes.hash })
    .from(recoveryCodes)
    .where(ofPerson(recoveryCodes, person));
  const known = new Set(rows.map(({ hash }) => hash));
  const salts = new Set(
    [...known].map((hash) => hash.split('$')).map(([how, salt]) => (how === SLOW ? salt : undefined)),
  );
  for (const salt of salts) {
    // Codes of older versions are plain keyed hashes.
    const hash =
      salt === undefined
        ? keyed(kernel, person, code)
        : await slowly(kernel, person, { code, salt: Buffer.from(salt, 'base64url') });
    if (known.has(hash)) return hash;
  }
  return undefined;
}

export async function takeRecoveryCode(tx: PlatformScope, person: Person, hash: string): Promise<boolean> {
  const taken = await tx.db
    .delete(recoveryCodes)
    .where(and(ofPerson(recoveryCodes, person), eq(recoveryCodes.hash, hash)))
    .returning({ hash: recoveryCodes.hash });
  return taken.length > 0;
}

function makeCode({ ids }: Kernel): string {
  const bytes = Buffer.from(ids.token(LETTERS), 'base64url');
  return [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Keyed and slow: a database copy lacks the key, and with both each try is still expensive. */
async function slowly(
  kernel: Kernel,
  person: Person,
  { code, salt }: { code: string; salt: Buffer },
): Promise<string> {
  const hash = await slowHash(keyed(kernel, person, code), salt);
  return [SLOW, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

function keyed({ secrets }: Kernel, { companyId, userId }: Person, code: string): string {
  return sign(secrets.codes, `recovery-code:${companyId}:${userId}:${code}`);
}
