import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { companies, platformSettings } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { emailOf, PASSWORD } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

describe('sign-in pages', () => {
  test('redirect signed-in users home', async () => {
    for (const path of ['/login', '/forgetpsw']) {
      const reply = await (await testApp.as('bia')).page(path);
      expect([path, reply.status, reply.headers.get('Location')]).toEqual([path, 302, '/']);
    }
  });

  test('link to password recovery and back', async () => {
    const stranger = await testApp.as();
    expect((await stranger.page('/login')).text).toContain('href="/forgetpsw"');
    const { status, text } = await stranger.page('/forgetpsw');
    expect(status).toBe(200);
    expect(text).toContain('Enviar Email');
    expect(text).toContain('href="/login"');
  });

  test('allow indexing of sign-in but not of recovery', async () => {
    const stranger = await testApp.as();
    expect((await stranger.page('/login')).text).not.toContain('noindex');
    expect((await stranger.page('/forgetpsw')).text).toContain('<meta name="robots" content="noindex"/>');
  });

  test('link to registration only when shown and allowed by the platform', async () => {
    const shown = async (viewregister: string, allowregister: string) => {
      await testApp.kernel.platform.write(async (tx) => {
        for (const [key, value] of Object.entries({ viewregister, allowregister }))
          await tx
            .insert(platformSettings)
            .values({ key, value })
            .onConflictDoUpdate({ target: platformSettings.key, set: { value } });
      });
      return (await (await testApp.as()).page('/login')).text.includes('href="/signup"');
    };
    expect(await shown('disabled', 'enabled')).toBe(false);
    expect(await shown('enabled', 'disabled')).toBe(false);
    expect(await shown('enabled', 'enabled')).toBe(true);
    expect(await shown('disabled', 'disabled')).toBe(false);
  });
});

test('agents of a company whose subscription is over read what to do, also once signed in', async () => {
  const bia = await testApp.as('bia');
  const setDue = (dueDate: Date | null) =>
    testApp.kernel.platform.write((tx) =>
      tx.update(companies).set({ dueDate }).where(eq(companies.id, testApp.people.companyId.aurora)),
    );
  await setDue(new Date(0));
  const refused = await (await testApp.as()).part('POST', '/login', {
    email: emailOf('bia'),
    password: PASSWORD,
  });
  const wrong = await (await testApp.as()).part('POST', '/login', {
    email: emailOf('bia'),
    password: 'wrong password',
  });
  const { text } = await bia.page('/login');
  await setDue(null);
  for (const page of [refused.text, text]) expect(page).toMatch(/venceu em [\d/]+\. Peça a quem administra/);
  expect(wrong.text).not.toContain('Peça a quem administra');
});

describe('after signing in', () => {
  const page = { Accept: 'text/html' };
  const cookiesOf = (reply: Response) =>
    reply.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');

  async function signIn(cookie: string): Promise<Response> {
    const body = new URLSearchParams({ email: emailOf('bia'), password: PASSWORD });
    const stranger = await testApp.as();
    return stranger.raw('/login', { method: 'POST', body, headers: { ...page, Cookie: cookie } });
  }

  test('a person sees the page that was asked for before, once', async () => {
    const stranger = await testApp.as();
    const reply = await stranger.raw('/contacts?searchParam=maria', { headers: page });
    expect(reply.headers.get('Location')).toBe('/login');
    const signedIn = await signIn(cookiesOf(reply));
    expect(signedIn.headers.get('Location')).toBe('/contacts?searchParam=maria');
    expect(signedIn.headers.getSetCookie().some((one) => /^asked=;.*Max-Age=0/.test(one))).toBe(true);
  });

  test('and the page on which the session was lost', async () => {
    const stranger = await testApp.as();
    const headers = { ...page, 'HX-Request': 'true', 'HX-Current-URL': 'http://desk.test/tags?page=2' };
    const reply = await stranger.raw('/tags/new', { headers });
    expect(reply.headers.get('HX-Redirect')).toBe('/login');
    expect((await signIn(cookiesOf(reply))).headers.get('Location')).toBe('/tags?page=2');
  });

  test('and the page on which browser code found the session ended; another site leads nowhere', async () => {
    const asked = async (login: string, from: string) => {
      const stranger = await testApp.as();
      const reply = await stranger.raw(login, { headers: { ...page, Referer: from } });
      return (await signIn(cookiesOf(reply))).headers.get('Location');
    };
    for (const reason of ['expired', 'elsewhere'])
      expect(await asked(`/login?ended=${reason}`, 'http://desk.test/tags?page=2')).toBe('/tags?page=2');
    expect(await asked('/login', 'http://desk.test/tags')).toBe('/');
    for (const from of [
      'https://evil.example/tags',
      'http://desk.test.evil.example/tags',
      'http://desk.test@evil.example/tags',
      'http://desk.test//evil.example/tags',
      'http://desk.test/\\evil.example/tags',
    ])
      expect([from, await asked('/login?ended=expired', from)]).toEqual([from, '/']);
  });

  test('a part, an image or another site is no such page', async () => {
    const stranger = await testApp.as();
    for (const headers of [
      { 'HX-Request': 'true', 'HX-Current-URL': 'http://[' },
      { 'Sec-Fetch-Dest': 'image' },
    ] as Record<string, string>[])
      expect(cookiesOf(await stranger.raw('/tags', { headers: { ...page, ...headers } }))).not.toContain(
        'asked=',
      );
    for (const asked of ['//evil.example/', '/\\evil.example/', 'https://evil.example/', 'tags'])
      expect((await signIn(`asked=${encodeURIComponent(asked)}`)).headers.get('Location')).toBe('/');
  });
});

describe('subscription expiry notice', () => {
  async function reported(dueDate: string | null): Promise<string[]> {
    await testApp.kernel.platform.write(async (tx) => {
      const due = dueDate === null ? null : new Date(dueDate);
      await tx
        .update(companies)
        .set({ dueDate: due })
        .where(eq(companies.id, testApp.people.companyId.aurora));
    });
    const stranger = await testApp.as();
    const body = new URLSearchParams({ email: emailOf('bia'), password: PASSWORD });
    const reply = await stranger.raw('/login', { method: 'POST', body, headers: { Accept: 'text/html' } });
    expect([reply.status, reply.headers.get('Location')]).toEqual([303, '/']);
    const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const page = await stranger.raw('/tags', {
      headers: { Accept: 'text/html', Cookie: cookies.join('; ') },
    });
    const sent = (await page.text()).replace(/<script[^>]*>[^<]*<\/script>/g, '');
    return [...sent.matchAll(/Sua assinatura[^<"&]*/g)].map(([text]) => text);
  }

  for (const [dueDate, text] of [
    ['2026-03-10T23:00:00Z', 'Sua assinatura vence hoje.'],
    ['2026-03-11T15:00:00Z', 'Sua assinatura vence em 1 dia.'],
    ['2026-03-14T12:00:00Z', 'Sua assinatura vence em 4 dias.'],
  ] as const) {
    test(`on ${dueDate}: ${text}`, async () => {
      expect(await reported(dueDate)).toEqual([text]);
    });
  }

  for (const dueDate of ['2026-03-15T12:00:00Z', '2027-01-01T00:00:00Z', null]) {
    test(`is not shown for ${dueDate ?? 'never'}`, async () => {
      expect(await reported(dueDate)).toEqual([]);
    });
  }
});

test('the account menu shows the due date to administrators only', async () => {
  await testApp.kernel.platform.write(async (tx) => {
    await tx
      .update(companies)
      .set({ dueDate: new Date('2026-12-31T12:00:00Z') })
      .where(eq(companies.id, testApp.people.companyId.aurora));
  });
  const menuOf = async (name: 'ana' | 'bia') =>
    (await (await testApp.as(name)).page('/tags')).text.split('id="account-menu"')[1]?.split('</form>')[0] ??
    '';
  expect(await menuOf('ana')).toContain('31/12/2026');
  expect(await menuOf('bia')).not.toContain('31/12/2026');
});
