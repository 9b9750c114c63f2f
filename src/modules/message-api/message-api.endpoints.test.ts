import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { apiTokens } from '@db/platform/schema/index.ts';
import { connectionQueues, contacts, schedules, tickets } from '@db/tenant/schema/index.ts';
import { PNG } from '@test/support/fixtures.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { sign } from '@/core/security/secrets.ts';
import { type ApiFixture, createApiFixture, SOMEBODY, TEXT } from './api-fixture.test-support.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await createApiFixture();
});
afterAll(() => api.testApp.stop());
beforeEach(() => api.reset());

const picture = (name = 'foto.png') => new File([PNG], name, { type: 'image/png' });

describe('text message over the API', () => {
  test('goes through the outbox and returns the ids of message and ticket', async () => {
    const { status, body } = await api.post(TEXT);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { mensagem: 'Mensagem enviada', status: 'queued', ticketStatus: 'closed', scheduleId: null },
    });
    const [message] = await api.messages();
    const [ticket] = await api.tickets();
    expect(body).toMatchObject({ messageId: message?.id, ticketId: ticket?.id, ticketUuid: ticket?.uuid });
    expect(message).toMatchObject({ body: TEXT.body, fromMe: true, connectionId: api.connectionId });
    expect(api.sent()).toMatchObject([{ type: 'text', text: TEXT.body }]);
    expect(await api.calls()).toMatchObject([
      { number: SOMEBODY, kind: 'text', status: 200, error: null, messageId: message?.id },
    ]);
  });

  test('accepts a numeric number and ignores unknown fields', async () => {
    const reply = await api.post({ number: Number(SOMEBODY), body: 'oi', noRegister: true });
    expect(reply.status).toBe(200);
  });

  test('fills in variables once, without expanding the caller’s values', async () => {
    await api.post({ ...TEXT, body: '{{pedido}} {{hora}}', variables: { pedido: '{{hora}}' } });
    expect(api.sent()).toMatchObject([{ text: expect.stringMatching(/^\{\{hora\}\} \d\d:/) }]);
  });

  test('is checked and sent through the connection of its token', async () => {
    const other = await addConnection(api.testApp, { name: 'Padrão' });
    api.testApp.whatsapp.become(
      { companyId: api.system.companyId, connectionId: other },
      { status: 'DISCONNECTED' },
    );
    expect((await api.post({ ...TEXT, number: '5511900001111' })).status).toBe(200);
    api.testApp.whatsapp.become(api.target, { status: 'DISCONNECTED' });
    api.testApp.whatsapp.become({ companyId: api.system.companyId, connectionId: other });
    const down = await api.post({ ...TEXT, number: '5511900002222' });
    expect(down).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } });
    expect((await api.post({ ...TEXT, number: '5511900001111' })).status).toBe(200);
  });
});

describe('ticket of an API message', () => {
  const arrive = (text: string) =>
    api.testApp.listener.onMessages(api.target, [inbound({ from: MARIA, text })]);
  const ticket = async () => (await api.tickets())[0];

  test('is unchanged while an agent has it open', async () => {
    await arrive('oi');
    const { bia, caio } = api.testApp.people.userId;
    await api.system.write((tx) => tx.db.update(tickets).set({ status: 'open', userId: bia }));
    const asked = { queueId: api.testApp.people.queueId.Vendas, userId: caio, closeTicket: true };
    const { body } = await api.post({ ...TEXT, ...asked });
    expect(body.ticketStatus).toBe('open');
    expect(await ticket()).toMatchObject({ status: 'open', userId: bia, queueId: null });
  });

  test('waits in the given queue without a bot when the customer answers', async () => {
    const queueId = api.testApp.people.queueId.Vendas;
    await api.system.write((tx) =>
      tx.db.insert(connectionQueues).values({ connectionId: api.connectionId, queueId }),
    );
    const { body } = await api.post({ ...TEXT, queueId });
    expect(body.ticketStatus).toBe('pending');
    await arrive('obrigada');
    await api.testApp.settle();
    expect(await ticket()).toMatchObject({ status: 'pending', queueId, chatbot: false });
    expect(api.sent()).toHaveLength(1);
  });

  test('is opened for the given user and signed with their name', async () => {
    const { bia } = api.testApp.people.userId;
    const { body } = await api.post({ ...TEXT, userId: bia, sendSignature: true });
    expect(body.ticketStatus).toBe('open');
    expect(await ticket()).toMatchObject({ userId: bia });
    expect(api.sent()).toMatchObject([{ text: expect.stringMatching(/^\*Bia.*:\*\nSeu pedido saiu$/) }]);
  });

  test('is closed by closeTicket, but not by the text "false"', async () => {
    await arrive('oi');
    expect((await api.post({ ...TEXT, closeTicket: 'false' })).body.ticketStatus).toBe('pending');
    expect((await api.post({ ...TEXT, closeTicket: true })).body.ticketStatus).toBe('closed');
    expect(await ticket()).toMatchObject({ status: 'closed' });
  });

  test('accepts a quote only of the same conversation', async () => {
    const { body } = await api.post(TEXT);
    expect((await api.post({ ...TEXT, quoted: body.messageId })).status).toBe(200);
    const elsewhere = await api.post({ ...TEXT, number: '5511900003333', quoted: body.messageId });
    expect(elsewhere).toMatchObject({ status: 400, body: { error: 'ERR_NO_MESSAGE_FOUND' } });
  });

  test('creates a schedule on the same connection for sendAt', async () => {
    const { status, body } = await api.post({ ...TEXT, sendAt: '2030-01-02T10:00:00Z' });
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'scheduled', messageId: null } });
    const [row] = await api.system.db.select().from(schedules);
    expect(row).toMatchObject({ id: body.scheduleId, connectionId: api.connectionId, status: 'PENDENTE' });
    expect(api.sent()).toEqual([]);
    for (const more of [
      { sendAt: '2020-01-02T10:00:00Z' },
      { sendAt: 'logo' },
      { sendAt: '2030-01-02T10:00:00Z', closeTicket: true },
    ])
      expect({ more, status: (await api.post({ ...TEXT, ...more })).status }).toEqual({ more, status: 400 });
  });
});

describe('files over the API', () => {
  test('have a caption unless it is the file name; audio becomes voice', async () => {
    const sound = new File(['RIFF\x24\x00\x00\x00WAVEfmt '], 'a.wav', { type: 'audio/wav' });
    const { status, body } = await api.upload({ number: SOMEBODY, body: 'Segue' }, [picture(), sound]);
    expect({ status, ids: body.messageIds }).toEqual({
      status: 200,
      ids: [expect.any(Number), expect.any(Number)],
    });
    await api.upload({ number: SOMEBODY, body: 'foto.png', closeTicket: 'false' }, [picture()]);
    expect((await api.messages()).map(({ mediaType, body }) => [mediaType, body])).toEqual([
      ['image', 'Segue'],
      ['audio', 'Áudio'],
      ['image', 'foto.png'],
    ]);
    expect((await api.calls()).map(({ kind }) => kind)).toEqual(['media', 'media']);
  });

  test('have no caption when it is the name before its correction', async () => {
    await api.upload({ number: SOMEBODY, body: 'foto.jpg' }, [picture('foto.jpg')]);
    expect((await api.messages()).map(({ body }) => body)).toEqual(['foto.png']);
    expect(api.sent()).toMatchObject([{ type: 'image', caption: '' }]);
  });

  test('are required in a multipart call', async () => {
    const reply = await api.upload({ number: SOMEBODY, body: 'x' }, []);
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'ERR_API_NO_FILE', error: expect.stringContaining('medias') },
    });
    expect(await api.messages()).toEqual([]);
  });
});

describe('list of numbers', () => {
  test('returns one result per number', async () => {
    api.testApp.whatsapp.registered.set('5511900004444', null);
    const numbers = [SOMEBODY, '5511900004444', '12'];
    const { status, body } = await api.post({ numbers, body: 'Oi {{name}}' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      mensagem: 'Mensagem enviada',
      results: [
        { number: SOMEBODY, status: 'queued', messageId: expect.any(Number) },
        { number: '5511900004444', status: 'failed', error: 'ERR_WAPP_INVALID_CONTACT' },
        { number: '12', status: 'failed', error: expect.stringContaining('Número inválido') },
      ],
    });
    expect((await api.calls()).map(({ number, status }) => [number, status])).toEqual([
      [SOMEBODY, 200],
      ['5511900004444', 400],
      ['12', 400],
    ]);
  });

  test('accepts a hundred at most', async () => {
    const numbers = Array.from({ length: 101 }, () => SOMEBODY);
    expect((await api.post({ numbers, body: 'oi' })).status).toBe(400);
  });
});

describe('API call limits and refusals', () => {
  const NO = { error: 'Acesso não permitido' };

  test('returns 401 without a valid connection token', async () => {
    for (const bearer of [null, '', '   ', 'x', 'Bearer']) {
      const reply = await api.post(TEXT, {}, bearer);
      expect({ bearer, status: reply.status, body: reply.body }).toMatchObject({
        bearer,
        status: 401,
        body: NO,
      });
    }
    expect(await api.calls()).toEqual([]);
  });

  test('limits guesses by address without blocking valid tokens', async () => {
    let last = 0;
    for (let guess = 0; guess < 25; guess += 1) last = (await api.post(TEXT, {}, `guess-${guess}`)).status;
    expect(last).toBe(429);
    expect((await api.post(TEXT)).status).toBe(200);
  });

  test('limits short old tokens together with guesses', async () => {
    const { kernel, clock } = api.testApp;
    const store = (token: string) =>
      kernel.platform.write((tx) =>
        tx.update(apiTokens).set({ hash: sign(kernel.secrets.codes, `api-token:${token}`) }),
      );
    await store('ab');
    for (let guess = 0; guess < 20; guess += 1) await api.post(TEXT, {}, `guess-${guess}`);
    expect((await api.post(TEXT, {}, 'ab')).status).toBe(429);
    clock.advance(600_000);
    expect((await api.post(TEXT, {}, 'ab')).status).toBe(200);
    await store(api.token);
  });

  const BAD: [string, unknown, number, string | RegExp][] = [
    ['no number', { body: 'oi' }, 400, 'O número é obrigatório'],
    ['an empty number', { number: '', body: 'oi' }, 400, 'O número é obrigatório'],
    ['no text', { number: SOMEBODY }, 400, /./],
    ['half a number', { number: '123', body: 'oi' }, 400, /Número inválido/],
    ['a list and a number', { number: SOMEBODY, numbers: [SOMEBODY], body: 'oi' }, 400, /number ou numbers/],
    ['an unknown queue', { ...TEXT, queueId: 99_999 }, 400, 'ERR_NO_QUEUE_FOUND'],
    ['an unknown person', { ...TEXT, userId: 99_999 }, 400, 'ERR_NO_USER_FOUND'],
    ['no JSON', '{', 400, /./],
    ['a list', [], 400, /./],
    ['more than four megabytes', { ...TEXT, body: 'x'.repeat(4_200_000) }, 400, 'ERR_TOO_LARGE'],
  ];
  for (const [what, body, status, error] of BAD)
    test(`sends nothing and logs the call for ${what}`, async () => {
      const reply = await api.post(body);
      const matching = typeof error === 'string' ? error : expect.stringMatching(error);
      expect({ status: reply.status, error: reply.body.error }).toEqual({ status, error: matching });
      expect([await api.messages(), await api.tickets()]).toEqual([[], []]);
      expect(await api.calls()).toMatchObject([{ status, messageId: null }]);
    });

  test('accepts JSON of almost a megabyte', async () => {
    const filler = 'x'.repeat(900_000);
    expect((await api.post({ ...TEXT, unknown: filler })).status).toBe(200);
  });

  test('returns 400 for a wrong content type', async () => {
    expect((await api.post('number=1', { 'Content-Type': 'text/plain' })).status).toBe(400);
  });

  test('returns 400 for a blocked contact', async () => {
    await api.post(TEXT);
    await api.system.write((tx) => tx.db.update(contacts).set({ isBlocked: true }));
    expect(await api.post(TEXT)).toMatchObject({ status: 400, body: { error: 'ERR_CONTACT_BLOCKED' } });
  });

  test('logs nothing without the plan’s feature, past due or blocked', async () => {
    await api.plan(false);
    expect(await api.post(TEXT)).toMatchObject({ status: 400, body: { error: 'ERR_FEATURE_NOT_IN_PLAN' } });
    await api.plan(true);
    await api.company({ dueDate: new Date(api.testApp.clock.now.getTime() - 1000) });
    expect(await api.post(TEXT)).toMatchObject({ status: 400, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } });
    await api.company({ dueDate: null, status: false });
    expect(await api.post(TEXT)).toMatchObject({ status: 400, body: { error: 'ERR_COMPANY_DISABLED' } });
    await api.company({ status: true });
    expect(await api.calls()).toEqual([]);
  });

  test('sends headers with remaining calls and retry time', async () => {
    const numbers = Array.from({ length: 100 }, () => SOMEBODY);
    const first = await api.post({ numbers, body: 'oi' });
    expect(first.headers.get('RateLimit-Policy')).toBe('"default";q=120;w=60');
    expect(first.headers.get('RateLimit')).toMatch(/^"default";r=20;t=\d+$/);
    const second = await api.post({ numbers, body: 'oi' });
    expect(second).toMatchObject({ status: 429, body: { error: 'ERR_RATE_LIMITED' } });
    const wait = Number(second.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(30);
    api.testApp.clock.advance(wait * 1000);
    expect((await api.post({ numbers, body: 'oi' })).status).toBe(200);
  });
});

test('stores neither token nor text in the call log', async () => {
  await api.post({ ...TEXT, body: 'segredo-dito' });
  await api.post({ body: 'segredo-dito' });
  const noted = JSON.stringify(await api.calls());
  expect(noted).not.toContain('segredo-dito');
  expect(noted).not.toContain(api.token);
});
