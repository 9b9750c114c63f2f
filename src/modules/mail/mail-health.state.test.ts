import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mails } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type MailServer, startMailServer } from '@test/support/mail-server.ts';
import { createMailingApp, type MailingApp } from '@test/support/mailing-app.ts';
import { emailOf, setSuper } from '@test/support/people.ts';
import type { SMTPServerOptions } from 'smtp-server';
import { platformScope } from '@/core/platform-scope.ts';
import { postMail } from './mail.service.ts';
import { createSmtp, MailFailure } from './mail-transport.client.ts';
import { createMailRounds } from './send-mails.jobs.ts';

const MINUTE = 60_000;
const FROM = { name: undefined, address: 'mesa@desk.test' };
let testApp: TestApp;
let server: MailServer;

let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ testApp, server, stop } = await createMailingApp('Mesa <mesa@desk.test>'));
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => stop());
beforeEach(async () => {
  use(server.url);
  testApp.kernel.services.mailHealth.worked();
  await testApp.kernel.platform.write((tx) => tx.delete(mails));
  server.mails.length = 0;
  testApp.clock.advance(11 * MINUTE);
});

const use = (url: string) => {
  testApp.kernel.services.mailTransport = createSmtp({ url, from: FROM });
};
const health = () => testApp.kernel.services.mailHealth;
const page = async (path: string) => (await (await testApp.as('davi')).page(path)).text;
const press = async () => (await testApp.as('davi')).part('POST', '/settings/mails/test');
const post = (key: string) =>
  postMail(platformScope(testApp.kernel), {
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

describe.each(UNUSABLE)('mail server %s', (_name, options, reason) => {
  let other: MailServer | undefined;
  beforeEach(async () => {
    other = options && (await startMailServer(options));
    use((other?.url ?? 'smtp://127.0.0.1:1').replace('//', '//mesa:errada@'));
  });
  const stop = async () => other?.stop();

  test('is reported before the first mail, with time and reason', async () => {
    await health().check();
    expect(health().trouble?.reason).toMatch(reason);
    const mailsPage = await page('/settings/mails');
    expect(mailsPage).toContain('O servidor de e-mail não funciona desde 10/03/2026');
    expect(/Motivo: ([^<]*)/.exec(mailsPage.replaceAll('<!-- -->', ''))?.[1]).toMatch(reason);
    expect(mailsPage).not.toContain('Todos os e-mails foram enviados');
    const settings = await page('/settings');
    expect(settings).toContain('códigos, convites e avisos estão parados');
    expect(await page('/platform')).toMatch(
      /href="\/settings\/mails"[^>]*>(?:(?!<\/a>).)*E-mails<(?:(?!<\/a>).)*badge-xs">1</,
    );
    expect((await (await testApp.as('ana')).page('/settings')).text).not.toContain('avisos estão parados');
    await stop();
  });

  test('is detected by a failed mail, and pages stop confirming sent mails', async () => {
    const ask = async () =>
      (await (await testApp.as()).part('POST', '/forgetpsw', { email: emailOf('ana') })).text;
    expect(await ask()).toContain('Email enviado com sucesso!');
    await post('a');
    await createMailRounds(testApp.kernel)();
    expect(health().trouble?.reason).toMatch(reason);
    const text = await ask();
    expect(text).not.toContain('Email enviado com sucesso!');
    expect(text).toContain('O e-mail não está sendo enviado');
    expect((await (await testApp.as()).page('/forgetpsw')).text).toContain('O e-mail não está sendo enviado');
    await stop();
  });

  test('returns its reason to the test button', async () => {
    const { status, headers } = await press();
    expect(status).toBe(409);
    expect(decodeURIComponent(headers.get('HX-Trigger') ?? '')).toMatch(reason);
    expect(health().trouble?.reason).toMatch(reason);
    await stop();
  });
});

test('does not claim the server works before it was checked', async () => {
  const fresh = await createTestApp({
    env: { SMTP_URL: server.url, MAIL_FROM: 'a@b.test', PUBLIC_URL: 'http://desk.test' },
  });
  await setSuper(fresh.kernel, fresh.people, 'davi');
  const text = async () => (await (await fresh.as('davi')).page('/settings/mails')).text;
  expect(await text()).toContain('ainda não foi testado');
  await fresh.kernel.services.mailHealth.check();
  expect(await text()).toContain('está funcionando');
  await fresh.stop();
});

test('reports recovery at the next check and sends waiting mails', async () => {
  use('smtp://127.0.0.1:1');
  await post('a');
  const round = createMailRounds(testApp.kernel);
  await round();
  expect(health().trouble).toBeDefined();
  use(server.url);
  await health().check();
  expect(health().trouble).toBeDefined();
  testApp.clock.advance(10 * MINUTE);
  await health().check();
  expect(health().trouble).toBeUndefined();
  expect(await page('/settings/mails')).toContain('O servidor de e-mail está funcionando.');
  await round();
  expect(server.mails).toHaveLength(1);
});

test('keeps reporting a refused sender until a mail goes out', async () => {
  health().failed(new MailFailure('down', '553 sender not owned', {}, true));
  testApp.clock.advance(11 * MINUTE);
  await health().check();
  expect(health().trouble?.reason).toBe('553 sender not owned');
  await post('a');
  await createMailRounds(testApp.kernel)();
  expect(health().trouble).toBeUndefined();
});

test('sends one test mail immediately to the super administrator who asked', async () => {
  const { status, headers } = await press();
  expect(status).toBe(204);
  expect(headers.get('HX-Trigger')).toContain(emailOf('davi'));
  expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [[emailOf('davi')], 'Teste de e-mail de Balcão'],
  ]);
  expect((await (await testApp.as('ana')).part('POST', '/settings/mails/test')).status).toBe(403);
});

test('names the missing setting when no mail server is configured', async () => {
  testApp.kernel.services.mailTransport = null;
  await health().check();
  expect(await page('/settings/mails')).toContain('SMTP_URL');
  expect((await press()).status).toBe(409);
  expect(
    (await (await testApp.as()).part('POST', '/forgetpsw', { email: emailOf('ana') })).text,
  ).not.toContain('Email enviado com sucesso!');
});
