import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { companies, passwordResets, platformSettings } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { withFullHashQueue } from '@test/support/hash-queue.ts';
import { codeIn, type Mailbox, mailboxOf } from '@test/support/mailbox.ts';
import { emailOf, PASSWORD, type PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { createLog } from '@/core/log.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { forgetOldCodes } from './password-reset.service.ts';

const MINUTE = 60_000;
const NEW = 'Outra senha 2026';

let testApp: TestApp;
let mailbox: Mailbox;
const log: string[] = [];

beforeAll(async () => {
  testApp = await createTestApp({ log: createLog('trace', { write: (line) => void log.push(line) }) });
  mailbox = mailboxOf(testApp);
});
afterAll(() => testApp.stop());
beforeEach(() => {
  testApp.clock.advance(90 * MINUTE);
});

const json = async (path: string) =>
  (await testApp.as()).json<{ error: string; code?: string }>('POST', path);
const form = async (path: string, body: Record<string, string>) =>
  (await testApp.as()).part('POST', path, body);
const ask = (who: PersonName) => json(`/forgetpassword/${encodeURIComponent(emailOf(who))}`);
const askedCode = async (who: PersonName) => {
  await ask(who);
  return codeIn(await mailbox.read());
};
const reset = (who: PersonName, code: string, password = NEW) =>
  json(`/resetpasswords/${emailOf(who)}/${code}/${encodeURIComponent(password)}`);
const signIn = async (who: PersonName, password: string) =>
  (await (await testApp.as()).json('POST', '/auth/login', { email: emailOf(who), password })).status;
const codes = () => testApp.kernel.platform.db.select().from(passwordResets);

describe('forgotten password', () => {
  test('is replaced with the mailed code and ends all sessions and sockets', async () => {
    const browser = await testApp.as('bia');
    const { kernel, people } = testApp;
    const actor = (await loadActor(kernel, people.companyId.aurora, people.userId.bia, 'line')) as never;
    const closed: string[] = [];
    kernel.hub.add({ actor, deliver: () => undefined, close: (why) => void closed.push(why) });
    const code = await askedCode('bia');
    expect((await reset('bia', code)).status).toBe(200);
    expect((await browser.json('GET', '/auth/me')).status).toBe(401);
    expect([await signIn('bia', PASSWORD), await signIn('bia', NEW)]).toEqual([401, 200]);
    const [reported] = await mailbox.read();
    expect(reported).toMatchObject({ to: emailOf('bia'), subject: 'Sua senha foi alterada' });
  });

  test('is replaced through the pages step by step', async () => {
    const asked = await form('/forgetpsw', { email: emailOf('rui') });
    expect(asked.text).toContain('Email enviado com sucesso!');
    expect(asked.text).toContain('Redefinir Senha');
    const code = codeIn(await mailbox.read());
    const spaced = `${code.slice(0, 4)} ${code.slice(4)}`;
    const done = await form('/forgetpsw/reset', {
      email: emailOf('rui'),
      token: spaced,
      newPassword: NEW,
      confirmPassword: NEW,
    });
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/login']);
    expect(decodeURIComponent(done.headers.get('Set-Cookie') ?? '')).toContain('passwordReset:done');
    expect(await signIn('rui', NEW)).toBe(200);
  });

  test('can be replaced after the subscription expired', async () => {
    const { boreal } = testApp.people.companyId;
    const past = new Date(testApp.clock.now.getTime() - 1);
    await testApp.kernel.platform.write((tx) =>
      tx.update(companies).set({ dueDate: past }).where(eq(companies.id, boreal)),
    );
    expect((await reset('davi', await askedCode('davi'))).status).toBe(200);
  });
});

describe('reset code', () => {
  test('works once, only the newest one, and also after too many passwords waited', async () => {
    const [first, second] = [await askedCode('caio'), await askedCode('caio')];
    expect((await reset('caio', first)).status).toBe(404);
    await withFullHashQueue(async () => expect((await reset('caio', second)).status).toBe(429));
    expect((await reset('caio', second)).status).toBe(200);
    expect((await reset('caio', second)).status).toBe(404);
  });

  test('expires after fifteen minutes and is deleted', async () => {
    const code = await askedCode('caio');
    testApp.clock.advance(15 * MINUTE);
    const late = await reset('caio', code);
    expect([late.status, late.body.code]).toEqual([404, 'ERR_RESET_CODE_INVALID']);
    await forgetOldCodes(testApp.kernel);
    expect(await codes()).toEqual([]);
  });

  test('allows five wrong attempts, also concurrent ones', async () => {
    const code = await askedCode('caio');
    await Promise.all(Array.from({ length: 5 }, (_, n) => reset('caio', String(10_000_000 + n))));
    expect((await reset('caio', code)).status).toBe(429);
    testApp.clock.advance(15 * MINUTE);
    const next = await askedCode('caio');
    for (let n = 0; n < 4; n += 1) await reset('caio', '00000000');
    expect((await reset('caio', next)).status).toBe(200);
  });

  test('is rejected for another user’s e-mail', async () => {
    const code = await askedCode('caio');
    expect((await reset('bia', code)).status).toBe(404);
  });

  test('is not stored in plain text', async () => {
    const code = await askedCode('caio');
    expect(JSON.stringify(await codes())).not.toContain(code);
  });

  test('neither works for nor is mailed to a disabled user', async () => {
    const code = await askedCode('caio');
    const scope = await testApp.systemScope();
    const set = (disabledAt: Date | null) =>
      scope.write((tx) =>
        tx.db.update(users).set({ disabledAt }).where(eq(users.id, testApp.people.userId.caio)),
      );
    await set(testApp.clock.now);
    expect((await reset('caio', code)).status).toBe(404);
    await ask('caio');
    expect(await mailbox.read()).toEqual([]);
    await set(null);
  });
});

describe('unauthenticated clients', () => {
  test('learn nothing from the response or its delay', async () => {
    const waited: number[] = [];
    const { after } = testApp.kernel.services;
    testApp.kernel.services.after = (ms, call) => {
      waited.push(ms);
      return after(ms, call);
    };
    const known = [await ask('caio'), await reset('caio', '00000000')];
    const unknown = [
      await json('/forgetpassword/nobody@x.test'),
      await json(`/resetpasswords/nobody@x.test/0/${NEW}`),
    ];
    const bare = ({ status, body }: { status: number; body: object }) => ({ status, body });
    expect(unknown.map(bare)).toEqual(known.map(bare));
    expect(waited).toEqual([400, 400, 400, 400]);
    testApp.kernel.services.after = after;
  });

  test('receive a response before the mail is stored', async () => {
    testApp.kernel.services.resetTries.mails.forget(emailOf('caio'));
    const release = Promise.withResolvers<void>();
    const held = testApp.kernel.platform.queue.run(() => release.promise);
    expect((await ask('caio')).status).toBe(200);
    release.resolve();
    await held;
    expect(await mailbox.read()).toHaveLength(1);
  });

  test('cannot flood a user’s mailbox or block their code', async () => {
    let code = '';
    for (let n = 0; n < 8; n += 1) {
      await ask('caio');
      const [letter] = await mailbox.read();
      if (letter) code = codeIn([letter]);
      else expect(n).toBeGreaterThanOrEqual(5);
    }
    expect((await reset('caio', code)).status).toBe(200);
  });

  test('use up attempts of their own address, not of known devices', async () => {
    const from = async (peer: string, code: string, cookie = '') => {
      const path = `/resetpasswords/${emailOf('rui')}/${code}/${encodeURIComponent(NEW)}`;
      const headers = {
        Host: 'desk.test',
        Origin: 'http://desk.test',
        Accept: 'application/json',
        Cookie: cookie,
      };
      const request = new Request(`http://desk.test${path}`, { method: 'POST', headers });
      return (await testApp.app.fetch(request, { peer })).status;
    };
    const code = await askedCode('rui');
    for (let n = 0; n < 15; n += 1) await from(`203.0.113.${n}`, '00000000');
    expect(await from('203.0.113.99', code)).toBe(429);
    expect(await from('198.51.100.1', code)).toBe(200);
    const login = await testApp.app.fetch(
      new Request('http://desk.test/auth/login', {
        method: 'POST',
        headers: { Host: 'desk.test', 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: emailOf('rui'), password: NEW }),
      }),
      { peer: '198.51.100.1' },
    );
    const device = login.headers
      .getSetCookie()
      .find((one) => one.startsWith('did='))
      ?.split(';')[0];
    const next = await askedCode('rui');
    for (let n = 0; n < 100; n += 1) await from(`10.0.${n}.1`, '00000000');
    expect(await from('192.0.2.1', next)).toBe(404);
    expect(await from('192.0.2.1', next, device)).toBe(200);
  });

  test('are rate limited by address for known and unknown e-mails', async () => {
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await json(`/forgetpassword/n${n}@x.test`)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await form('/forgetpsw', { email: 'x@x.test' })).status).toBe(429);
    const tries = [];
    for (let n = 0; n < 21; n += 1) tries.push((await json(`/resetpasswords/n${n}@x.test/1/${NEW}`)).status);
    expect(tries).toEqual([...Array(20).fill(404), 429]);
  });
});

describe('reset form', () => {
  const bad: [string, Record<string, string>, string][] = [
    ['no code', { token: '' }, 'Campo obrigatório'],
    ['no password', { newPassword: '' }, 'Campo obrigatório'],
    [
      'no capital',
      { newPassword: 'senha boa 1', confirmPassword: 'senha boa 1' },
      'Sua senha precisa ter no mínimo 8 caracteres',
    ],
    [
      'no digit',
      { newPassword: 'Senha boaa', confirmPassword: 'Senha boaa' },
      'Sua senha precisa ter no mínimo 8',
    ],
    [
      'too short',
      { newPassword: 'Aa1aaaa', confirmPassword: 'Aa1aaaa' },
      'Sua senha precisa ter no mínimo 8',
    ],
    ['another again', { confirmPassword: 'Outra senha 2027' }, 'As senhas não correspondem'],
    ['no password again', { confirmPassword: '' }, 'Campo obrigatório'],
    ['a common one', { newPassword: 'Password123', confirmPassword: 'Password123' }, 'senha'],
  ];
  for (const [name, change, text] of bad)
    test(`returns 422 with ${name}`, async () => {
      const body = { email: emailOf('caio'), token: '12345678', newPassword: NEW, confirmPassword: NEW };
      const reply = await form('/forgetpsw/reset', { ...body, ...change });
      expect(reply.status).toBe(422);
      expect(reply.text).toContain(text);
      expect(reply.text).not.toContain(NEW);
    });

  test('reports failure in general terms', async () => {
    const reply = await form('/forgetpsw/reset', {
      email: emailOf('caio'),
      token: '12345678',
      newPassword: NEW,
      confirmPassword: NEW,
    });
    expect(reply.status).toBe(404);
    expect(reply.text).toContain('Não foi possível redefinir a senha.');
  });

  test('requires a valid e-mail', async () => {
    expect((await form('/forgetpsw', { email: 'x' })).text).toContain('E-mail inválido');
    expect((await form('/forgetpsw', { email: '' })).text).toContain('Obrigatório');
  });

  test('refers to an administrator when no mail server is configured', async () => {
    const { mailTransport } = testApp.kernel.services;
    const helps = async () =>
      (await (await testApp.as()).page('/forgetpsw')).text.includes('Fale com um administrador');
    expect(await helps()).toBe(false);
    testApp.kernel.services.mailTransport = null;
    expect(await helps()).toBe(true);
    testApp.kernel.services.mailTransport = mailTransport;
  });

  test('links to the sign-up when it is offered', async () => {
    const linked = async () =>
      (await (await testApp.as()).page('/forgetpsw')).text.includes('href="/signup"');
    expect(await linked()).toBe(false);
    await testApp.kernel.platform.write((tx) =>
      tx
        .insert(platformSettings)
        .values(['viewregister', 'allowregister'].map((key) => ({ key, value: 'enabled' }))),
    );
    expect(await linked()).toBe(true);
  });
});

test('logs no e-mail, code or password', () => {
  expect(log.some((line) => line.includes('/resetpasswords/:email/:token/:password'))).toBe(true);
  const secrets = /@aurora\.test|@boreal\.test|@x\.test|Outra senha|10000000/;
  expect(log.filter((line) => secrets.test(line))).toEqual([]);
});
