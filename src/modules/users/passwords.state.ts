import { argon2 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createHashQueue, type HashCaller } from './hash-queue.state.ts';

/** OWASP's argon2id profile: 19 MiB, two passes. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

const hashing = createHashQueue();

/** Eight letters and more, from leaks, by frequency: Django's list and some of our languages. */
const COMMON = new Set(
  readFileSync(join(import.meta.dir, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter(Boolean),
);

/** Compared for an unknown e-mail, so that the response takes as long as for a known one. */
const decoy = Bun.password.hash('nobody has this password', ARGON2ID);

export function hashPassword(password: string, caller: HashCaller = 'user'): Promise<string> {
  return hashing.run(caller, () => Bun.password.hash(password, ARGON2ID));
}

const derive = promisify(argon2);

/** For codes too short for a fast hash; the salt is stored with it. Throws ERR_SIGN_IN_BUSY. */
export function slowHash(text: string, salt: Buffer): Promise<Buffer> {
  const { memoryCost: memory, timeCost: passes } = ARGON2ID;
  const parts = { message: text, nonce: salt, parallelism: 1, tagLength: 32, memory, passes };
  return hashing.run('user', () => derive('argon2id', parts));
}

export function verifyPassword(
  password: string,
  hash: string | undefined,
  caller: HashCaller,
): Promise<boolean> {
  return hashing.run(caller, async () => {
    // An unreadable hash matches nothing.
    const isRight = await Bun.password.verify(password, hash ?? (await decoy)).catch(() => false);
    return hash !== undefined && isRight;
  });
}

/** Likely first guesses for this app (docs/security/README.md). */
const OURS = [
  ...['balcao', 'whatsapp', 'zapzap', 'atendimento', 'atendente', 'suporte', 'administrador', 'minhaempresa'],
  ...['helpdesk', 'servicedesk', 'support', 'customerservice', 'administrator', 'mycompany'],
  ...['atencion', 'atencionalcliente', 'soporte', 'miempresa', 'senha', 'password', 'contrasena'],
];

export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return COMMON.has(plain) || OURS.includes(lettersOf(plain));
}

function lettersOf(text: string): string {
  return text.normalize('NFKD').replace(/[^a-z]/g, '');
}
