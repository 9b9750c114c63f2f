import { mails } from '@db/platform/schema/index.ts';
import { contextIn } from '@/core/db/annotations.ts';
import type { Kernel } from '@/core/scope.ts';
import { decrypt, encrypt } from '@/core/security/secrets.ts';

type Values = { [name: string]: string | number | undefined };

const mailName = (key: string) => contextIn(mails.encryptedValues, { key });

/** The values include codes and links: a copy of the database must not sign anybody in. */
export function encryptField({ secrets }: Kernel, key: string, values: Values): string {
  return encrypt(secrets.cipher, mailName(key), Buffer.from(JSON.stringify(values))).toString('base64');
}

/** Throws for values of another key, or encrypted with other secrets. */
export function decryptField({ secrets }: Kernel, key: string, encrypted: string): Values {
  return JSON.parse(
    decrypt(secrets.decryptionKeys, mailName(key), Buffer.from(encrypted, 'base64')).toString(),
  );
}
