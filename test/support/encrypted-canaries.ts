import { expect } from 'bun:test';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  accessTokens,
  authenticators,
  mails,
  platformSettings,
  recoveryCodes,
} from '@db/platform/schema/index.ts';
import {
  connections,
  prompts,
  queueIntegrations,
  sessionJournal,
  sessionKeys,
  settings,
  webhooks,
} from '@db/tenant/schema/index.ts';
import { type DatabaseFile, withDatabase } from '@/core/db/open-file.ts';
import { createLog } from '@/core/log.ts';
import type { Scope } from '@/core/scope.ts';
import { decryptText, encryptText } from '@/core/security/encrypted-text.ts';
import { decrypt, encrypt, loadSecrets } from '@/core/security/secrets.ts';
import { authenticatorName } from '@/modules/factors/authenticator-name.logic.ts';
import {
  decryptField as decryptMail,
  encryptField as encryptMail,
} from '@/modules/mail/encrypt-mail.logic.ts';
import { apiKeys, voiceKeys } from '@/modules/prompts/prompt-keys.logic.ts';
import { credentials, signingSecrets } from '@/modules/queue-integrations/integration-secrets.logic.ts';
import {
  decryptValue as decryptSetting,
  encryptValue as encryptSetting,
} from '@/modules/settings/encrypted-value.logic.ts';
import { ALERTS_KEY, ALERTS_NAME } from '@/modules/status/alert-settings.service.ts';
import { webhookSecret } from '@/modules/webhooks/webhook-secret.logic.ts';
import { journalName, makeCipher } from '@/whatsapp/baileys/auth/cipher.ts';
import { createTestApp } from './deps.ts';

export const CANARIES = [
  'session',
  'journal',
  'setting',
  'api key',
  'voice key',
  'credentials',
  'signing secret',
  'webhook secret',
  'webhook secret before',
  'authenticator',
  'mail',
  'payments',
  'alerts',
  'authenticator in the bin',
] as const;

export async function fillWithEncrypted(filled: string): Promise<number> {
  const testApp = await createTestApp();
  const { aurora } = testApp.people.companyId;
  const scope = await testApp.systemScope();
  const { kernel } = scope;
  const cipher = makeCipher(...kernel.secrets.decryptionKeys);
  const createdAt = new Date(0);
  await scope.write(async ({ db }) => {
    await db.insert(connections).values({ id: 1, name: 'Linha' });
    const keys = {
      connectionId: 1,
      key: 'creds',
      value: Buffer.from(cipher.encrypt('creds', text('session'))),
    };
    await db.insert(sessionKeys).values(keys);
    const value = Buffer.from(cipher.encrypt(journalName('one'), text('journal')));
    await db.insert(sessionJournal).values({ connectionId: 1, entryId: 'one', value });
    await db.insert(settings).values({ key: 'asaas', value: encryptSetting(scope, 'asaas', 'setting') });
    await db.insert(prompts).values({
      ...{ id: 7, name: 'p', prompt: 'p', queueId: testApp.people.queueId.Vendas },
      apiKey: apiKeys.encrypt(scope, 7, 'api key'),
      voiceKey: voiceKeys.encrypt(scope, 7, 'voice key'),
    });
    await db.insert(queueIntegrations).values({
      ...{ id: 8, type: 'dialogflow', name: 'f', projectName: 'f' },
      jsonContent: credentials.encrypt(scope, 8, 'credentials'),
      signingSecret: signingSecrets.encrypt(scope, 8, 'signing secret'),
    });
    await db.insert(webhooks).values({
      ...{ id: 9, name: 'w', url: 'https://x.invalid', events: [] },
      secret: webhookSecret.encrypt(scope, 9, 'webhook secret'),
      previousSecret: webhookSecret.encrypt(scope, 9, 'webhook secret before'),
    });
  });
  const person = { companyId: aurora, userId: testApp.people.userId.ana };
  await kernel.platform.write(async (tx) => {
    const encrypted = encryptText(kernel, authenticatorName(person, 'secret'), 'authenticator');
    await tx.insert(authenticators).values({ ...person, encryptedSecret: encrypted, lastStep: 0, createdAt });
    await tx.insert(recoveryCodes).values({ ...person, hash: 'recovery', createdAt });
    await tx
      .insert(accessTokens)
      .values({ ...person, name: 't', hash: 'token', prefix: 'bal_', scopes: [], createdAt });
    await tx.insert(mails).values({
      ...{ key: 'mail:1', kind: 'k', recipient: 'ana@aurora.test', language: 'pt' as const },
      encryptedValues: encryptMail(kernel, 'mail:1', { code: 'mail' }),
    });
    const payments = encrypt(kernel.secrets.cipher, 'payments:efi', text('payments')).toString('base64');
    await tx.insert(platformSettings).values({ key: 'payments:efi', value: payments });
    const alerts = encryptText(kernel, ALERTS_NAME, 'alerts');
    await tx.insert(platformSettings).values({ key: ALERTS_KEY, value: alerts });
    await tx.insert(platformSettings).values({ key: 'plain', value: 'in the clear' });
  });
  const gone = { companyId: 77, userId: 1 };
  const binned = encryptText(kernel, authenticatorName(gone, 'secret'), 'authenticator in the bin');
  await testApp.dependencies.stop();
  cpSync(kernel.config.dataDir, filled, { recursive: true });
  withPlatform(filled, (database) => {
    const record = { authenticators: [{ company_id: 77, user_id: 1, sealed: binned }], recovery_codes: [{}] };
    database
      .prepare(
        'insert into deleted_companies (company_id, name, deleted_at, kept_until, record) values (77, ?, 0, 0, ?)',
      )
      .run('Gone', JSON.stringify(record));
  });
  rmSync(kernel.config.dataDir, { recursive: true, force: true });
  return aurora;
}

export function readEncrypted(dataDir: string, companyId: number): string[] {
  const scope = scopeOf(dataDir, companyId);
  const { kernel } = scope;
  const cipher = makeCipher(...kernel.secrets.decryptionKeys);
  const ofCompany = withCompany(dataDir, companyId, (database) => {
    const one = (query: string) => (database.prepare(query).get() ?? {}) as Record<string, string>;
    const bytes = (query: string) => one(query).value as unknown as Uint8Array;
    const prompt = one('select * from prompts');
    const integration = one('select * from queue_integrations');
    const hook = one('select * from webhooks');
    return [
      cipher.open('creds', bytes('select value from session_keys')).toString(),
      cipher.open(journalName('one'), bytes('select value from session_journal')).toString(),
      decryptSetting(scope, 'asaas', one("select value from settings where key = 'asaas'").value ?? ''),
      apiKeys.decrypt(scope, 7, prompt.api_key ?? ''),
      voiceKeys.decrypt(scope, 7, prompt.voice_key ?? ''),
      credentials.decrypt(scope, 8, integration.json_content ?? ''),
      signingSecrets.decrypt(scope, 8, integration.signing_secret ?? ''),
      webhookSecret.decrypt(scope, 9, hook.secret ?? ''),
      webhookSecret.decrypt(scope, 9, hook.previous_secret ?? ''),
    ];
  });
  const ofPlatform = withPlatform(dataDir, (database) => {
    const one = (query: string) => (database.prepare(query).get() ?? {}) as Record<string, string>;
    const app = one('select * from authenticators');
    const person = { companyId: Number(app.company_id), userId: Number(app.user_id) };
    const stored = one("select value from platform_settings where key = 'payments:efi'").value ?? '';
    expect(one("select value from platform_settings where key = 'plain'").value).toBe('in the clear');
    return [
      decryptText(kernel, authenticatorName(person, 'secret'), app.sealed ?? ''),
      String(decryptMail(kernel, 'mail:1', one('select sealed from mails').sealed ?? '').code),
      decrypt(kernel.secrets.decryptionKeys, 'payments:efi', Buffer.from(stored, 'base64')).toString(),
      decryptText(
        kernel,
        ALERTS_NAME,
        one(`select value from platform_settings where key = '${ALERTS_KEY}'`).value ?? '',
      ),
    ];
  });
  const binned = (binOf(dataDir).authenticators as { sealed: string }[])[0]?.sealed ?? '';
  const gone = authenticatorName({ companyId: 77, userId: 1 }, 'secret');
  return [...ofCompany, ...ofPlatform, decryptText(kernel, gone, binned)];
}

export function scopeOf(dataDir: string, companyId: number): Scope {
  return { kernel: { secrets: loadSecrets(dataDir), log: createLog('silent') }, companyId } as Scope;
}

export function binOf(dataDir: string): Record<string, unknown> {
  const [row] = withPlatform(dataDir, (database) =>
    database.prepare('select record from deleted_companies').all(),
  ) as { record: string }[];
  return JSON.parse(row?.record ?? '{}');
}

export const withPlatform = <T>(dataDir: string, work: (database: DatabaseFile) => T) =>
  withDatabase(join(dataDir, 'platform.db'), work);
export const withCompany = <T>(dataDir: string, companyId: number, work: (database: DatabaseFile) => T) =>
  withDatabase(join(dataDir, 'companies', String(companyId), 'company.db'), work);

const text = (value: string) => Buffer.from(value);
