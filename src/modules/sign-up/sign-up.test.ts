import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { companies, plans, platformSettings } from '@db/platform/schema/index.ts';
import { createBrowser } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { linkIn, type Mailbox, mailboxOf } from '@test/support/mailbox.ts';
import { emailOf, PASSWORD } from '@test/support/people.ts';
import { desc } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import { startSession } from '@/modules/auth/sessions/sessions.service.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.service.ts';

const DAY = 86_400_000;
const SECRET = 'uma senha bem comprida';

let testApp: TestApp;
let mailbox: Mailbox;
let planId: number;
let hiddenId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  mailbox = mailboxOf(testApp);
  const [first] = await testApp.kernel.platform.db.select().from(plans);
  planId = first?.id ?? 0;
  const [hidden] = await testApp.kernel.platform.write((tx) =>
    tx.insert(plans).values({ name: 'Interno', useInternal: false }).returning(),
  );
  hiddenId = hidden?.id ?? 0;
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  testApp.clock.advance(DAY);
  await mailbox.read();
  await set({ allowregister: 'enabled' });
});

const set = async (values: Record<string, string>) => {
  await testApp.kernel.platform.write((tx) => tx.delete(platformSettings));
  for (const [key, value] of Object.entries(values))
    await setPlatformValue(platformScope(testApp.kernel), { key, value });
};

/** In São Paulo, three hours behind UTC; tests run at noon. */
const endOfDayIn = (days: number) => {
  const { now } = testApp.clock;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days + 1, 3) - 1);
};

type Answer = { id: number; error: string; code?: string; dueDate: string; fields?: Record<string, string> };
const draft = (more: object = {}) => ({
  name: 'Padaria Sol',
  email: 'dona@padaria.test',
  phone: '(11) 98888-7777',
  password: SECRET,
  planId,
  ...more,
});
const call = async (more: object = {}) => {
  const reply = await (await testApp.as()).json<Answer>('POST', '/companies/cadastro', draft(more));
  await testApp.settle();
  return reply;
};
const newest = async () =>
  (await testApp.kernel.platform.db.select().from(companies).orderBy(desc(companies.id)).limit(1))[0];
const count = async () => (await testApp.kernel.platform.db.select().from(companies)).length;
const signIn = (email: string, password = SECRET) =>
  testApp.as().then((browser) => browser.json<{ token: string }>('POST', '/auth/login', { email, password }));

describe('company sign-up', () => {
  test('creates a trial company whose administrator can sign in, ignoring fields the client may not set', async () => {
    const reply = await call({
      status: 'f',
      dueDate: '2999-12-31',
      recurrence: 'ANUAL',
      campaignsEnabled: true,
      super: true,
    });
    expect(reply).toMatchObject({ status: 200, body: { id: 0, name: 'Padaria Sol', recurrence: 'MENSAL' } });
    const end = endOfDayIn(3);
    expect(await newest()).toMatchObject({
      name: 'Padaria Sol',
      email: 'dona@padaria.test',
      phone: '11988887777',
      status: true,
      recurrence: 'MENSAL',
      dueDate: end,
      trialExpiration: end,
      planId,
      language: 'pt',
      emailConfirmedAt: testApp.clock.now,
    });
    const { status, body } = await signIn('dona@padaria.test');
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { profile: 'admin', super: false } });
    expect(await mailbox.read()).toMatchObject([
      { to: 'dona@padaria.test', subject: 'Boas-vindas ao Balcão' },
    ]);
  });

  test('uses the trial length from the setting', async () => {
    await set({ allowregister: 'enabled', trial: '7' });
    await call({ name: 'Sete Dias', email: 'sete@dias.test' });
    expect((await newest())?.dueDate).toEqual(endOfDayIn(7));
  });

  test('accepts a company name that is already taken', async () => {
    await call({ email: 'outra@padaria.test', name: 'PADARIA Sol' });
    expect((await newest())?.name).toBe('PADARIA Sol (2)');
    const names = ['a', 'b', 'c'].map((letter) => call({ email: `${letter}@gemeas.test`, name: 'Gêmeas' }));
    await Promise.all(names);
    expect((await signIn('c@gemeas.test')).status).toBe(200);
  });
});

describe('sign-up by unauthenticated clients', () => {
  test('gives the same answer and delay for a known e-mail, mailing its owner daily', async () => {
    const waited: number[] = [];
    const { after } = testApp.kernel.services;
    testApp.kernel.services.after = (ms, run) => {
      waited.push(ms);
      return after(ms, run);
    };
    const before = await count();
    const known = await call({ email: emailOf('davi').toUpperCase(), name: 'Nova Era' });
    const again = await call({ email: emailOf('davi'), name: 'Nova Era' });
    expect(await count()).toBe(before);
    const letters = await mailbox.read();
    expect(letters).toMatchObject([{ to: emailOf('davi'), subject: 'Você já tem uma conta' }]);
    expect(letters[0]?.text).not.toContain('Nova Era');
    const free = await call({ email: 'nova@era.test', name: 'Nova Era' });
    const bare = ({ status, body }: typeof known) => ({ status, body: { ...body, email: '' } });
    expect([known, again].map(bare)).toEqual([bare(free), bare(free)]);
    expect(waited).toEqual([400, 400, 400]);
    expect((await signIn(emailOf('davi'), PASSWORD)).status).toBe(200);
    testApp.kernel.services.after = after;
  });

  test('answers before the company is created', async () => {
    const before = await count();
    const release = Promise.withResolvers<void>();
    const held = testApp.kernel.platform.queue.run(() => release.promise);
    const reply = await (await testApp.as()).json(
      'POST',
      '/companies/cadastro',
      draft({ email: 'cedo@x.test' }),
    );
    expect(reply.status).toBe(200);
    expect(await count()).toBe(before);
    release.resolve();
    await held;
    await testApp.settle();
    expect(await count()).toBe(before + 1);
  });

  test('is refused while the platform does not allow sign-up', async () => {
    await set({ allowregister: 'disabled' });
    const before = await count();
    expect(await call({ email: 'x@y.test' })).toMatchObject({
      status: 403,
      body: { error: 'ERR_USER_CREATION_DISABLED' },
    });
    const page = await (await testApp.as()).page('/signup');
    expect([page.status, page.headers.get('Location')]).toEqual([303, '/login']);
    expect(await count()).toBe(before);
  });

  test('is rate-limited per address and in total', async () => {
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await call({ email: emailOf('davi') })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    testApp.clock.advance(DAY);
    const { all } = testApp.kernel.services.signUps;
    for (let n = 0; n < 60; n += 1) all.take('');
    expect((await call({ email: emailOf('davi') })).status).toBe(429);
    testApp.clock.advance(DAY);
  });

  const bad: [string, () => object, string, string][] = [
    ['no name', () => ({ name: '' }), 'name', 'Obrigatório'],
    ['a short name', () => ({ name: 'x' }), 'name', 'Muito curto!'],
    ['a long name', () => ({ name: 'x'.repeat(51) }), 'name', 'Muito longo!'],
    ['no e-mail', () => ({ email: 'x' }), 'email', 'E-mail inválido'],
    ['no phone', () => ({ phone: '' }), 'phone', 'Obrigatório'],
    ['half a phone', () => ({ phone: '9888' }), 'phone', 'Informe o DDD e o número'],
    ['twelve digits', () => ({ phone: '119888877771' }), 'phone', 'Informe o DDD e o número'],
    [
      'a short password',
      () => ({ password: '1234567' }),
      'password',
      'Muito curto! Use pelo menos 8 caracteres.',
    ],
    ['a common password', () => ({ password: 'password123' }), 'password', 'senha'],
    ['no plan', () => ({ planId: '' }), 'planId', 'Obrigatório'],
    ['a plan that is not offered', () => ({ planId: hiddenId }), 'planId', 'Valor inválido'],
    ['a plan that is none', () => ({ planId: 999 }), 'planId', 'Valor inválido'],
  ];
  for (const [name, more, field, text] of bad)
    test(`rejects ${name} through the API and the form`, async () => {
      const before = await count();
      const { status, body } = await call(more());
      expect({ status, said: body.fields?.[field] }).toEqual({
        status: 400,
        said: expect.stringContaining(text),
      });
      const values = Object.fromEntries(
        Object.entries(draft(more())).map(([key, value]) => [key, String(value)]),
      );
      const page = await (await testApp.as()).part('POST', '/signup', values);
      expect(page.status).toBe(422);
      expect(page.text).toContain(text);
      expect(page.text).not.toContain(SECRET);
      expect(await count()).toBe(before);
    });
});

describe('sign-up page', () => {
  test('offers the public plans in the reader’s language and redirects to the login', async () => {
    const { text } = await (await testApp.as()).page('/signup?companyId=7');
    const shown = text.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ');
    expect(shown).toContain('Plano 1 – R$ 30,00 por mês Usuários: 10 – Conexões: 10 – Filas: 10');
    expect(shown).toContain('Experimente por 3 dias sem compromisso.');
    // A select would cut a plan's text on a phone.
    expect(text).toMatch(/<input[^>]*type="radio"[^>]*name="planId"/);
    expect(text).not.toContain('Interno');
    const done = await (await testApp.as()).part('POST', '/signup', {
      ...draft({ name: 'Por Página', email: 'por@pagina.test' }),
      planId: String(planId),
    });
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/login']);
    await testApp.settle();
    expect((await signIn('por@pagina.test')).status).toBe(200);
    expect((await (await testApp.as('bia')).page('/signup')).status).toBe(302);
  });
});

describe('e-mail confirmation', () => {
  test('is required by a mailed link before WhatsApp can be connected', async () => {
    await set({ allowregister: 'enabled', confirmEmail: 'enabled' });
    await call({ name: 'Confirma', email: 'con@firma.test' });
    const link = linkIn(await mailbox.read());
    const { token } = (await signIn('con@firma.test')).body;
    const stranger = await testApp.as();
    const connect = () =>
      stranger.raw('/whatsapp', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: 'application/json',
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ name: 'Loja', isDefault: true }),
      });
    const refused = await connect();
    expect([refused.status, await refused.json()]).toEqual([403, { error: 'ERR_EMAIL_NOT_CONFIRMED' }]);
    expect((await stranger.page(link)).text).toContain('Confirmar e-mail');
    expect((await newest())?.emailConfirmedAt).toBeNull();
    expect((await stranger.part('POST', link)).status).toBe(303);
    expect((await connect()).status).toBe(200);
    expect((await stranger.page(link)).status).toBe(404);
    expect((await stranger.part('POST', link)).status).toBe(404);
  });

  test('is not required of existing companies, and its link expires after a week', async () => {
    await set({ allowregister: 'enabled', confirmEmail: 'enabled' });
    expect((await (await testApp.as('ana')).page('/connections')).text).not.toContain(
      'Enviar o link de novo',
    );
    await call({ name: 'Tarde', email: 'tarde@demais.test' });
    const link = linkIn(await mailbox.read());
    testApp.clock.advance(7 * DAY);
    expect((await (await testApp.as()).page(link)).status).toBe(404);
  });

  test('resends the link a few times an hour and invalidates the previous one', async () => {
    await set({ allowregister: 'enabled', confirmEmail: 'enabled' });
    await call({ name: 'De Novo', email: 'de@novo.test' });
    const first = linkIn(await mailbox.read());
    const { id = 0 } = (await newest()) ?? {};
    const owner = createBrowser(testApp.app, await startSession(testApp.kernel, id, 1));
    expect((await owner.page('/connections')).text).toContain('Enviar o link de novo');
    const again = () => owner.part('POST', '/confirm-email');
    const sent = await again();
    expect([sent.status, sent.headers.get('HX-Trigger')]).toEqual([
      204,
      expect.stringContaining('Enviamos o link de novo'),
    ]);
    const second = linkIn(await mailbox.read());
    expect((await owner.page(first)).status).toBe(404);
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await again()).status);
    expect(statuses).toEqual([204, 204, 204, 204, 429]);
    expect((await owner.page(second)).status).toBe(404);
    expect((await owner.part('POST', linkIn(await mailbox.read()))).status).toBe(303);
    testApp.clock.advance(DAY);
    expect((await again()).status).toBe(204);
    expect(await mailbox.read()).toEqual([]);
    expect((await (await testApp.as('bia')).part('POST', '/confirm-email')).status).toBe(403);
  });
});
