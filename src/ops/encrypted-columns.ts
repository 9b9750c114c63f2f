import { MARK } from '../core/security/encrypted-text.ts';
import { decrypt, encrypt } from '../core/security/secrets.ts';
import { authenticatorName } from '../modules/factors/authenticator-name.logic.ts';
import { mailName } from '../modules/mail/encrypt-mail.logic.ts';
import { apiKeys, voiceKeys } from '../modules/prompts/prompt-keys.logic.ts';
import { credentials, signingSecrets } from '../modules/queue-integrations/integration-secrets.logic.ts';
import { settingName } from '../modules/settings/encrypted-value.logic.ts';
import { ALERTS_KEY, ALERTS_NAME } from '../modules/status/alert-settings.service.ts';
import { webhookSecret } from '../modules/webhooks/webhook-secret.logic.ts';
import { journalName, makeCipher } from '../whatsapp/stored-rows.ts';

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

const numbered = ({ table, column, nameOf }: typeof apiKeys, stored: string = column): EncryptedColumn => ({
  ...{ table, column: stored, form: marked, needs: ['id'] },
  name: ({ id }, companyId) => nameOf(companyId, Number(id)),
});

export const OF_A_COMPANY: EncryptedColumn[] = [
  {
    ...{ table: 'session_keys', column: 'value', form: session, needs: ['key'] },
    name: ({ key }) => String(key),
  },
  {
    ...{ table: 'session_journal', column: 'value', form: session, needs: ['entry_id'] },
    name: ({ entry_id }) => journalName(String(entry_id)),
  },
  {
    ...{ table: 'settings', column: 'value', form: marked, needs: ['key'] },
    name: ({ key }, companyId) => settingName({ companyId }, String(key)),
  },
  ...[apiKeys, voiceKeys, credentials, signingSecrets, webhookSecret].map((one) => numbered(one)),
  numbered(webhookSecret, 'previous_secret'),
];

const AUTHENTICATORS: EncryptedColumn = {
  ...{ table: 'authenticators', column: 'sealed', form: marked, needs: ['company_id', 'user_id'] },
  name: ({ company_id, user_id }) =>
    authenticatorName({ companyId: Number(company_id), userId: Number(user_id) }, 'secret'),
};

export const OF_THE_PLATFORM: EncryptedColumn[] = [
  AUTHENTICATORS,
  {
    table: 'mails',
    column: 'sealed',
    form: base64,
    needs: ['key'],
    name: ({ key }) => mailName(String(key)),
  },
  {
    ...{ table: 'platform_settings', column: 'value', needs: ['key'] },
    name: ({ key }) => String(key),
    form: base64,
    isOne: ({ key }) => String(key).startsWith('payments:'),
  },
  {
    ...{ table: 'platform_settings', column: 'value', form: marked, needs: ['key'] },
    name: () => ALERTS_NAME,
    isOne: ({ key }) => key === ALERTS_KEY,
  },
];

/** Stored data of a deleted company, as JSON, by table. */
export const OF_THE_BIN = [AUTHENTICATORS];
