import type { Kernel } from '@/kernel/scope.ts';
import { decrypt, encrypt } from '@/kernel/secrets.ts';

type Values = { [name: string]: string | number | undefined };

export const mailName = (key: string) => `mail:${key}`;

/** Codes and links are among the values: a copy of the database must not sign anybody in. */
export function seal({ secrets }: Kernel, key: string, values: Values): string {
  return encrypt(secrets.cipher, mailName(key), Buffer.from(JSON.stringify(values))).toString('base64');
}

/** Throws for values of another key, or sealed with other secrets. */
export function unseal({ secrets }: Kernel, key: string, sealed: string): Values {
  return JSON.parse(decrypt(secrets.openers, mailName(key), Buffer.from(sealed, 'base64')).toString());
}
