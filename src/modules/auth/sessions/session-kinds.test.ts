import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Browser, createBrowser } from '@test/support/app.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { type AuthFixture, createAuthFixture } from '../auth-fixture.test-support.ts';
import type { SessionKind } from './session-kinds.schema.ts';
import { pageKind, startSession } from './sessions.service.ts';

let auth: AuthFixture;

beforeAll(async () => {
  auth = await createAuthFixture();
});
afterAll(() => auth.testApp.stop());

const has = async (browser: Browser) => (await browser.json('GET', '/auth/me')).status === 200;
const open = async (kind: SessionKind) => {
  const { companyId, userId } = auth.testApp.people;
  const token = await startSession(auth.testApp.kernel, companyId.aurora, userId.bia, { kind });
  return createBrowser(auth.testApp.app, token);
};

test('a desktop and a phone stay beside each other, a second phone ends the first', async () => {
  const [desktop, phone] = [await open('desktop'), await open('phone')];
  expect([await has(desktop), await has(phone)]).toEqual([true, true]);
  const second = await open('phone');
  expect([await has(desktop), await has(phone), await has(second)]).toEqual([true, false, true]);
  const other = await open('desktop');
  expect([await has(desktop), await has(second), await has(other)]).toEqual([false, true, true]);
});

test('an existing client ends both and is ended by each', async () => {
  const [desktop, phone] = [await open('desktop'), await open('phone')];
  const { token } = (await auth.signIn('bia')).body;
  const isIn = async () => (await auth.call('GET', '/auth/me', { bearer: token })).status;
  expect([await has(desktop), await has(phone), await isIn()]).toEqual([false, false, 200]);
  await open('phone');
  expect(await isIn()).toBe(401);
});

test('one at a time where the company does not allow both', async () => {
  const set = async (value: 'enabled' | 'disabled') =>
    changeSetting(await auth.testApp.scopeOf('ana'), { key: 'phoneBesideDesktop', value });
  await set('disabled');
  const [desktop, phone] = [await open('desktop'), await open('phone')];
  expect([await has(desktop), await has(phone)]).toEqual([false, true]);
  await set('enabled');
});

test('a page’s sign-in is a phone’s by its browser', () => {
  const iPhone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
  const android = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36';
  const tablet = 'Mozilla/5.0 (Linux; Android 15; SM-X910) Chrome/140.0.0.0 Safari/537.36';
  const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  expect([iPhone, android, tablet, desktop, ''].map((agent) => pageKind({ agent }))).toEqual([
    ...['phone', 'phone', 'desktop', 'desktop', 'desktop'],
  ] as SessionKind[]);
});
