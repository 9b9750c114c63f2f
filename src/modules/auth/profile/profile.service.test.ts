import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { users } from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { browserAt, emailOf, PASSWORD } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { signIn } from '../auth.service.ts';

let testApp: TestApp;
let bia: Browser;

beforeAll(async () => {
  testApp = await createTestApp();
  bia = await testApp.as('bia');
});
afterAll(() => testApp.stop());

const NEW_PASSWORD = 'outra senha comprida';
const change = (form: Record<string, string>) =>
  bia.part('PUT', '/profile', { name: 'Bia', email: emailOf('bia'), ...form });
const row = async () => {
  const scope = await testApp.systemScope();
  const [found] = await scope.db.select().from(users).where(eq(users.id, testApp.people.userId.bia));
  return found;
};
const canSignIn = (email: string, password: string) =>
  signIn(testApp.kernel, { email, password, browser: browserAt(crypto.randomUUID()) }).then(
    () => true,
    () => false,
  );

describe('own profile', () => {
  test('changes the name without a password and notifies colleagues', async () => {
    const received = await testApp.listenAs('ana');
    expect((await change({ name: 'Beatriz' })).status).toBe(204);
    await testApp.settle();
    expect((await row())?.name).toBe('Beatriz');
    const reported = received.map((message) => message.data as { user?: { name: string } });
    expect(reported.some((data) => data.user?.name === 'Beatriz')).toBe(true);
  });

  test('grants no permissions', async () => {
    const rights = { profile: 'admin', super: 'true', allTicket: 'enabled', id: '1' };
    expect((await change({ ...rights, companyId: '2' })).status).toBe(403);
    expect((await row())?.name).toBe('Beatriz');
    await change(rights);
    expect(await row()).toMatchObject({ profile: 'user', super: false, allTicket: false, name: 'Bia' });
  });

  const refused: [string, Record<string, string>][] = [
    ['a password without the present one', { password: NEW_PASSWORD }],
    ['a password with a wrong one', { password: NEW_PASSWORD, currentPassword: 'wrong wrong' }],
    ['another e-mail without a password', { email: 'bia@new.test' }],
    ['a short password', { password: 'short', currentPassword: PASSWORD }],
    ['a common password', { password: 'password123', currentPassword: PASSWORD }],
    ['a colleague’s e-mail', { email: emailOf('caio'), currentPassword: PASSWORD }],
    ['an e-mail of another company', { email: emailOf('davi').toUpperCase(), currentPassword: PASSWORD }],
    ['an e-mail that is none', { email: 'bia', currentPassword: PASSWORD }],
    ['no name', { name: ' ' }],
  ];
  for (const [name, form] of refused) {
    test(`${name} is rejected and the form omits passwords`, async () => {
      const before = await row();
      const reply = await change(form);
      expect(reply.status).toBe(422);
      for (const secret of [PASSWORD, NEW_PASSWORD, 'wrong wrong']) expect(reply.text).not.toContain(secret);
      expect(await row()).toEqual(before);
    });
  }

  test('changes the e-mail, replacing the previous one for sign-in', async () => {
    expect((await change({ email: 'Bia.Nova@Aurora.test', currentPassword: PASSWORD })).status).toBe(204);
    expect((await row())?.email).toBe('bia.nova@aurora.test');
    expect([
      await canSignIn('bia.nova@aurora.test', PASSWORD),
      await canSignIn(emailOf('bia'), PASSWORD),
    ]).toEqual([true, false]);
    bia = await testApp.as('bia');
    expect((await change({ currentPassword: PASSWORD })).status).toBe(204);
  });

  test('changes the password and preserves the current session', async () => {
    expect((await change({ password: NEW_PASSWORD, currentPassword: PASSWORD })).status).toBe(204);
    expect((await bia.json('GET', '/auth/me')).status).toBe(200);
    expect([
      await canSignIn(emailOf('bia'), PASSWORD),
      await canSignIn(emailOf('bia'), NEW_PASSWORD),
    ]).toEqual([false, true]);
  });

  test('limits e-mail changes to five a day without revealing accounts', async () => {
    testApp.clock.advance(24 * 60 * 60_000);
    bia = await testApp.as('bia');
    const currentPassword = NEW_PASSWORD;
    const ask = async (email: string) => (await change({ email, currentPassword })).status;
    const asked = [emailOf('davi'), 'free.one@x.test', emailOf('ana'), 'free.two@x.test', emailOf('davi')];
    const answers = [];
    for (const email of asked) answers.push(await ask(email));
    expect(answers).toEqual([422, 204, 422, 204, 422]);
    const before = await row();
    for (const email of [emailOf('davi'), 'free.three@x.test'])
      expect((await change({ email, currentPassword })).text).toContain('muitas vezes hoje');
    expect(await row()).toEqual(before);
    expect((await change({ name: 'Bia', email: 'free.two@x.test' })).status).toBe(204);
    testApp.clock.advance(24 * 60 * 60_000);
    bia = await testApp.as('bia');
    expect(await ask(emailOf('bia'))).toBe(204);
  });

  test('responds the same for every unavailable e-mail', async () => {
    const texts = [];
    for (const email of [emailOf('davi'), emailOf('caio')])
      texts.push((await change({ email, currentPassword: NEW_PASSWORD })).text.replaceAll(email, ''));
    expect(texts[0]).toBe(texts[1] ?? '');
    expect(texts[0]).toContain('não pode ser usado');
  });

  test('requires a session', async () => {
    const stranger = await testApp.as();
    const reply = await stranger.part('PUT', '/profile', { name: 'X', email: 'x@y.test' });
    expect(reply.headers.get('HX-Redirect')).toBe('/login');
  });
});
