import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mails } from '@db/platform/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { type MailServer, startMailServer } from '@test/support/mail-server.ts';
import { emailOf, setSuper } from '@test/support/people.ts';
import type { SMTPServerOptions } from 'smtp-server';
import { platformScope } from '@/kernel/platform-scope.ts';
import { postMail } from './mail.service.ts';
import { createSmtp, MailFailure } from './mail-transport.ts';
import { createMailRounds } from './send-mails.ts';

const MINUTE = 60_000;
const FROM = { name: undefined, address: 'mesa@desk.test' };
let desk: TestDesk;
let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
  desk = await createTestDesk({
    env: { SMTP_URL: server.url, MAIL_FROM: 'Mesa <mesa@desk.test>', PUBLIC_URL: 'http://desk.test' },
  });
  await setSuper(desk.kernel, desk.cast, 'davi');
});
afterAll(async () => {
  await desk.stop();
  await server.stop();
});
beforeEach(async () => {
  use(server.url);
  desk.kernel.services.mailHealth.worked();
  await desk.kernel.platform.write((tx) => tx.delete(mails));
  server.mails.length = 0;
  desk.clock.advance(11 * MINUTE);
});

const use = (url: string) => {
  desk.kernel.services.mailTransport = createSmtp({ url, from: FROM });
};
const health = () => desk.kernel.services.mailHealth;
const page = async (path: string) => (await (await desk.as('davi')).page(path)).text;
const press = async () => (await desk.as('davi')).part('POST', '/settings/mails/test');
const post = (key: string) =>
  postMail(platformScope(desk.kernel), {
    ...{ kind: 'passwordReset:code', key, recipient: 'marta@padaria.test', language: 'pt', companyId: null },
    values: { name: 'Marta', code: '482913' },
  });

const BAD_PASSWORD: SMTPServerOptions = {
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: (_auth, _session, answer) => answer(Object.assign(new Error('no'), { responseCode: 535 })),
};
const UNUSABLE: [name: string, options: SMTPServerOptions | undefined, reason: RegExp][] = [
  ['whose certificate nobody signed', { disabledCommands: ['AUTH'] }, /self.signed|certificate/i],
  ['that refuses the password', BAD_PASSWORD, /535/],
  ['that is not there', undefined, /ECONNREFUSED|refused/i],
];

describe.each(UNUSABLE)('a server %s', (_name, options, reason) => {
  let other: MailServer | undefined;
  beforeEach(async () => {
    other = options && (await startMailServer(options));
    use((other?.url ?? 'smtp://127.0.0.1:1').replace('//', '//mesa:errada@'));
  });
  const stop = async () => other?.stop();

  test('is known before the first mail, and the pages of the platform’s administrators say since when and why', async () => {
    await health().look();
    expect(health().trouble?.reason).toMatch(reason);
    const mailsPage = await page('/settings/mails');
    expect(mailsPage).toContain('O servidor de e-mail não pode ser usado desde 10/03/2026');
    expect(/Motivo: ([^<]*)/.exec(mailsPage.replaceAll('<!-- -->', ''))?.[1]).toMatch(reason);
    expect(mailsPage).not.toContain('Tudo o que havia para enviar saiu');
    const settings = await page('/settings');
    expect(settings).toContain('códigos, convites e avisos esperam');
    expect(settings).toMatch(/href="\/settings\/mails"[^>]*>E-mails<span[^>]*>1</);
    expect((await (await desk.as('ana')).page('/settings')).text).not.toContain('avisos esperam');
    await stop();
  });

  test('is known from a mail too, and none is said to be sent', async () => {
    const ask = async () =>
      (await (await desk.as()).part('POST', '/forgetpsw', { email: emailOf('ana') })).text;
    expect(await ask()).toContain('Email enviado com sucesso!');
    await post('a');
    await createMailRounds(desk.kernel)();
    expect(health().trouble?.reason).toMatch(reason);
    const text = await ask();
    expect(text).not.toContain('Email enviado com sucesso!');
    expect(text).toContain('O e-mail não está saindo');
    expect((await (await desk.as()).page('/forgetpsw')).text).toContain('O e-mail não está saindo');
    await stop();
  });

  test('answers the test button with its reason', async () => {
    const { status, headers } = await press();
    expect(status).toBe(409);
    expect(decodeURIComponent(headers.get('HX-Trigger') ?? '')).toMatch(reason);
    expect(health().trouble?.reason).toMatch(reason);
    await stop();
  });
});

test('before it was asked, the page does not say that it works', async () => {
  const fresh = await createTestDesk({
    env: { SMTP_URL: server.url, MAIL_FROM: 'a@b.test', PUBLIC_URL: 'http://desk.test' },
  });
  await setSuper(fresh.kernel, fresh.cast, 'davi');
  const text = async () => (await (await fresh.as('davi')).page('/settings/mails')).text;
  expect(await text()).toContain('ainda não foi consultado');
  await fresh.kernel.services.mailHealth.look();
  expect(await text()).toContain('está funcionando');
  await fresh.stop();
});

test('once it is back, the next look says so, and what waited goes out', async () => {
  use('smtp://127.0.0.1:1');
  await post('a');
  const round = createMailRounds(desk.kernel);
  await round();
  expect(health().trouble).toBeDefined();
  use(server.url);
  // It was heard of lately.
  await health().look();
  expect(health().trouble).toBeDefined();
  desk.clock.advance(10 * MINUTE);
  await health().look();
  expect(health().trouble).toBeUndefined();
  expect(await page('/settings/mails')).toContain('O servidor de e-mail está funcionando.');
  await round();
  expect(server.mails).toHaveLength(1);
});

test('a refused sender is not taken for cured because the server greets', async () => {
  health().failed(new MailFailure('down', '553 sender not owned', {}, true));
  desk.clock.advance(11 * MINUTE);
  await health().look();
  expect(health().trouble?.reason).toBe('553 sender not owned');
  await post('a');
  await createMailRounds(desk.kernel)();
  expect(health().trouble).toBeUndefined();
});

test('the test button sends one mail to whoever pressed it, at once', async () => {
  const { status, headers } = await press();
  expect(status).toBe(204);
  expect(headers.get('HX-Trigger')).toContain(emailOf('davi'));
  expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [[emailOf('davi')], 'Teste de e-mail de Balcão'],
  ]);
  expect((await (await desk.as('ana')).part('POST', '/settings/mails/test')).status).toBe(403);
});

test('without a server there is nothing to test, and the page says what to set', async () => {
  desk.kernel.services.mailTransport = null;
  await health().look();
  expect(await page('/settings/mails')).toContain('SMTP_URL');
  expect((await press()).status).toBe(409);
  expect((await (await desk.as()).part('POST', '/forgetpsw', { email: emailOf('ana') })).text).not.toContain(
    'Email enviado com sucesso!',
  );
});
