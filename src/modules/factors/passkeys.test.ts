import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { passkeys } from '@db/platform/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { emailOf, PASSWORD, type PersonName } from '@test/support/people.ts';
import { partyOf } from './passkey-party.logic.ts';

const PUBLIC_URL = 'https://desk.test';
const MINUTE = 60_000;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ env: { PUBLIC_URL } });
});
afterAll(() => testApp.stop());

async function send(browser: Browser, method: string, path: string, fields: Record<string, string> = {}) {
  const reply = await browser.raw(path, {
    method,
    ...(method !== 'GET' && { body: new URLSearchParams(fields) }),
    headers: { Accept: 'text/html', Origin: PUBLIC_URL, 'HX-Request': 'true' },
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}
const logIn = async (name: PersonName) => {
  const body = JSON.stringify({ email: emailOf(name), password: PASSWORD });
  const headers = { Origin: PUBLIC_URL, 'Content-Type': 'application/json' };
  const reply = await (await testApp.as()).raw('/auth/login', { method: 'POST', body, headers });
  return [reply.status, ((await reply.json()) as { code?: string }).code];
};

async function give(name: PersonName): Promise<number> {
  const owner = { companyId: testApp.people.companyId.aurora, userId: testApp.people.userId[name] };
  const key = {
    credentialId: crypto.randomUUID(),
    publicKey: 'AA',
    counter: 0,
    transports: [],
    name: 'Celular',
  };
  const [made] = await testApp.kernel.platform.write((tx) =>
    tx
      .insert(passkeys)
      .values({ ...owner, ...key, createdAt: testApp.clock.now })
      .returning(),
  );
  return made?.id ?? 0;
}

test('binds passkeys to the server’s public address, not the Host header', () => {
  const cases: [publicUrl: string | undefined, origin: string, id: string | undefined][] = [
    [PUBLIC_URL, 'https://evil.example', 'desk.test'],
    ['https://desk.test:8443/balcao', 'https://desk.test:8443', 'desk.test'],
    ['http://desk.test', 'http://desk.test', undefined],
    ['https://203.0.113.7', 'https://203.0.113.7', undefined],
    [undefined, 'https://evil.example', undefined],
    [undefined, 'http://127.0.0.1:3000', undefined],
    [undefined, 'http://localhost:3000', 'localhost'],
    [undefined, 'http://localhost.evil.example', undefined],
  ];
  for (const [publicUrl, origin, id] of cases) {
    const kernel = { ...testApp.kernel, config: { ...testApp.kernel.config, publicUrl } };
    expect([publicUrl, origin, partyOf(kernel, origin)?.id]).toEqual([publicUrl, origin, id]);
  }
});

describe('passkey challenge', () => {
  const asSent = (challenge: string) => Buffer.from(challenge).toString('base64url');

  test('is valid once, for its purpose, for five minutes', () => {
    const challenges = testApp.kernel.services.passkeyChallenges;
    const sent = asSent(challenges.issue('sign-in'));
    expect(challenges.isFresh('sign-in', sent)).toBe(true);
    expect(challenges.isFresh('1/1', sent)).toBe(false);
    expect([challenges.use(sent), challenges.use(sent), challenges.isFresh('sign-in', sent)]).toEqual([
      true,
      false,
      false,
    ]);
    const late = asSent(challenges.issue('sign-in'));
    testApp.clock.advance(5 * MINUTE);
    expect(challenges.isFresh('sign-in', late)).toBe(false);
    for (const forged of ['', 'x', asSent('a.99999999999999.b'), asSent('..')])
      expect(challenges.isFresh('sign-in', forged)).toBe(false);
  });
});

describe('invalid passkey', () => {
  test('cannot log in', async () => {
    const stranger = await testApp.as();
    for (const credential of ['', '{}', 'null', '[]', '{"id":5}', '{"id":"x","response":{}}', '"x"']) {
      const reply = await send(stranger, 'POST', '/login/passkey', { credential });
      expect([credential, reply.status]).toEqual([credential, 422]);
      expect(reply.headers.getSetCookie().join()).not.toContain('sid=');
    }
  });

  test('is not added', async () => {
    const bia = await testApp.as('bia');
    for (const credential of ['', '{}', '{"id":"x","rawId":"x","type":"public-key","response":{}}']) {
      const reply = await send(bia, 'POST', '/profile/passkeys', { name: 'Celular', credential });
      expect([credential, reply.status]).toEqual([credential, 422]);
    }
    expect(await testApp.kernel.platform.db.select().from(passkeys)).toEqual([]);
  });
});

describe('user with a passkey', () => {
  test('is asked for it after the password until it is removed', async () => {
    const id = await give('caio');
    expect(await logIn('caio')).toEqual([401, 'ERR_CODE_REQUIRED']);
    const caio = await testApp.as('caio');
    expect((await send(caio, 'PUT', `/profile/passkeys/${id}`, { name: 'Notebook' })).status).toBe(204);
    expect((await caio.page('/profile/security')).text).toContain('Notebook');
    testApp.clock.advance(11 * MINUTE);
    expect((await send(caio, 'DELETE', `/profile/passkeys/${id}`)).text).toContain('proof-dialog');
    await send(caio, 'POST', '/profile/proof', { proof: PASSWORD, source: 'x' });
    expect((await send(caio, 'DELETE', `/profile/passkeys/${id}`)).status).toBe(204);
    expect(await logIn('caio')).toEqual([200, undefined]);
  });

  test('is the only one who can see or change it', async () => {
    const id = await give('rui');
    for (const name of ['ana', 'bia', 'davi'] as const) {
      const other = await testApp.as(name);
      expect((await send(other, 'PUT', `/profile/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
      expect((await send(other, 'DELETE', `/profile/passkeys/${id}`)).status).toBe(404);
      expect((await send(other, 'GET', `/profile/passkeys/${id}/edit`)).status).toBe(404);
    }
  });
});
