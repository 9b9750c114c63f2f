import type { Kernel, Scope } from './scope.ts';
import { decrypt, encrypt } from './secrets.ts';

export const MARK = 'sealed:';

export const isSealed = (stored: string) => stored.startsWith(MARK);

/** `name` is authenticated with the ciphertext: copied to another company, row or column, it does not open. '' stays ''. */
export function sealText({ secrets }: Pick<Kernel, 'secrets'>, name: string, value: string): string {
  if (value === '') return '';
  return MARK + encrypt(secrets.cipher, name, Buffer.from(value)).toString('base64');
}

/** '' when it was sealed under another key file or name: an error here would block whatever reads it. */
export function openText(
  { secrets, log }: Pick<Kernel, 'secrets' | 'log'>,
  name: string,
  stored: string,
): string {
  if (!isSealed(stored)) return stored;
  try {
    return decrypt(secrets.openers, name, Buffer.from(stored.slice(MARK.length), 'base64')).toString();
  } catch (error) {
    log.error({ err: error, name }, 'a stored credential cannot be opened');
    return '';
  }
}

export const sealedName = (table: string, companyId: number, id: number, column: string) =>
  `${table}:${companyId}:${id}:${column}`;

/** Of a company's rows: what is sealed in one row or column opens in no other. */
export function sealedColumn(table: string, column: string) {
  const nameOf = (companyId: number, id: number) => sealedName(table, companyId, id, column);
  return {
    ...{ table, column, nameOf },
    seal: ({ kernel, companyId }: Scope, id: number, value: string) =>
      sealText(kernel, nameOf(companyId, id), value),
    /** '' where none is kept, or it was sealed under another key file. */
    open: ({ kernel, companyId }: Scope, id: number, stored: string) =>
      openText(kernel, nameOf(companyId, id), stored),
  };
}
