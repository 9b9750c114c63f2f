import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { emailOf, PASSWORD, type PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { encryptOldSettings } from './settings.jobs.ts';
import { SECRET_SETTINGS } from './settings.schema.ts';
import type { SettingView } from './settings.views.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await (await testApp.systemScope()).write((tx) => tx.db.delete(settings));
});

const SECRET = 'CANARY-key-of-the-bank';
const put = async (key: string, value: string) =>
  (await testApp.as('ana')).json<SettingView>('PUT', `/settings/${key}`, { value });
const list = async (who: PersonName) =>
  (await (await testApp.as(who)).json<SettingView[]>('GET', '/settings')).body;
const valueRead = async (key: string) => (await list('ana')).find((one) => one.key === key)?.value;
const plant = async (key: string, value: string) =>
  (await testApp.systemScope()).write((tx) =>
    tx.db
      .insert(settings)
      .values({ key, value })
      .onConflictDoUpdate({ target: settings.key, set: { value } }),
  );
const stored = async (key: string) =>
  (await (await testApp.systemScope()).db.query.settings.findFirst({ where: eq(settings.key, key) }))
    ?.value ?? '';

function filesWith(word: string): string[] {
  const folder = testApp.kernel.tenants.folder(testApp.people.companyId.aurora);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return names
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => readFileSync(path).includes(word));
}

test.each([...SECRET_SETTINGS])(
  'stores %s encrypted on disk and returns it to administrators in plain text',
  async (key) => {
    const reply = await put(key, `${SECRET} ${key}`);
    expect(reply).toMatchObject({ status: 200, body: { key, value: `${SECRET} ${key}` } });
    expect(await valueRead(key)).toBe(`${SECRET} ${key}`);
    expect(filesWith(SECRET)).toEqual([]);
    expect(filesWith(await stored(key))).not.toEqual([]);
    for (const who of ['bia', 'rui'] as const) expect(JSON.stringify(await list(who))).not.toContain(SECRET);
    const login = await (await testApp.as()).json('POST', '/auth/login', {
      email: emailOf('ana'),
      password: PASSWORD,
    });
    expect(JSON.stringify(login.body)).not.toContain(SECRET);
    expect(JSON.stringify(login.body)).not.toContain(await stored(key));
  },
);

test('stores non-secret and empty settings unencrypted', async () => {
  await put('ipixc', 'https://ixc.example');
  await put('asaas', SECRET);
  await put('asaas', '');
  expect([await stored('ipixc'), await stored('asaas')]).toEqual(['https://ixc.example', '']);
});

test('encrypts plain values from an older version at start and leaves no trace on disk', async () => {
  await plant('asaas', SECRET);
  await plant('tokenixc', `${SECRET} too`);
  expect(filesWith(SECRET)).not.toEqual([]);
  expect(await valueRead('asaas')).toBe(SECRET);
  await testApp.dependencies.start();
  const once = await stored('asaas');
  await encryptOldSettings(testApp.kernel);
  expect(filesWith(SECRET)).toEqual([]);
  expect([await valueRead('asaas'), await valueRead('tokenixc')]).toEqual([SECRET, `${SECRET} too`]);
  expect(await stored('asaas')).toBe(once);
});

test('decrypts a value only under its own key and reads a broken one as empty', async () => {
  await put('asaas', SECRET);
  await plant('tokenixc', await stored('asaas'));
  await plant('clientidmkauth', 'sealed:x');
  expect([await valueRead('tokenixc'), await valueRead('clientidmkauth')]).toEqual(['', '']);
});
