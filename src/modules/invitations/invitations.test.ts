import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { invitations, plans } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { withFullHashQueue } from '@test/support/hash-queue.ts';
import { linkIn, type Mailbox, mailboxOf } from '@test/support/mailbox.ts';
import { emailOf, type PersonName, setSuper } from '@test/support/people.ts';
import { MailFailure } from '@/modules/mail/mail-transport.client.ts';
import { createMailRounds } from '@/modules/mail/send-mails.jobs.ts';

const DAY = 86_400_000;
const SECRET = 'uma senha bem comprida';

let testApp: TestApp;
let mailbox: Mailbox;
let made = 0;

beforeAll(async () => {
  testApp = await createTestApp();
  mailbox = mailboxOf(testApp);
  await testApp.kernel.platform.write((tx) => tx.update(plans).set({ users: 100 }));
});
afterAll(() => testApp.stop());

type Listed = { users: { id: number; email: string; invited: boolean }[] };
const stranger = () => testApp.as();
const part = async (who: PersonName, method: string, path: string, body?: Record<string, string>) =>
  (await testApp.as(who)).part(method, path, body);
async function invite(): Promise<{ userId: number; email: string; link: string }> {
  made += 1;
  const email = `lia${made}@aurora.test`;
  await mailbox.read();
  const reply = await part('ana', 'POST', '/users', {
    name: 'Lia Prado',
    email,
    password: 'typed',
    invite: 'true',
  });
  expect(reply.status).toBe(204);
  const letters = await mailbox.read();
  expect(letters).toMatchObject([{ to: email, subject: 'Convite para atender em Aurora' }]);
  return { userId: await idOf(email), email, link: linkIn(letters) };
}
const listed = async () => (await (await testApp.as('ana')).json<Listed>('GET', '/users')).body.users;
const idOf = async (email: string) => (await listed()).find((user) => user.email === email)?.id ?? 0;
const stateOf = async (email: string) => (await listed()).find((user) => user.email === email)?.invited;
const accept = async (link: string, password = SECRET) =>
  (await stranger()).part('POST', link, { name: 'Lia P.', password });
const signIn = async (email: string, password = SECRET) =>
  (await (await stranger()).json('POST', '/auth/login', { email, password })).status;

describe('invitation refused by the mail server', () => {
  test('is reported once to other administrators and in its dialog', async () => {
    const box = testApp.kernel.services.mailTransport;
    const refusing = async ({ to }: { to: string }) => {
      if (to === 'errado@aurora.test') throw new MailFailure('refused', '550 no such user');
    };
    await mailbox.read();
    const dialog = async (userId: number) =>
      (await (await testApp.as('ana')).page(`/users/${userId}/invitation`)).text;
    try {
      testApp.kernel.services.mailTransport = { check: async () => undefined, send: refusing };
      const body = { name: 'Lia Prado', email: 'errado@aurora.test', password: '', invite: 'true' };
      expect((await part('ana', 'POST', '/users', body)).status).toBe(204);
      await testApp.settle();
      await createMailRounds(testApp.kernel)();
      await testApp.settle();
    } finally {
      testApp.kernel.services.mailTransport = box;
    }
    const letters = await mailbox.read();
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      [emailOf('ana'), 'O convite para errado@aurora.test não chegou'],
    ]);
    expect(letters[0]?.text).toContain('550 no such user');
    expect(await dialog(await idOf('errado@aurora.test'))).toContain(
      'O e-mail não foi aceito (550 no such user)',
    );
    const { userId } = await invite();
    expect(await dialog(userId)).not.toContain('não foi aceito');
    testApp.kernel.services.mailHealth.failed(new MailFailure('down', '535 wrong password'));
    const text = await dialog(userId);
    expect(text).toContain('O servidor de e-mail não está funcionando');
    expect(text).not.toContain('Novo link por e-mail');
    expect(text).not.toContain('535');
    testApp.kernel.services.mailHealth.worked();
  });
});

describe('invited user', () => {
  test('sets name and password by the link once and is logged in', async () => {
    const { email, link } = await invite();
    expect(await stateOf(email)).toBe(true);
    expect((await (await testApp.as('ana')).page('/users')).text).toContain('Convidado');
    const { text } = await (await stranger()).page(link);
    expect(text).toContain(email);
    expect(text).toContain('Aurora');
    const done = await accept(link);
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/']);
    expect(done.headers.getSetCookie().join()).toMatch(/sid=[^;]+/);
    expect([await signIn(email), await stateOf(email)]).toEqual([200, false]);
    expect((await accept(link)).status).toBe(404);
  });

  test('is accepted only once by two concurrent requests', async () => {
    const { link } = await invite();
    const replies = await Promise.all([accept(link, `${SECRET} a`), accept(link, `${SECRET} b`)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 404]);
  });

  test('can use the link again when too many passwords wait to be hashed', async () => {
    const { link } = await invite();
    await withFullHashQueue(async () => expect((await accept(link)).status).toBe(429));
    expect((await accept(link)).status).toBe(303);
  });

  test('cannot choose a short or common password', async () => {
    const { link } = await invite();
    for (const password of ['1234567', 'password123', '']) {
      const reply = await accept(link, password);
      expect(reply.status).toBe(422);
      if (password) expect(reply.text).not.toContain(password);
    }
    expect((await accept(link)).status).toBe(303);
  });
});

describe('invitation link', () => {
  test('expires after a week, a renewal, a cancellation or an e-mail change', async () => {
    const week = await invite();
    testApp.clock.advance(7 * DAY);
    for (const [language, words] of [
      ['pt-BR', 'peça outro a quem administra a sua empresa'],
      ['en', 'ask an administrator of your company for another one'],
      ['es', 'pida otra a quien administra su empresa'],
    ] as const) {
      const headers = { Accept: 'text/html', 'Accept-Language': language };
      const expired = await (await stranger()).raw(week.link, { headers });
      const text = await expired.text();
      expect([expired.status, text.includes(words), text.includes('href="/login"')]).toEqual([
        404,
        true,
        true,
      ]);
    }
    const renewed = await part('ana', 'POST', `/users/${week.userId}/invitation`);
    expect(renewed.text).toContain('/invitation/');
    const next = linkIn(await mailbox.read());
    expect(next).not.toBe(week.link);
    expect((await accept(week.link)).status).toBe(404);
    expect((await accept(next)).status).toBe(303);

    const cancelled = await invite();
    expect((await part('ana', 'DELETE', `/users/${cancelled.userId}/invitation`)).status).toBe(204);
    expect((await accept(cancelled.link)).status).toBe(404);

    const moved = await invite();
    await part('ana', 'PUT', `/users/${moved.userId}`, { email: 'nova.lia@aurora.test' });
    expect((await accept(moved.link)).status).toBe(404);
  });

  test('expires when an administrator sets a password, disables or deletes the user', async () => {
    const changes: ((path: string) => Promise<unknown>)[] = [
      (path) => part('ana', 'PUT', path, { password: 'outra senha comprida' }),
      (path) => part('ana', 'PUT', path, { active: 'false' }),
      (path) => part('ana', 'DELETE', path),
    ];
    for (const change of changes) {
      const { userId, link } = await invite();
      await change(`/users/${userId}`);
      expect((await accept(link)).status).toBe(404);
    }
  });

  test('can be shown again and is not stored in plain text', async () => {
    const { userId, link } = await invite();
    expect((await part('ana', 'GET', `/users/${userId}/invitation`)).text).toContain(link);
    const { text } = await (await testApp.as('ana')).page('/users');
    expect(text).toContain(`hx-trigger="click, proven:user-${userId}-invitation from:document"`);
    const rows = JSON.stringify(await testApp.kernel.platform.db.select().from(invitations));
    expect(rows).not.toContain(link.split('/').at(-1) ?? '');
  });

  test('can be copied when no mail server is configured', async () => {
    const { mailTransport } = testApp.kernel.services;
    testApp.kernel.services.mailTransport = null;
    await part('ana', 'POST', '/users', { name: 'Sem Mail', email: 'sem@aurora.test', invite: 'true' });
    const { text } = await part('ana', 'GET', `/users/${await idOf('sem@aurora.test')}/invitation`);
    const [, link = ''] = /data-copy="https?:\/\/[^/]+(\/invitation\/[\w-]+)"/.exec(text) ?? [];
    expect((await accept(link)).status).toBe(303);
    testApp.kernel.services.mailTransport = mailTransport;
  });
});

describe('inviting users', () => {
  test('is for administrators of the company, never for super administrators’ accounts', async () => {
    const { userId } = await invite();
    for (const who of ['bia', 'rui'] as const)
      for (const method of ['GET', 'POST', 'DELETE'])
        expect((await part(who, method, `/users/${userId}/invitation`)).status).toBe(403);
    expect((await part('davi', 'POST', `/users/${userId}/invitation`)).status).toBe(404);
    await setSuper(testApp.kernel, testApp.people, 'bia');
    expect((await part('ana', 'POST', `/users/${testApp.people.userId.bia}/invitation`)).status).toBe(403);
  });

  test('is refused with neither password nor invitation', async () => {
    const reply = await part('ana', 'POST', '/users', {
      name: 'Nada',
      email: 'nada@aurora.test',
      password: '',
    });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Obrigatório');
  });

  test('still makes a link when the daily mail limit is reached', async () => {
    const { userId } = await invite();
    const company = String(testApp.people.companyId.aurora);
    while (testApp.kernel.services.invitationMails.tryTake(company));
    const reply = await part('ana', 'POST', `/users/${userId}/invitation`);
    expect(reply.text).toContain('/invitation/');
    expect(await mailbox.read()).toEqual([]);
  });
});

test('the page of a used link has what happened as its heading, and the next step below', async () => {
  const { status, text } = await (await stranger()).page('/invitation/nenhum-convite-com-este-segredo');
  expect(status).toBe(404);
  expect(text).toMatch(/<h1[^>]*>Este convite não vale mais\.<\/h1>/);
  expect(text).toMatch(/<p[^>]*>Se você já escolheu a sua senha, é só entrar; senão, peça outro/);
});
