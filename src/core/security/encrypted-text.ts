import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { contextIn } from '../db/annotations.ts';
import type { Kernel, Scope } from '../scope.ts';
import { decrypt, encrypt } from './secrets.ts';

export const MARK = 'sealed:';

export const isEncrypted = (stored: string) => stored.startsWith(MARK);

/** `name` is authenticated: a copy in another company, row or column cannot be decrypted. '' stays ''. */
export function encryptText({ secrets }: Pick<Kernel, 'secrets'>, name: string, value: string): string {
  if (value === '') return '';
  return MARK + encrypt(secrets.cipher, name, Buffer.from(value)).toString('base64');
}

/** '' when encrypted under another key file or name: an error here would block every reader. */
export function decryptText(
  { secrets, log }: Pick<Kernel, 'secrets' | 'log'>,
  name: string,
  stored: string,
): string {
  if (!isEncrypted(stored)) return stored;
  try {
    return decrypt(secrets.decryptionKeys, name, Buffer.from(stored.slice(MARK.length), 'base64')).toString();
  } catch (error) {
    log.error({ err: error, name }, 'a stored credential cannot be opened');
    return '';
  }
}

/** For company rows: a value encrypted for one row or column cannot be decrypted in another. */
export function encryptedColumn(column: SQLiteColumn) {
  const nameOf = (companyId: number, id: number) => contextIn(column, { company: companyId, id });
  return {
    nameOf,
    encrypt: ({ kernel, companyId }: Scope, id: number, value: string) =>
      encryptText(kernel, nameOf(companyId, id), value),
    /** '' where none is stored, or it was encrypted under another key file. */
    decrypt: ({ kernel, companyId }: Scope, id: number, stored: string) =>
      decryptText(kernel, nameOf(companyId, id), stored),
  };
}
