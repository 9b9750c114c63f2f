import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { devices, sessions } from '@db/platform/schema/index.ts';
import { auditEntries, users } from '@db/tenant/schema/index.ts';
import { type Browser, createBrowser } from '@test/support/app.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { type Mailbox, mailboxOf } from '@test/support/mailbox.ts';
import { emailOf, PASSWORD, type PersonName, setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { fingerprint } from '@/kernel/secrets.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { forgetOldDevices } from './devices.service.ts';
import { findSessionActor, startVisit } from './sessions.service.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const DAY = 86_400_000;
let desk: TestDesk;
let mailbox: Mailbox;
const desks: TestDesk[] = [];
beforeEach(async () => {
  desk = await createTestDesk();
  mailbox = mailboxOf(desk);
  desks.push(desk);
});
afterAll(() => Promise.all(desks.map((one) => one.stop())));

/** `device` is the cookie of a browser that was here before. */
async function logIn(name: PersonName, device = '', agent = FIREFOX) {
  const reply = await (await desk.as()).raw('/login', {
    method: 'POST',
    body: new URLSearchParams({ email: emailOf(name), password: PASSWORD }),
    headers: { Accept: 'text/html', 'User-Agent': agent, ...(device && { Cookie: `did=${device}` }) },
  });
  const cookie = (key: string) =>
    new RegExp(`(?:^|\n)${key}=([^;]+)`).exec(reply.headers.getSetCookie().join('\n'))?.[1] ?? '';
  const session = cookie('sid');
  return { status: reply.status, session, device: cookie('did'), browser: createBrowser(desk.app, session) };
}
/** What the audit tells of sessions, with whom or what it was done to. */
const told = async () =>
  (await (await desk.systemScope()).db.select().from(auditEntries))
    .filter(({ action }) => /^session|^user/.test(action) && action !== 'session.began')
    .map(({ action, personName, subjectName }) => [action, personName, subjectName]);
const page = async (browser: Browser) => (await browser.page('/profile/security')).text;
/** Ana looks at the other company, with a page open there. */
async function visitBoreal() {
  const { companyId, userId } = desk.cast;
  const visitor = { companyId: companyId.aurora, id: userId.ana };
  const visitId = await startVisit(desk.kernel, { companyId: companyId.boreal, visitor });
  const actor = await findSessionActor(desk.kernel, fingerprint(visitId));
  if (!actor) throw new Error('no visit');
  const closed: string[] = [];
  desk.kernel.hub.add({ actor, deliver: () => undefined, close: (reason) => void closed.push(reason) });
  return { visitId, closed: () => closed };
}
/** Whether an open page of the session is told to go. */
async function listen(session: string, companyId: number, userId: number): Promise<() => string[]> {
  const actor = await loadActor(desk.kernel, companyId, userId, fingerprint(session));
  if (!actor) throw new Error('nobody');
  const closed: string[] = [];
  desk.kernel.hub.add({ actor, deliver: () => undefined, close: (reason) => void closed.push(reason) });
  return () => closed;
}

describe('the page of own sessions', () => {
  test('names browser, system and address, and says what is not known', async () => {
    const { browser, device } = await logIn('bia');
    const text = await page(browser);
    for (const words of ['Firefox · Linux', 'Endereço 127.0.0.1, da rede local', 'Este navegador'])
      expect(text).toContain(words);
    expect(text).toContain('descobri-lo seria perguntar a alguém de fora');
    expect(text).not.toContain('Encerrar as outras');
    expect(text).not.toContain(fingerprint(device));
    const second = await logIn('bia', '', 'curl/8');
    const later = await page(second.browser);
    expect(later).toContain('Navegador desconhecido');
    // The one before has ended, and its browser is remembered.
    expect(later).toContain('Navegadores em que você já entrou');
    expect((await browser.page('/profile/security')).status).toBe(303);
  });

  test('ends a visit, whose pages close at once, and nobody else’s', async () => {
    await setSuper(desk.kernel, desk.cast, 'ana');
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
    expect(await told()).toEqual([['session.closed', 'Ana', '']]);
    expect((await createBrowser(desk.app, visitId).page('/tickets')).status).toBe(303);
    expect((await createBrowser(desk.app, session).page('/tags')).status).toBe(200);
  });

  test('ends all others and stays', async () => {
    await setSuper(desk.kernel, desk.cast, 'ana');
    const { browser } = await logIn('ana');
    await visitBoreal();
    expect(await page(browser)).toContain('Encerrar as outras');
    expect((await browser.part('DELETE', '/profile/sessions')).status).toBe(204);
    const left = await desk.kernel.platform.db.select().from(sessions);
    expect(left.map(({ visitorId }) => visitorId)).toEqual([null]);
    expect((await browser.part('DELETE', '/profile/sessions')).status).toBe(204);
    expect(await told()).toEqual([['session.closed', 'Ana', '']]);
    expect((await browser.page('/tags')).status).toBe(200);
  });

  test('forgets a browser of one’s own only, with the session in it', async () => {
    const first = await logIn('bia');
    const second = await logIn('bia', '', 'curl/8');
    const [row] = await desk.kernel.platform.db
      .select()
      .from(devices)
      .where(eq(devices.hash, fingerprint(first.device)));
    const path = `/profile/devices/${row?.id}`;
    expect((await (await logIn('ana')).browser.part('DELETE', path)).status).toBe(404);
    expect((await second.browser.part('DELETE', path)).status).toBe(204);
    expect((await second.browser.part('DELETE', path)).status).toBe(404);
    expect(await told()).toEqual([['session.deviceForgotten', 'Bia', 'Firefox · Linux']]);
  });
});

describe('an administrator', () => {
  test('ends all sessions of a person, at once, and the audit tells', async () => {
    const { session, browser } = await logIn('bia');
    const { companyId, userId } = desk.cast;
    const closed = await listen(session, companyId.aurora, userId.bia);
    const ana = await desk.as('ana');
    expect((await ana.part('GET', `/users/${userId.bia}/security`)).text).toContain('1 sessão aberta');
    expect((await ana.part('DELETE', `/users/${userId.bia}/sessions`)).status).toBe(204);
    expect(closed()).toEqual(['expired']);
    expect((await browser.page('/tickets')).status).toBe(303);
    expect(await told()).toEqual([['user.signedOut', 'Ana', 'Bia']]);
    for (const name of ['bia', 'rui'] as const)
      expect((await (await desk.as(name)).part('DELETE', `/users/${userId.ana}/sessions`)).status).toBe(403);
    // Whoever runs a company has no power over the platform's people.
    await setSuper(desk.kernel, desk.cast, 'rui');
    expect((await ana.part('DELETE', `/users/${userId.rui}/sessions`)).status).toBe(403);
  });
});

describe('a mail about a sign-in', () => {
  test('goes out once for each new browser, in the language of the person', async () => {
    await (await desk.systemScope()).write((tx) =>
      tx.db.update(users).set({ language: 'en' }).where(eq(users.id, desk.cast.userId.bia)),
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
    // Another person at the same browser is new to it, and keeps its cookie.
    await logIn('caio');
    expect((await logIn('caio', device)).device).toBe(device);
    expect(await mailbox.read()).toMatchObject([{ to: emailOf('caio'), subject: 'Novo acesso à sua conta' }]);
    // A cookie that we did not give is replaced.
    expect((await logIn('bia', 'planted')).device).not.toBe('planted');
    expect(await mailbox.read()).toHaveLength(1);
  });

  test('is not sent to whoever wants none, nor without end', async () => {
    const { browser } = await logIn('bia');
    await mailbox.read();
    expect((await browser.part('PUT', '/profile/alerts', { value: 'false' })).status).toBe(204);
    expect(await page(browser)).not.toMatch(/id="sign-in-alerts"[^>]*checked/);
    const second = await logIn('bia');
    expect(await mailbox.read()).toEqual([]);
    await second.browser.part('PUT', '/profile/alerts', { value: 'true' });
    for (let n = 0; n < 8; n += 1) {
      desk.clock.advance(60_000);
      await logIn('bia');
    }
    expect(await mailbox.read()).toHaveLength(5);
  });

  test('a browser that was not seen for longer than its cookie lives is forgotten', async () => {
    const { device } = await logIn('bia');
    const left = async () => (await desk.kernel.platform.db.select().from(devices)).length;
    expect(device).not.toBe('');
    desk.clock.advance(399 * DAY);
    await forgetOldDevices(desk.kernel);
    expect(await left()).toBe(1);
    desk.clock.advance(2 * DAY);
    await forgetOldDevices(desk.kernel);
    expect(await left()).toBe(0);
  });
});

describe('strangers who hammer an account', () => {
  const from = (n: number) => `10.${n >> 8}.${n & 255}.1`;
  const tries = async (address: string, password: string, device = '') => {
    const reply = await desk.app.fetch(
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

  test('do not keep a known browser out, wherever it is by now; and its cookie alone opens nothing', async () => {
    const { device } = await logIn('bia');
    const { door } = desk.kernel.services.passwordTries;
    const knock = (address: string) => {
      try {
        door.take(emailOf('bia'), { address });
        return true;
      } catch {
        return false;
      }
    };
    // Here and below no password is checked: that would take a tenth of a second each.
    expect(Array.from({ length: 130 }, (_, n) => knock(from(n))).filter(Boolean)).toHaveLength(100);
    expect(await tries('203.0.113.50', PASSWORD)).toBe(429);
    // The strangers sit at the very address where the browser is now.
    for (let n = 0; n < 12; n += 1) knock('203.0.113.51');
    expect(await tries('203.0.113.51', PASSWORD, device)).toBe(200);
    const wrong = await Promise.all(Array.from({ length: 11 }, () => tries('203.0.113.52', 'wrong', device)));
    expect(wrong.filter((status) => status === 401)).toHaveLength(10);
    // Nor does it help with another account.
    expect(await tries('203.0.113.50', PASSWORD, 'x'.repeat(32))).toBe(429);
  });
});
