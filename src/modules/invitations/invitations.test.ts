import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { invitations, plans } from '@db/platform/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { linkIn, type Mailbox, mailboxOf } from '@test/support/mailbox.ts';
import { emailOf, type PersonName, setSuper } from '@test/support/people.ts';
import { MailFailure } from '@/modules/mail/mail-transport.ts';
import { createMailRounds } from '@/modules/mail/send-mails.ts';

const DAY = 86_400_000;
const SECRET = 'uma senha bem comprida';

let desk: TestDesk;
let mailbox: Mailbox;
let made = 0;

beforeAll(async () => {
  desk = await createTestDesk();
  mailbox = mailboxOf(desk);
  await desk.kernel.platform.write((tx) => tx.update(plans).set({ users: 100 }));
});
afterAll(() => desk.stop());

type Listed = { users: { id: number; email: string; invited: boolean }[] };
const stranger = () => desk.as();
const part = async (who: PersonName, method: string, path: string, body?: Record<string, string>) =>
  (await desk.as(who)).part(method, path, body);
async function invite(): Promise<{ userId: number; email: string; link: string }> {
  made += 1;
  const email = `lia${made}@aurora.test`;
  await mailbox.read();
  const reply = await part('ana', 'POST', '/users', {
    name: 'Lia Prado',
    email,
    password: '',
    invite: 'true',
  });
  expect(reply.status).toBe(204);
  const letters = await mailbox.read();
  expect(letters).toMatchObject([{ to: email, subject: 'Convite para atender em Aurora' }]);
  return { userId: await idOf(email), email, link: linkIn(letters) };
}
const listed = async () => (await (await desk.as('ana')).json<Listed>('GET', '/users')).body.users;
const idOf = async (email: string) => (await listed()).find((user) => user.email === email)?.id ?? 0;
const stateOf = async (email: string) => (await listed()).find((user) => user.email === email)?.invited;
const accept = async (link: string, password = SECRET) =>
  (await stranger()).part('POST', link, { name: 'Lia P.', password });
const signIn = async (email: string, password = SECRET) =>
  (await (await stranger()).json('POST', '/auth/login', { email, password })).status;

describe('an invitation that the mail server refuses', () => {
  test('is told to the company’s other administrators, once, and in its dialog', async () => {
    const box = desk.kernel.services.mailTransport;
    const refusing = async ({ to }: { to: string }) => {
      if (to === 'errado@aurora.test') throw new MailFailure('refused', '550 no such user');
    };
    await mailbox.read();
    const dialog = async (userId: number) =>
      (await (await desk.as('ana')).page(`/users/${userId}/invitation`)).text;
    try {
      desk.kernel.services.mailTransport = { check: async () => undefined, send: refusing };
      const body = { name: 'Lia Prado', email: 'errado@aurora.test', password: '', invite: 'true' };
      expect((await part('ana', 'POST', '/users', body)).status).toBe(204);
      await desk.settle();
      await createMailRounds(desk.kernel)();
      await desk.settle();
    } finally {
      desk.kernel.services.mailTransport = box;
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
    desk.kernel.services.mailHealth.failed(new MailFailure('down', '535 wrong password'));
    const text = await dialog(userId);
    expect(text).toContain('O servidor de e-mail está com problemas');
    expect(text).not.toContain('Novo link por e-mail');
    expect(text).not.toContain('535');
    desk.kernel.services.mailHealth.worked();
  });
});

describe('an invited person', () => {
  test('sets name and password by the link, and is in; it serves once', async () => {
    const { email, link } = await invite();
    expect(await stateOf(email)).toBe(true);
    expect((await (await desk.as('ana')).page('/users')).text).toContain('Convidado');
    const { text } = await (await stranger()).page(link);
    expect(text).toContain(email);
    expect(text).toContain('Aurora');
    const done = await accept(link);
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/']);
    expect(done.headers.getSetCookie().join()).toMatch(/sid=[^;]+/);
    expect([await signIn(email), await stateOf(email)]).toEqual([200, false]);
    expect((await accept(link)).status).toBe(404);
  });

  test('is let in once also when two accept at the same moment', async () => {
    const { link } = await invite();
    const replies = await Promise.all([accept(link, `${SECRET} a`), accept(link, `${SECRET} b`)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 404]);
  });

  test('cannot take a short or a common password', async () => {
    const { link } = await invite();
    for (const password of ['1234567', 'password123', '']) {
      const reply = await accept(link, password);
      expect(reply.status).toBe(422);
      if (password) expect(reply.text).not.toContain(password);
    }
    expect((await accept(link)).status).toBe(303);
  });
});

describe('a link', () => {
  test('ends after a week, with a new one, when it is cancelled, and with the person’s e-mail', async () => {
    const week = await invite();
    desk.clock.advance(7 * DAY);
    expect((await (await stranger()).page(week.link)).status).toBe(404);
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

  test('ends when an administrator sets a password, disables or deletes the person', async () => {
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

  test('is shown again to copy, and stands nowhere in the database', async () => {
    const { userId, link } = await invite();
    expect((await part('ana', 'GET', `/users/${userId}/invitation`)).text).toContain(link);
    const rows = JSON.stringify(await desk.kernel.platform.db.select().from(invitations));
    expect(rows).not.toContain(link.split('/').at(-1) ?? '');
  });

  test('is copied where no mail can be sent', async () => {
    const { mailTransport } = desk.kernel.services;
    desk.kernel.services.mailTransport = null;
    await part('ana', 'POST', '/users', { name: 'Sem Mail', email: 'sem@aurora.test', invite: 'true' });
    const { text } = await part('ana', 'GET', `/users/${await idOf('sem@aurora.test')}/invitation`);
    const [, link = ''] = /data-copy="https?:\/\/[^/]+(\/invitation\/[\w-]+)"/.exec(text) ?? [];
    expect((await accept(link)).status).toBe(303);
    desk.kernel.services.mailTransport = mailTransport;
  });
});

describe('who may invite', () => {
  test('are administrators, within their company, and nobody makes a link into the platform’s own account', async () => {
    const { userId } = await invite();
    for (const who of ['bia', 'rui'] as const)
      for (const method of ['GET', 'POST', 'DELETE'])
        expect((await part(who, method, `/users/${userId}/invitation`)).status).toBe(403);
    expect((await part('davi', 'POST', `/users/${userId}/invitation`)).status).toBe(404);
    await setSuper(desk.kernel, desk.cast, 'bia');
    expect((await part('ana', 'POST', `/users/${desk.cast.userId.bia}/invitation`)).status).toBe(403);
  });

  test('without a password and without an invitation nobody is made', async () => {
    const reply = await part('ana', 'POST', '/users', {
      name: 'Nada',
      email: 'nada@aurora.test',
      password: '',
    });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Obrigatório');
  });

  test('a company writes fifty mails a day at most; the link is made all the same', async () => {
    const { userId } = await invite();
    const company = String(desk.cast.companyId.aurora);
    while (desk.kernel.services.invitationMails.tryTake(company));
    const reply = await part('ana', 'POST', `/users/${userId}/invitation`);
    expect(reply.text).toContain('/invitation/');
    expect(await mailbox.read()).toEqual([]);
  });
});
