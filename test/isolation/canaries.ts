import { apiTokens, authenticators, platformSettings, recoveryCodes } from '@db/platform/schema/index.ts';
import {
  connections,
  prompts,
  pushSubscriptions,
  queueIntegrations,
  sessionJournal,
  sessionKeys,
  settings,
  users,
  webhooks,
} from '@db/tenant/schema/index.ts';
import type { TestApp } from '@test/support/deps.ts';
import type { Fixtures } from '@test/support/fixtures.ts';
import { eq } from 'drizzle-orm';
import { encryptText } from '@/core/security/encrypted-text.ts';
import { apiKeys, voiceKeys } from '@/modules/prompts/prompt-keys.logic.ts';
import { SECRET_SETTINGS } from '@/modules/settings/settings.schema.ts';
import { ALERTS_KEY, ALERTS_NAME } from '@/modules/status/alert-settings.service.ts';

/** In plain text or base64: no reply, event or log line may contain it. */
export const CANARY = /CANARY|Q0FOQVJZ|\$argon2/;
export const FOR_ADMINS =
  /SHOWN-qr|SHOWN-code|SHOWN-setting|SHOWN-token|SHOWN-webhook|SHOWN-integration|SHOWN-model/;
/** Refused before any request, so the receiver must be unreachable. */
export const ALERT_ADDRESS = 'https://127.0.0.1:9/CANARY-alerts';

export async function plantCanaries(
  testApp: TestApp,
  company: 'aurora' | 'boreal',
  fixtures: Fixtures,
): Promise<void> {
  const scope = await testApp.systemScope(company);
  const { connectionId } = fixtures;
  await scope.write(async (tx) => {
    await tx.db.update(users).set({ passwordHash: 'CANARY-password-hash' });
    const value = Buffer.from('CANARY-credentials');
    await tx.db.insert(sessionKeys).values({ connectionId, key: 'creds', value });
    await tx.db.insert(sessionJournal).values({ connectionId, entryId: 'one', value });
    for (const key of SECRET_SETTINGS) await tx.db.insert(settings).values({ key, value: 'SHOWN-setting' });
  });
  await scope.write(async (tx) => {
    const { promptId } = fixtures;
    const keys = {
      apiKey: apiKeys.encrypt(tx, promptId, 'CANARY-api-key'),
      voiceKey: voiceKeys.encrypt(tx, promptId, 'CANARY-voice-key'),
    };
    await tx.db.update(prompts).set(keys).where(eq(prompts.id, promptId));
  });
  await plantCodes(testApp, company, fixtures);
  await plantAddresses(testApp, company, fixtures);
  await plantFactors(testApp, company, fixtures);
  const token = { hash: `CANARY-token-${company}`, prefix: 'SHOWN-token', createdAt: new Date(0) };
  await testApp.kernel.platform.write((tx) =>
    tx.insert(apiTokens).values({ ...token, companyId: fixtures.companyId, connectionId }),
  );
  await testApp.kernel.platform.write((tx) =>
    tx
      .insert(platformSettings)
      .values({ key: 'setUpLink', value: 'CANARY-set-up-link' })
      .onConflictDoNothing(),
  );
}

/** A receiver's address alone often allows writing to it. */
async function plantAddresses(testApp: TestApp, company: string, { userId }: Fixtures): Promise<void> {
  const scope = await testApp.systemScope(company as 'aurora' | 'boreal');
  await scope.write(async ({ db }) => {
    await db.update(webhooks).set({ url: 'https://receiver.example/SHOWN-webhook' });
    await db.update(queueIntegrations).set({ urlN8N: 'https://flows.example/SHOWN-integration' });
    await db.update(prompts).set({ baseUrl: 'https://models.example/SHOWN-model' });
    const keys = { p256dh: 'CANARY-push-key', auth: 'CANARY-push-auth', session: 'CANARY-push-session' };
    const endpoint = `https://push.example/CANARY-push-${company}`;
    await db.insert(pushSubscriptions).values({ userId, endpoint, ...keys });
  });
  const value = encryptText(testApp.kernel, ALERTS_NAME, JSON.stringify({ url: ALERT_ADDRESS }));
  await testApp.kernel.platform.write((tx) =>
    tx.insert(platformSettings).values({ key: ALERTS_KEY, value }).onConflictDoNothing(),
  );
}

async function plantFactors(testApp: TestApp, company: string, fixtures: Fixtures): Promise<void> {
  const owner = { companyId: fixtures.companyId, userId: fixtures.userId, createdAt: new Date(0) };
  await testApp.kernel.platform.write(async (tx) => {
    await tx
      .insert(authenticators)
      .values({ ...owner, encryptedSecret: 'CANARY-authenticator', lastStep: 0 });
    await tx.insert(recoveryCodes).values({ ...owner, hash: `CANARY-recovery-code-${company}` });
  });
}

export async function plantCodes(
  testApp: TestApp,
  company: 'aurora' | 'boreal',
  fixtures: Fixtures,
): Promise<void> {
  const scope = await testApp.systemScope(company);
  const codes = { status: 'qrcode', qrcode: 'SHOWN-qr', pairingCode: 'SHOWN-code' } as const;
  await scope.write((tx) =>
    tx.db.update(connections).set(codes).where(eq(connections.id, fixtures.connectionId)),
  );
}

export async function moveIds(testApp: TestApp, company: 'aurora' | 'boreal', start: number): Promise<void> {
  const { client } = await testApp.kernel.tenants.open(testApp.people.companyId[company]);
  const tables = await client.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'");
  for (const { name } of tables.rows) {
    await client.execute({ sql: 'DELETE FROM sqlite_sequence WHERE name = ?', args: [String(name)] });
    await client.execute({ sql: 'INSERT INTO sqlite_sequence VALUES (?, ?)', args: [String(name), start] });
  }
}
