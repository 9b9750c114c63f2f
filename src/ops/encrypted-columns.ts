import * as platformSchema from '@db/platform/schema/index.ts';
import * as tenantSchema from '@db/tenant/schema/index.ts';
import { getTableName } from 'drizzle-orm';
import {
  columnsInContext,
  columnsWhere,
  contextOf,
  type Encryption,
  notesOf,
} from '../core/db/annotations.ts';
import type { Tables } from '../core/db/database.ts';
import { keyOf } from '../core/db/raw-rows.ts';
import { MARK } from '../core/security/encrypted-text.ts';
import { decrypt, encrypt } from '../core/security/secrets.ts';
import { makeCipher } from '../whatsapp/stored-rows.ts';

export type Row = Record<string, unknown>;
type Stored = string | Uint8Array;

export type Form = {
  encrypt(key: Buffer, name: string, plain: Buffer): Stored;
  /** Throws for other keys and names. */
  open(keys: Buffer[], name: string, stored: Stored): Buffer;
  isEncrypted(stored: Stored): boolean;
};

const base64: Form = {
  encrypt: (key, name, plain) => encrypt(key, name, plain).toString('base64'),
  open: (keys, name, stored) => decrypt(keys, name, Buffer.from(String(stored), 'base64')),
  isEncrypted: (stored) => stored !== '',
};
const marked: Form = {
  encrypt: (key, name, plain) => MARK + base64.encrypt(key, name, plain),
  open: (keys, name, stored) => base64.open(keys, name, String(stored).slice(MARK.length)),
  isEncrypted: (stored) => String(stored).startsWith(MARK),
};
const session: Form = {
  encrypt: (key, name, plain) => makeCipher(key).encrypt(name, plain),
  open: (keys, name, stored) => makeCipher(...keys).open(name, Buffer.from(stored as Uint8Array)),
  isEncrypted: () => true,
};

/** A column with encrypted values, and the name that each is bound to. */
export type EncryptedColumn = {
  table: string;
  column: string;
  form: Form;
  needs: string[];
  name(row: Row, companyId: number): string;
  isOne?(row: Row): boolean;
};

const FORMS: Record<Encryption['form'], Form> = { text: marked, base64, bytes: session };

export const OF_A_COMPANY = encryptedIn(tenantSchema);
/** Also those of a deleted company's rows, which its record holds as JSON by table. */
export const OF_THE_PLATFORM = encryptedIn(platformSchema);

function encryptedIn(schema: Tables): EncryptedColumn[] {
  return columnsWhere(schema, ({ encrypted }) => encrypted !== undefined).flatMap((column) =>
    (notesOf(column).encrypted ?? []).map(({ form, context, where }) => ({
      ...{ table: getTableName(column.table), column: column.name, form: FORMS[form] },
      needs: [...new Set([...keyOf(column.table), ...columnsInContext(context)])],
      name: (row: Row, companyId: number) => contextOf({ context }, { ...row, company: companyId }),
      ...(where && { isOne: where }),
    })),
  );
}
