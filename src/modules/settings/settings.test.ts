import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { emailOf, PASSWORD, type PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { sealOldSettings } from './settings.jobs.ts';
import { SECRET_SETTINGS } from './settings.schema.ts';
import type { SettingView } from './settings.views.ts';

let desk: TestDesk;

beforeAll(async () => {
  desk = await createTestDesk();
});
afterAll(() => desk.stop());
beforeEach(async () => {
  await (await desk.systemScope()).write((tx) => tx.db.delete(settings));
});

const WORD = 'CANARY-key-of-the-bank';
const put = async (key: string, value: string) =>
  (await desk.as('ana')).json<SettingView>('PUT', `/settings/${key}`, { value });
const list = async (who: PersonName) =>
  (await (await desk.as(who)).json<SettingView[]>('GET', '/settings')).body;
const valueRead = async (key: string) => (await list('ana')).find((one) => one.key === key)?.value;
const plant = async (key: string, value: string) =>
  (await desk.systemScope()).write((tx) =>
    tx.db
      .insert(settings)
      .values({ key, value })
      .onConflictDoUpdate({ target: settings.key, set: { value } }),
  );
const stored = async (key: string) =>
  (await (await desk.systemScope()).db.query.settings.findFirst({ where: eq(settings.key, key) }))?.value ??
  '';

function filesWith(word: string): string[] {
  const folder = desk.kernel.tenants.folder(desk.cast.companyId.aurora);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return names
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => readFileSync(path).includes(word));
}

test.each([...SECRET_SETTINGS])(
  '%s is nowhere on disk, and administrators read it as they wrote it',
  async (key) => {
    const reply = await put(key, `${WORD} ${key}`);
    expect(reply).toMatchObject({ status: 200, body: { key, value: `${WORD} ${key}` } });
    expect(await valueRead(key)).toBe(`${WORD} ${key}`);
    expect(filesWith(WORD)).toEqual([]);
    expect(filesWith(await stored(key))).not.toEqual([]);
    for (const who of ['bia', 'rui'] as const) expect(JSON.stringify(await list(who))).not.toContain(WORD);
    const login = await (await desk.as()).json('POST', '/auth/login', {
      email: emailOf('ana'),
      password: PASSWORD,
    });
    expect(JSON.stringify(login.body)).not.toContain(WORD);
    expect(JSON.stringify(login.body)).not.toContain(await stored(key));
  },
);

test('a setting that is no secret, and an empty one, are stored as they are', async () => {
  await put('ipixc', 'https://ixc.example');
  await put('asaas', WORD);
  await put('asaas', '');
  expect([await stored('ipixc'), await stored('asaas')]).toEqual(['https://ixc.example', '']);
});

test('what an older desk wrote down plainly is sealed at the next start, and leaves no trace', async () => {
  await plant('asaas', WORD);
  await plant('tokenixc', `${WORD} too`);
  expect(filesWith(WORD)).not.toEqual([]);
  expect(await valueRead('asaas')).toBe(WORD);
  await desk.desk.start();
  const once = await stored('asaas');
  await sealOldSettings(desk.kernel);
  expect(filesWith(WORD)).toEqual([]);
  expect([await valueRead('asaas'), await valueRead('tokenixc')]).toEqual([WORD, `${WORD} too`]);
  expect(await stored('asaas')).toBe(once);
});

test('a sealed value opens under its own name only, and a broken one keeps nobody out', async () => {
  await put('asaas', WORD);
  await plant('tokenixc', await stored('asaas'));
  await plant('clientidmkauth', 'sealed:x');
  expect([await valueRead('tokenixc'), await valueRead('clientidmkauth')]).toEqual(['', '']);
});
