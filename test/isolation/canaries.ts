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
import type { TestDesk } from '@test/support/deps.ts';
import type { World } from '@test/support/world.ts';
import { eq } from 'drizzle-orm';
import { sealText } from '@/kernel/sealed.ts';
import { apiKeys, voiceKeys } from '@/modules/prompts/prompt-keys.ts';
import { SECRET_SETTINGS } from '@/modules/settings/settings.schema.ts';
import { ALERTS_KEY, ALERTS_NAME } from '@/modules/status/alert-settings.ts';

/** In plain text or base64: no reply, event or log line may hold it. */
export const CANARY = /CANARY|Q0FOQVJZ|\$argon2/;
/** Administrators of the same company may see these. */
export const FOR_ADMINS =
  /SHOWN-qr|SHOWN-code|SHOWN-setting|SHOWN-token|SHOWN-webhook|SHOWN-integration|SHOWN-model/;
/** Where alerts go; refused before anything is asked, so that it is a receiver that cannot be reached. */
export const ALERT_ADDRESS = 'https://127.0.0.1:9/CANARY-alerts';

export async function plantCanaries(
  desk: TestDesk,
  company: 'aurora' | 'boreal',
  world: World,
): Promise<void> {
  const scope = await desk.systemScope(company);
  const { connectionId } = world;
  await scope.write(async (tx) => {
    await tx.db.update(users).set({ passwordHash: 'CANARY-password-hash' });
    const value = Buffer.from('CANARY-credentials');
    await tx.db.insert(sessionKeys).values({ connectionId, key: 'creds', value });
    await tx.db.insert(sessionJournal).values({ connectionId, entryId: 'one', value });
    for (const key of SECRET_SETTINGS) await tx.db.insert(settings).values({ key, value: 'SHOWN-setting' });
  });
  await scope.write(async (tx) => {
    const { promptId } = world;
    const keys = {
      apiKey: apiKeys.seal(tx, promptId, 'CANARY-api-key'),
      voiceKey: voiceKeys.seal(tx, promptId, 'CANARY-voice-key'),
    };
    await tx.db.update(prompts).set(keys).where(eq(prompts.id, promptId));
  });
  await plantCodes(desk, company, world);
  await plantAddresses(desk, company, world);
  await plantFactors(desk, company, world);
  const token = { hash: `CANARY-token-${company}`, prefix: 'SHOWN-token', createdAt: new Date(0) };
  await desk.kernel.platform.write((tx) =>
    tx.insert(apiTokens).values({ ...token, companyId: world.companyId, connectionId }),
  );
  await desk.kernel.platform.write((tx) =>
    tx
      .insert(platformSettings)
      .values({ key: 'setUpLink', value: 'CANARY-set-up-link' })
      .onConflictDoNothing(),
  );
}

/** Whoever knows an address of a receiver may often write to it. */
async function plantAddresses(desk: TestDesk, company: string, { userId }: World): Promise<void> {
  const scope = await desk.systemScope(company as 'aurora' | 'boreal');
  await scope.write(async ({ db }) => {
    await db.update(webhooks).set({ url: 'https://receiver.example/SHOWN-webhook' });
    await db.update(queueIntegrations).set({ urlN8N: 'https://flows.example/SHOWN-integration' });
    await db.update(prompts).set({ baseUrl: 'https://models.example/SHOWN-model' });
    const keys = { p256dh: 'CANARY-push-key', auth: 'CANARY-push-auth', session: 'CANARY-push-session' };
    const endpoint = `https://push.example/CANARY-push-${company}`;
    await db.insert(pushSubscriptions).values({ userId, endpoint, ...keys });
  });
  const value = sealText(desk.kernel, ALERTS_NAME, JSON.stringify({ url: ALERT_ADDRESS }));
  await desk.kernel.platform.write((tx) =>
    tx.insert(platformSettings).values({ key: ALERTS_KEY, value }).onConflictDoNothing(),
  );
}

async function plantFactors(desk: TestDesk, company: string, world: World): Promise<void> {
  const owner = { companyId: world.companyId, userId: world.userId, createdAt: new Date(0) };
  await desk.kernel.platform.write(async (tx) => {
    await tx.insert(authenticators).values({ ...owner, sealed: 'CANARY-authenticator', lastStep: 0 });
    await tx.insert(recoveryCodes).values({ ...owner, hash: `CANARY-recovery-code-${company}` });
  });
}

export async function plantCodes(desk: TestDesk, company: 'aurora' | 'boreal', world: World): Promise<void> {
  const scope = await desk.systemScope(company);
  const codes = { status: 'qrcode', qrcode: 'SHOWN-qr', pairingCode: 'SHOWN-code' } as const;
  await scope.write((tx) =>
    tx.db.update(connections).set(codes).where(eq(connections.id, world.connectionId)),
  );
}

/** An id then tells which company it belongs to. */
export async function moveIds(desk: TestDesk, company: 'aurora' | 'boreal', start: number): Promise<void> {
  const { client } = await desk.kernel.tenants.open(desk.cast.companyId[company]);
  const tables = await client.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'");
  for (const { name } of tables.rows) {
    await client.execute({ sql: 'DELETE FROM sqlite_sequence WHERE name = ?', args: [String(name)] });
    await client.execute({ sql: 'INSERT INTO sqlite_sequence VALUES (?, ?)', args: [String(name), start] });
  }
}
