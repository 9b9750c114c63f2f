import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { companies, passwordResets, platformSettings } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { codeIn, type Mailbox, mailboxOf } from '@test/support/mailbox.ts';
import { emailOf, PASSWORD, type PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { createLog } from '@/kernel/log.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { forgetOldCodes } from './password-reset.service.ts';

const MINUTE = 60_000;
const NEW = 'Outra senha 2026';

let desk: TestDesk;
let mailbox: Mailbox;
const log: string[] = [];

beforeAll(async () => {
  desk = await createTestDesk({ log: createLog('trace', { write: (line) => void log.push(line) }) });
  mailbox = mailboxOf(desk);
});
afterAll(() => desk.stop());
beforeEach(() => {
  // Refills the limits that earlier tests used up.
  desk.clock.advance(90 * MINUTE);
});

const json = async (path: string) => (await desk.as()).json<{ error: string; code?: string }>('POST', path);
const form = async (path: string, body: Record<string, string>) => (await desk.as()).part('POST', path, body);
const ask = (who: PersonName) => json(`/forgetpassword/${encodeURIComponent(emailOf(who))}`);
const askedCode = async (who: PersonName) => {
  await ask(who);
  return codeIn(await mailbox.read());
};
const reset = (who: PersonName, code: string, password = NEW) =>
  json(`/resetpasswords/${emailOf(who)}/${code}/${encodeURIComponent(password)}`);
const signIn = async (who: PersonName, password: string) =>
  (await (await desk.as()).json('POST', '/auth/login', { email: emailOf(who), password })).status;
const codes = () => desk.kernel.platform.db.select().from(passwordResets);

describe('a forgotten password', () => {
  test('is set anew by the code from the mail, and all sessions and lines end', async () => {
    const browser = await desk.as('bia');
    const { aurora } = desk.cast.companyId;
    const session = (await loadActor(desk.kernel, aurora, desk.cast.userId.bia, 'line')) as never;
    const closed: string[] = [];
    desk.kernel.hub.add({ actor: session, deliver: () => undefined, close: (why) => void closed.push(why) });
    const code = await askedCode('bia');
    expect((await reset('bia', code)).status).toBe(200);
    expect((await browser.json('GET', '/auth/me')).status).toBe(401);
    expect([await signIn('bia', PASSWORD), await signIn('bia', NEW)]).toEqual([401, 200]);
    const [told] = await mailbox.read();
    expect(told).toMatchObject({ to: emailOf('bia'), subject: 'Sua senha foi alterada' });
  });

  test('goes by the pages, step by step', async () => {
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

  test('of a company whose subscription has ended too, so that it can pay', async () => {
    const { boreal } = desk.cast.companyId;
    const past = new Date(desk.clock.now.getTime() - 1);
    await desk.kernel.platform.write((tx) =>
      tx.update(companies).set({ dueDate: past }).where(eq(companies.id, boreal)),
    );
    expect((await reset('davi', await askedCode('davi'))).status).toBe(200);
  });
});

describe('a code', () => {
  test('serves once, and the newest only', async () => {
    const first = await askedCode('caio');
    const second = await askedCode('caio');
    expect((await reset('caio', first)).status).toBe(404);
    expect((await reset('caio', second)).status).toBe(200);
    expect((await reset('caio', second)).status).toBe(404);
  });

  test('serves fifteen minutes, and is then swept away', async () => {
    const code = await askedCode('caio');
    desk.clock.advance(15 * MINUTE);
    expect(await reset('caio', code)).toMatchObject({
      status: 404,
      body: { code: 'ERR_RESET_CODE_INVALID' },
    });
    await forgetOldCodes(desk.kernel);
    expect(await codes()).toEqual([]);
  });

  test('bears five wrong tries, also all at once', async () => {
    const code = await askedCode('caio');
    await Promise.all(Array.from({ length: 5 }, (_, n) => reset('caio', String(10_000_000 + n))));
    expect((await reset('caio', code)).status).toBe(429);
    desk.clock.advance(15 * MINUTE);
    const next = await askedCode('caio');
    for (let n = 0; n < 4; n += 1) await reset('caio', '00000000');
    expect((await reset('caio', next)).status).toBe(200);
  });

  test('is not taken by another person’s e-mail', async () => {
    const code = await askedCode('caio');
    expect((await reset('bia', code)).status).toBe(404);
  });

  test('is nowhere in the database', async () => {
    const code = await askedCode('caio');
    expect(JSON.stringify(await codes())).not.toContain(code);
  });

  test('is no use to a person who was disabled meanwhile, nor mailed to them', async () => {
    const code = await askedCode('caio');
    const scope = await desk.systemScope();
    const set = (disabledAt: Date | null) =>
      scope.write((tx) => tx.db.update(users).set({ disabledAt }).where(eq(users.id, desk.cast.userId.caio)));
    await set(desk.clock.now);
    expect((await reset('caio', code)).status).toBe(404);
    await ask('caio');
    expect(await mailbox.read()).toEqual([]);
    await set(null);
  });
});

describe('strangers', () => {
  test('learn nothing: not by the answer, nor by its time', async () => {
    const waited: number[] = [];
    const { after } = desk.kernel.services;
    desk.kernel.services.after = (ms, call) => {
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
    desk.kernel.services.after = after;
  });

  test('are answered while the mail is still to be written', async () => {
    desk.kernel.services.resetTries.mails.forget(emailOf('caio'));
    const release = Promise.withResolvers<void>();
    const held = desk.kernel.platform.queue.run(() => release.promise);
    expect((await ask('caio')).status).toBe(200);
    release.resolve();
    await held;
    expect(await mailbox.read()).toHaveLength(1);
  });

  test('cannot flood a person, nor keep them from their own code', async () => {
    let code = '';
    for (let n = 0; n < 8; n += 1) {
      await ask('caio');
      const [letter] = await mailbox.read();
      if (letter) code = codeIn([letter]);
      else expect(n).toBeGreaterThanOrEqual(5);
    }
    expect((await reset('caio', code)).status).toBe(200);
  });

  test('use up the tries of their own network, never those of a person elsewhere or on a device of theirs', async () => {
    const from = async (peer: string, code: string, cookie = '') => {
      const path = `/resetpasswords/${emailOf('rui')}/${code}/${encodeURIComponent(NEW)}`;
      const headers = {
        Host: 'desk.test',
        Origin: 'http://desk.test',
        Accept: 'application/json',
        Cookie: cookie,
      };
      const request = new Request(`http://desk.test${path}`, { method: 'POST', headers });
      return (await desk.app.fetch(request, { peer })).status;
    };
    const code = await askedCode('rui');
    for (let n = 0; n < 15; n += 1) await from(`203.0.113.${n}`, '00000000');
    expect(await from('203.0.113.99', code)).toBe(429);
    expect(await from('198.51.100.1', code)).toBe(200);
    const login = await desk.app.fetch(
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

  test('are slowed by address, for known and unknown e-mails alike', async () => {
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await json(`/forgetpassword/n${n}@x.test`)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await form('/forgetpsw', { email: 'x@x.test' })).status).toBe(429);
    const tries = [];
    for (let n = 0; n < 21; n += 1) tries.push((await json(`/resetpasswords/n${n}@x.test/1/${NEW}`)).status);
    expect(tries).toEqual([...Array(20).fill(404), 429]);
  });
});

describe('the form', () => {
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
    test(`is refused with ${name}, and costs no try`, async () => {
      const body = { email: emailOf('caio'), token: '12345678', newPassword: NEW, confirmPassword: NEW };
      const reply = await form('/forgetpsw/reset', { ...body, ...change });
      expect(reply.status).toBe(422);
      expect(reply.text).toContain(text);
      expect(reply.text).not.toContain(NEW);
    });

  test('says in general words that it failed', async () => {
    const reply = await form('/forgetpsw/reset', {
      email: emailOf('caio'),
      token: '12345678',
      newPassword: NEW,
      confirmPassword: NEW,
    });
    expect(reply.status).toBe(404);
    expect(reply.text).toContain('Não foi possível redefinir a senha.');
  });

  test('wants an e-mail', async () => {
    expect((await form('/forgetpsw', { email: 'x' })).text).toContain('E-mail inválido');
    expect((await form('/forgetpsw', { email: '' })).text).toContain('Obrigatório');
  });

  test('names a person who can help while no mail can be sent', async () => {
    const { mailTransport } = desk.kernel.services;
    const helps = async () =>
      (await (await desk.as()).page('/forgetpsw')).text.includes('Fale com quem administra');
    expect(await helps()).toBe(false);
    desk.kernel.services.mailTransport = null;
    expect(await helps()).toBe(true);
    desk.kernel.services.mailTransport = mailTransport;
  });

  test('leads to the sign-up where that is offered', async () => {
    const linked = async () => (await (await desk.as()).page('/forgetpsw')).text.includes('href="/signup"');
    expect(await linked()).toBe(false);
    await desk.kernel.platform.write((tx) =>
      tx
        .insert(platformSettings)
        .values(['viewregister', 'allowregister'].map((key) => ({ key, value: 'enabled' }))),
    );
    expect(await linked()).toBe(true);
  });
});

test('no log line holds an e-mail, a code or a password', () => {
  expect(log.some((line) => line.includes('/resetpasswords/:email/:token/:password'))).toBe(true);
  const told = log.filter((line) => /@aurora\.test|@boreal\.test|@x\.test|Outra senha|10000000/.test(line));
  expect(told).toEqual([]);
});
