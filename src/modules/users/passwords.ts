import { argon2 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLanes } from '@/kernel/lanes.ts';

/** OWASP's argon2id profile: 19 MiB, two passes. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

/** A burst of sign-ins must not exhaust the server's memory. */
const AT_ONCE = 2;
const hashing = createLanes(AT_ONCE);
let turn = 0;

/** Of eight letters and more, from leaks, by how often they were found: Django's list and some of our languages'. */
const COMMON = new Set(
  readFileSync(join(import.meta.dir, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter(Boolean),
);

/** Compared for an unknown e-mail, so that its answer takes as long as a known one's. */
const decoy = Bun.password.hash('nobody has this password', ARGON2ID);

export function hashPassword(password: string): Promise<string> {
  turn += 1;
  return hashing.run(`hash-${turn}`, () => Bun.password.hash(password, ARGON2ID));
}

const derive = promisify(argon2);

/** Of a code that is too short for a fast hash; whoever stores it keeps the salt beside it. */
export function slowHash(text: string, salt: Buffer): Promise<Buffer> {
  turn += 1;
  const { memoryCost: memory, timeCost: passes } = ARGON2ID;
  const parts = { message: text, nonce: salt, parallelism: 1, tagLength: 32, memory, passes };
  return hashing.run(`slow-${turn}`, () => derive('argon2id', parts));
}

export function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  turn += 1;
  return hashing.run(`verify-${turn}`, async () => {
    // A hash that cannot be read is nobody's.
    const isRight = await Bun.password.verify(password, hash ?? (await decoy)).catch(() => false);
    return hash !== undefined && isRight;
  });
}

/** What guessers of a service desk begin with (docs/security/README.md). */
const OURS = [
  ...['balcao', 'whatsapp', 'zapzap', 'atendimento', 'atendente', 'suporte', 'administrador', 'minhaempresa'],
  ...['helpdesk', 'servicedesk', 'support', 'customerservice', 'administrator', 'mycompany'],
  ...['atencion', 'atencionalcliente', 'soporte', 'miempresa', 'senha', 'password', 'contrasena'],
];

export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return COMMON.has(plain) || OURS.includes(lettersOf(plain));
}

/** "Balcão-2026!" is balcao. */
function lettersOf(text: string): string {
  return text.normalize('NFKD').replace(/[^a-z]/g, '');
}
