import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createServer, type Server, type Socket } from 'node:net';
import { mails } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type MailServer, startMailServer } from '@test/support/mail-server.ts';
import { readConfig } from '@/config.ts';
import { createLog, type Logger } from '@/core/log.ts';
import { platformScope } from '@/core/platform-scope.ts';
import type { Kernel } from '@/core/scope.ts';
import { type MailKind, postMail } from './mail.service.ts';
import { createSmtp } from './mail-transport.client.ts';
import { createMailRounds, forgetOldMails } from './send-mails.jobs.ts';

const MINUTE = 60_000;
const TEXTS: Record<string, string> = {
  'test:mail.code.subject': 'Seu código',
  'test:mail.code.text': 'Olá, {{name}}!\n\n{{code}}\n\nEle vale 15 minutos.',
  'test:mail.code.button': 'Abrir',
};

let testApp: TestApp;
let server: MailServer;
let send: () => Promise<void>;

beforeAll(async () => {
  server = await startMailServer();
  testApp = await appWith(server.url);
});
afterAll(async () => {
  await testApp.stop();
  await server.stop();
});
beforeEach(() => {
  send = createMailRounds(testApp.kernel);
  server.mails.length = 0;
});
afterEach(async () => {
  server.refuse = () => undefined;
  server.beforeTaking = () => undefined;
  await testApp.kernel.platform.write((tx) => tx.delete(mails));
});

async function appWith(url?: string, log?: Logger): Promise<TestApp> {
  const made = await createTestApp({
    log,
    env: url ? { SMTP_URL: url, MAIL_FROM: 'Mesa <mesa@desk.test>', PUBLIC_URL: 'http://desk.test' } : {},
  });
  const { t } = made.kernel.translations;
  made.kernel.translations = {
    ...made.kernel.translations,
    t: (locale) => (key, vars) =>
      TEXTS[key]?.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(vars?.[name] ?? '')) ??
      t(locale)(key, vars),
  };
  return made;
}

type Options = { recipient?: string; values?: object; usefulFor?: number };
function post(
  key: string,
  { recipient = 'marta@padaria.test', values = {}, usefulFor }: Options = {},
  at = testApp.kernel,
) {
  return postMail(platformScope(at), {
    kind: 'test:code' as MailKind,
    key,
    recipient,
    language: 'pt',
    companyId: null,
    values: { name: 'Marta', code: '482913', ...values } as never,
    usefulFor,
  });
}
const rows = (kernel: Kernel = testApp.kernel) => kernel.platform.db.select().from(mails).orderBy(mails.id);
const states = async () => (await rows()).map(({ status, tries }) => ({ status, tries }));

describe('mail', () => {
  test('is sent once as text and HTML, then its values are deleted', async () => {
    await post('a', { values: { link: 'https://desk.test/a?b=1&c=2' } });
    await post('a');
    await send();
    await send();
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      to: ['marta@padaria.test'],
      from: 'Mesa <mesa@desk.test>',
      subject: 'Seu código',
    });
    expect(mail?.text).toContain('Olá, Marta!\r\n\r\n482913\r\n\r\nEle vale 15 minutos.');
    expect(mail?.text).toContain('Abrir:\r\nhttps://desk.test/a?b=1&c=2');
    expect(mail?.html).toContain('href="https://desk.test/a?b=1&amp;c=2"');
    expect(mail?.raw).toContain('Auto-Submitted: auto-generated');
    expect(await rows()).toMatchObject([{ status: 'sent', encryptedValues: null, lastError: null }]);
  });

  test('is encrypted while waiting', async () => {
    await post('a');
    expect(JSON.stringify(await rows())).not.toMatch(/482913|Marta/);
  });

  test('escapes names so they add no markup, paragraph, header or recipient', async () => {
    const name = '<b>x</b>\r\n\r\nBcc: eve@evil.test\r\n\r\n<a href="https://evil.test">Ganhe</a>';
    await post('a', { recipient: 'a@b.test,eve@evil.test', values: { name } });
    await post('b', { values: { name } });
    await send();
    expect(server.mails.flatMap(({ to }) => to)).not.toContain('eve@evil.test');
    const mail = server.mails.find(({ to }) => to.includes('marta@padaria.test'));
    expect(mail?.html).toContain('&lt;b&gt;x&lt;/b&gt; Bcc: eve@evil.test &lt;a href');
    expect(mail?.raw.split('\r\n\r\n')[0]).not.toContain('eve@evil.test');
  });

  test('is sent first when useful for a shorter time, three at once', async () => {
    let atOnce = 0;
    let most = 0;
    server.beforeTaking = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
    };
    for (let n = 0; n < 12; n += 1) await post(`bulk ${n}`, { recipient: `n${n}@x.test` });
    await post('urgent', { recipient: 'urgent@x.test', usefulFor: 15 * MINUTE });
    await send();
    const order = server.mails.map(({ to }) => to[0]);
    expect(order).toHaveLength(13);
    expect(order.indexOf('urgent@x.test')).toBeLessThan(3);
    expect(order.indexOf('n11@x.test')).toBeGreaterThan(8);
    expect(most).toBeLessThanOrEqual(3);
  });
});

describe('mail server failures', () => {
  test('retries temporary errors with growing delay and the same Message-ID', async () => {
    server.refuse = () => 451;
    await post('a');
    await send();
    await send();
    expect(await states()).toEqual([{ status: 'waiting', tries: 1 }]);
    testApp.clock.advance(15_000);
    await send();
    expect(await states()).toEqual([{ status: 'waiting', tries: 2 }]);
    server.refuse = () => undefined;
    testApp.clock.advance(15_000);
    await send();
    expect(server.mails).toEqual([]);
    testApp.clock.advance(15_000);
    await send();
    expect(server.mails).toHaveLength(1);
  });

  test('gives up after ten temporary errors', async () => {
    server.refuse = () => 451;
    await post('a', { usefulFor: 90 * 86_400_000 });
    for (let n = 0; n < 12; n += 1) {
      await send();
      testApp.clock.advance(61 * MINUTE);
    }
    expect(await rows()).toMatchObject([{ status: 'failed', tries: 10 }]);
  });

  test('sends the other mails after a permanent refusal', async () => {
    server.refuse = (recipient) => (recipient === 'gone@x.test' ? 550 : undefined);
    await post('a', { recipient: 'gone@x.test' });
    await post('b');
    await send();
    expect(await rows()).toMatchObject([{ status: 'failed' }, { status: 'sent' }]);
    expect((await rows())[0]?.lastError).toContain('not now');
    // Values stay encrypted as long as a resend is possible; then they are deleted.
    expect((await rows())[0]?.encryptedValues).toBeString();
    testApp.clock.advance(2 * 86_400_000);
    await send();
    expect(await rows()).toMatchObject([{ status: 'failed', encryptedValues: null }, { status: 'sent' }]);
  });

  test('retries an unreachable server later without using up attempts', async () => {
    const away = await appWith('smtp://127.0.0.1:1');
    const round = createMailRounds(away.kernel);
    await post('a', {}, away.kernel);
    await round();
    await round();
    const [first] = await rows(away.kernel);
    expect(first).toMatchObject({ status: 'waiting', tries: 0 });
    expect(first?.lastError).toContain('ECONNREFUSED');
    away.kernel.services.mailTransport = testApp.kernel.services.mailTransport;
    await round();
    expect(server.mails).toEqual([]);
    away.clock.advance(5_000);
    await round();
    expect(server.mails).toHaveLength(1);
    await away.stop();
  });

  test('disconnects a slow server at the deadline without blocking others', async () => {
    const { slow, url, greeted, gone } = await startSlowServer();
    const deadline = Promise.withResolvers<() => void>();
    const transport = createSmtp({ url, from: { name: undefined, address: 'a@b.test' } }, (_ms, call) => {
      deadline.resolve(call);
      return () => undefined;
    });
    const mine = await appWith(url);
    mine.kernel.services.mailTransport = transport;
    await post('a', {}, mine.kernel);
    const round = createMailRounds(mine.kernel)();
    await greeted;
    expect((await (await mine.as('bia')).json('GET', '/auth/me')).status).toBe(200);
    await mine.kernel.platform.write((tx) => tx.select().from(mails));
    (await deadline.promise)();
    await round;
    await gone;
    expect(await rows(mine.kernel)).toMatchObject([{ status: 'waiting', tries: 0 }]);
    await mine.stop();
    slow.close();
  });
});

describe('without a mail server', () => {
  test('keeps mails while they are useful, then deletes their values', async () => {
    const mute = await appWith();
    const round = createMailRounds(mute.kernel);
    await post('a', { usefulFor: 15 * MINUTE }, mute.kernel);
    mute.clock.advance(15 * MINUTE - 1);
    await round();
    expect(await rows(mute.kernel)).toMatchObject([{ status: 'waiting', tries: 0 }]);
    mute.clock.advance(1);
    await round();
    expect(await rows(mute.kernel)).toMatchObject([
      { status: 'failed', encryptedValues: null, lastError: null },
    ]);
    await mute.stop();
  });
});

describe('mail clock', () => {
  test('sends a waiting mail after the clock is set back a year', async () => {
    server.refuse = () => 451;
    await post('a');
    await send();
    server.refuse = () => undefined;
    const before = testApp.clock.now;
    testApp.clock.now = new Date(before.getTime() - 365 * 86_400_000);
    await send();
    testApp.clock.now = before;
    expect(server.mails).toHaveLength(1);
  });

  test('deletes finished mails after ninety days', async () => {
    await post('a');
    await send();
    testApp.clock.advance(89 * 86_400_000);
    await forgetOldMails(testApp.kernel);
    expect(await rows()).toHaveLength(1);
    testApp.clock.advance(2 * 86_400_000);
    await forgetOldMails(testApp.kernel);
    expect(await rows()).toEqual([]);
  });
});

describe('mail content', () => {
  const STORED_SECRET: [name: string, level: string, url: string | undefined, isShown: boolean][] = [
    ['while no mail can be sent and the operator asks for details', 'debug', undefined, true],
    ['at the usual level', 'info', undefined, false],
    ['as soon as there is a mail server', 'debug', 'smtp://127.0.0.1:1', false],
  ];
  for (const [name, level, url, isShown] of STORED_SECRET)
    test(`is ${isShown ? '' : 'not '}in the log ${name}`, async () => {
      const lines: string[] = [];
      const { logLevel } = readConfig({ LOG_LEVEL: level });
      const log = createLog(logLevel, { write: (line) => void lines.push(line) });
      const mine = await appWith(url, log);
      await post('a', { values: { link: 'https://desk.test/invitation/x' } }, mine.kernel);
      log.warn('the log works');
      expect(lines.join()).toContain('the log works');
      for (const secret of ['482913', 'https://desk.test/invitation/x'])
        expect(lines.some((line) => line.includes(secret))).toBe(isShown);
      await mine.stop();
    });
});

async function startSlowServer(): Promise<{
  slow: Server;
  url: string;
  greeted: Promise<void>;
  gone: Promise<void>;
}> {
  const greeted = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const slow = createServer((socket: Socket) => {
    socket.write('220 slow.test\r\n');
    socket.on('data', () => greeted.resolve());
    socket.on('close', () => gone.resolve());
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { port } = slow.address() as { port: number };
  return { slow, url: `smtp://127.0.0.1:${port}`, greeted: greeted.promise, gone: gone.promise };
}
