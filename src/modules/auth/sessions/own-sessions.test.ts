import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { devices, sessions } from '@db/platform/schema/index.ts';
import { auditEntries, users } from '@db/tenant/schema/index.ts';
import { type Browser, createBrowser } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Mailbox, mailboxOf } from '@test/support/mailbox.ts';
import { emailOf, PASSWORD, type PersonName, setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { fingerprint } from '@/core/security/secrets.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { forgetOldDevices } from './devices.service.ts';
import { findSessionActor, startVisit } from './sessions.service.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const DAY = 86_400_000;
let testApp: TestApp;
let mailbox: Mailbox;
const apps: TestApp[] = [];
beforeEach(async () => {
  testApp = await createTestApp();
  mailbox = mailboxOf(testApp);
  apps.push(testApp);
});
afterAll(() => Promise.all(apps.map((one) => one.stop())));

async function logIn(name: PersonName, device = '', agent = FIREFOX) {
  const reply = await (await testApp.as()).raw('/login', {
    method: 'POST',
    body: new URLSearchParams({ email: emailOf(name), password: PASSWORD }),
    headers: { Accept: 'text/html', 'User-Agent': agent, ...(device && { Cookie: `did=${device}` }) },
  });
  const cookie = (key: string) =>
    new RegExp(`(?:^|\n)${key}=([^;]+)`).exec(reply.headers.getSetCookie().join('\n'))?.[1] ?? '';
  const session = cookie('sid');
  return {
    status: reply.status,
    session,
    device: cookie('did'),
    browser: createBrowser(testApp.app, session),
  };
}
const reported = async () =>
  (await (await testApp.systemScope()).db.select().from(auditEntries))
    .filter(({ action }) => /^session|^user/.test(action) && action !== 'session.began')
    .map(({ action, personName, subjectName }) => [action, personName, subjectName]);
const page = async (browser: Browser) => (await browser.page('/profile/security')).text;
async function visitBoreal() {
  const { companyId, userId } = testApp.people;
  const visitor = { companyId: companyId.aurora, id: userId.ana };
  const visitId = await startVisit(testApp.kernel, { companyId: companyId.boreal, visitor });
  const actor = await findSessionActor(testApp.kernel, fingerprint(visitId));
  if (!actor) throw new Error('no visit');
  const closed: string[] = [];
  testApp.kernel.hub.add({ actor, deliver: () => undefined, close: (reason) => void closed.push(reason) });
  return { visitId, closed: () => closed };
}
async function listen(session: string, companyId: number, userId: number): Promise<() => string[]> {
  const actor = await loadActor(testApp.kernel, companyId, userId, fingerprint(session));
  if (!actor) throw new Error('nobody');
  const closed: string[] = [];
  testApp.kernel.hub.add({ actor, deliver: () => undefined, close: (reason) => void closed.push(reason) });
  return () => closed;
}

describe('own sessions page', () => {
  test('shows browser, system and address and names what is unknown', async () => {
    const { browser, device } = await logIn('bia');
    const text = await page(browser);
    for (const words of ['Firefox · Linux', 'Endereço 127.0.0.1, na rede local', 'Este navegador'])
      expect(text).toContain(words);
    expect(text).toContain('descobri-la exigiria consultar um serviço externo');
    expect(text).not.toContain('Encerrar as outras');
    expect(text).not.toContain(fingerprint(device));
    const second = await logIn('bia', '', 'curl/8');
    const later = await page(second.browser);
    expect(later).toContain('Navegador desconhecido');
    expect(later).toContain('Navegadores conhecidos');
    expect((await browser.page('/profile/security')).status).toBe(303);
  });

  test('ends one of the user’s visits and closes its pages, never another’s', async () => {
    await setSuper(testApp.kernel, testApp.people, 'ana');
    const { browser, session } = await logIn('ana');
    const { visitId, closed } = await visitBoreal();
    const text = await page(browser);
    expect(text).toContain('Visita a Boreal');
    const key = /hx-delete="\/profile\/sessions\/([0-9a-f]{24})"/.exec(text)?.[1] ?? '';
    const bia = (await logIn('bia')).browser;
    expect((await bia.part('DELETE', `/profile/sessions/${key}`)).status).toBe(404);
    expect(closed()).toEqual([]);
    expect((await browser.part('DELETE', `/profile/sessions/${key}`)).status).toBe(204);
    expect(closed()).toEqual(['expired']);
    expect(await page(browser)).not.toContain('Visita a');
    expect(await reported()).toEqual([['session.closed', 'Ana', '']]);
    expect((await createBrowser(testApp.app, visitId).page('/tickets')).status).toBe(303);
    expect((await createBrowser(testApp.app, session).page('/tags')).status).toBe(200);
  });

  test('a sign-in as somebody else ends the session of this browser and closes its tabs', async () => {
    const { session } = await logIn('ana');
    const { aurora } = testApp.people.companyId;
    const closed = await listen(session, aurora, testApp.people.userId.ana);
    const reply = await (await testApp.as()).raw('/login', {
      method: 'POST',
      body: new URLSearchParams({ email: emailOf('davi'), password: PASSWORD }),
      headers: { Accept: 'text/html', Cookie: `sid=${session}` },
    });
    expect([reply.status, closed()]).toEqual([303, ['expired']]);
    expect((await createBrowser(testApp.app, session).page('/tickets')).status).toBe(303);
  });

  test('ends all other sessions but not the current one', async () => {
    await setSuper(testApp.kernel, testApp.people, 'ana');
    const { browser } = await logIn('ana');
    await visitBoreal();
    expect(await page(browser)).toContain('Encerrar as outras');
    expect((await browser.part('DELETE', '/profile/sessions')).status).toBe(204);
    const left = await testApp.kernel.platform.db.select().from(sessions);
    expect(left.map(({ visitorId }) => visitorId)).toEqual([null]);
    expect((await browser.part('DELETE', '/profile/sessions')).status).toBe(204);
    expect(await reported()).toEqual([['session.closed', 'Ana', '']]);
    expect((await browser.page('/tags')).status).toBe(200);
  });

  test('removes only the user’s own browser and audits it', async () => {
    const first = await logIn('bia');
    const second = await logIn('bia', '', 'curl/8');
    const [row] = await testApp.kernel.platform.db
      .select()
      .from(devices)
      .where(eq(devices.hash, fingerprint(first.device)));
    const path = `/profile/devices/${row?.id}`;
    expect((await (await logIn('ana')).browser.part('DELETE', path)).status).toBe(404);
    expect((await second.browser.part('DELETE', path)).status).toBe(204);
    expect((await second.browser.part('DELETE', path)).status).toBe(404);
    expect(await reported()).toEqual([['session.deviceForgotten', 'Bia', 'Firefox · Linux']]);
  });
});

describe('administrator', () => {
  test('ends all sessions of a user at once and audits it', async () => {
    const { session, browser } = await logIn('bia');
    const { companyId, userId } = testApp.people;
    const closed = await listen(session, companyId.aurora, userId.bia);
    const ana = await testApp.as('ana');
    expect((await ana.part('GET', `/users/${userId.bia}/security`)).text).toContain('1 sessão aberta');
    expect((await ana.part('DELETE', `/users/${userId.bia}/sessions`)).status).toBe(204);
    expect(closed()).toEqual(['expired']);
    expect((await browser.page('/tickets')).status).toBe(303);
    expect(await reported()).toEqual([['user.signedOut', 'Ana', 'Bia']]);
    for (const name of ['bia', 'rui'] as const)
      expect((await (await testApp.as(name)).part('DELETE', `/users/${userId.ana}/sessions`)).status).toBe(
        403,
      );
    await setSuper(testApp.kernel, testApp.people, 'rui');
    expect((await ana.part('DELETE', `/users/${userId.rui}/sessions`)).status).toBe(403);
  });
});

describe('sign-in alert mail', () => {
  test('is sent once per new browser in the user’s language', async () => {
    await (await testApp.systemScope()).write((tx) =>
      tx.db.update(users).set({ language: 'en' }).where(eq(users.id, testApp.people.userId.bia)),
    );
    await logIn('bia', '', 'curl/8');
    expect(await mailbox.read()).toEqual([]);
    const { device } = await logIn('bia');
    const letters = await mailbox.read();
    expect(letters).toMatchObject([{ to: emailOf('bia'), subject: 'New sign-in to your account' }]);
    for (const words of ['Firefox, Linux', '127.0.0.1', 'March 10, 2026'])
      expect(letters[0]?.text).toContain(words);
    expect((await logIn('bia', device)).device).toBe(device);
    expect(await mailbox.read()).toEqual([]);
    await logIn('caio');
    expect((await logIn('caio', device)).device).toBe(device);
    expect(await mailbox.read()).toMatchObject([{ to: emailOf('caio'), subject: 'Novo acesso à sua conta' }]);
    expect((await logIn('bia', 'planted')).device).not.toBe('planted');
    expect(await mailbox.read()).toHaveLength(1);
  });

  test('is not sent when disabled and is limited to five', async () => {
    const { browser } = await logIn('bia');
    await mailbox.read();
    expect((await browser.part('PUT', '/profile/alerts', { value: 'false' })).status).toBe(204);
    expect(await page(browser)).not.toMatch(/id="sign-in-alerts"[^>]*checked/);
    const second = await logIn('bia');
    expect(await mailbox.read()).toEqual([]);
    await second.browser.part('PUT', '/profile/alerts', { value: 'true' });
    for (let n = 0; n < 8; n += 1) {
      testApp.clock.advance(60_000);
      await logIn('bia');
    }
    expect(await mailbox.read()).toHaveLength(5);
  });

  test('browsers unseen for longer than the cookie lifetime are removed', async () => {
    const { device } = await logIn('bia');
    const left = async () => (await testApp.kernel.platform.db.select().from(devices)).length;
    expect(device).not.toBe('');
    testApp.clock.advance(399 * DAY);
    await forgetOldDevices(testApp.kernel);
    expect(await left()).toBe(1);
    testApp.clock.advance(2 * DAY);
    await forgetOldDevices(testApp.kernel);
    expect(await left()).toBe(0);
  });
});

describe('guessing at an account', () => {
  const from = (n: number) => `10.${n >> 8}.${n & 255}.1`;
  const tries = async (address: string, password: string, device = '') => {
    const reply = await testApp.app.fetch(
      new Request('http://desk.test/auth/login', {
        method: 'POST',
        headers: {
          Host: 'desk.test',
          'Content-Type': 'application/json',
          Origin: 'http://desk.test',
          ...(device && { Cookie: `did=${device}` }),
        },
        body: JSON.stringify({ email: emailOf('bia'), password }),
      }),
      { peer: address },
    );
    return reply.status;
  };

  test('does not lock out a known browser, whose cookie alone grants nothing', async () => {
    const { device } = await logIn('bia');
    const { guard } = testApp.kernel.services.passwordTries;
    const knock = (address: string) => {
      try {
        guard.take(emailOf('bia'), { address });
        return true;
      } catch {
        return false;
      }
    };
    // From here on no password is checked: that would take a tenth of a second each.
    expect(Array.from({ length: 130 }, (_, n) => knock(from(n))).filter(Boolean)).toHaveLength(100);
    expect(await tries('203.0.113.50', PASSWORD)).toBe(429);
    for (let n = 0; n < 12; n += 1) knock('203.0.113.51');
    expect(await tries('203.0.113.51', PASSWORD, device)).toBe(200);
    const wrong = await Promise.all(Array.from({ length: 11 }, () => tries('203.0.113.52', 'wrong', device)));
    expect(wrong.filter((status) => status === 401)).toHaveLength(10);
    expect(await tries('203.0.113.50', PASSWORD, 'x'.repeat(32))).toBe(429);
  });
});
