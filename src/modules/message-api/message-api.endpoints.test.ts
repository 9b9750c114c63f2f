import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { apiTokens } from '@db/platform/schema/index.ts';
import { connectionQueues, contacts, schedules, tickets } from '@db/tenant/schema/index.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { PNG } from '@test/support/world.ts';
import { sign } from '@/kernel/secrets.ts';
import { type ApiDesk, createApiDesk, SOMEBODY, TEXT } from './api-desk.test-support.ts';

let api: ApiDesk;
beforeAll(async () => {
  api = await createApiDesk();
});
afterAll(() => api.desk.stop());
beforeEach(() => api.reset());

const picture = (name = 'foto.png') => new File([PNG], name, { type: 'image/png' });

describe('a text', () => {
  test('goes through the outbox, stands in the conversation, and is answered with its ids', async () => {
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

  test('takes a number as a number, and ignores fields it does not know', async () => {
    const reply = await api.post({ number: Number(SOMEBODY), body: 'oi', noRegister: true });
    expect(reply.status).toBe(200);
  });

  test('is filled in, with values of the caller that are not read again', async () => {
    await api.post({ ...TEXT, body: '{{pedido}} {{hora}}', variables: { pedido: '{{hora}}' } });
    expect(api.sent()).toMatchObject([{ text: expect.stringMatching(/^\{\{hora\}\} \d\d:/) }]);
  });

  test('comes from the connection of its token, which also checks the number', async () => {
    const other = await addConnection(api.desk, { name: 'Padrão' });
    api.desk.whatsapp.become(
      { companyId: api.system.companyId, connectionId: other },
      { status: 'DISCONNECTED' },
    );
    expect((await api.post({ ...TEXT, number: '5511900001111' })).status).toBe(200);
    api.desk.whatsapp.become(api.target, { status: 'DISCONNECTED' });
    api.desk.whatsapp.become({ companyId: api.system.companyId, connectionId: other });
    const down = await api.post({ ...TEXT, number: '5511900002222' });
    expect(down).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } });
    expect((await api.post({ ...TEXT, number: '5511900001111' })).status).toBe(200);
  });
});

describe('where it is said', () => {
  const arrive = (text: string) => api.desk.listener.onMessages(api.target, [inbound({ from: MARIA, text })]);
  const ticket = async () => (await api.tickets())[0];

  test('an agent who has the ticket open keeps it, whatever the call asks for', async () => {
    await arrive('oi');
    const { bia, caio } = api.desk.cast.userId;
    await api.system.write((tx) => tx.db.update(tickets).set({ status: 'open', userId: bia }));
    const asked = { queueId: api.desk.cast.queueId.Vendas, userId: caio, closeTicket: true };
    const { body } = await api.post({ ...TEXT, ...asked });
    expect(body.ticketStatus).toBe('open');
    expect(await ticket()).toMatchObject({ status: 'open', userId: bia, queueId: null });
  });

  test('to a queue it waits there, and the bot stays silent when the customer answers', async () => {
    const queueId = api.desk.cast.queueId.Vendas;
    await api.system.write((tx) =>
      tx.db.insert(connectionQueues).values({ connectionId: api.connectionId, queueId }),
    );
    const { body } = await api.post({ ...TEXT, queueId });
    expect(body.ticketStatus).toBe('pending');
    await arrive('obrigada');
    await api.desk.settle();
    expect(await ticket()).toMatchObject({ status: 'pending', queueId, chatbot: false });
    expect(api.sent()).toHaveLength(1);
  });

  test('to a person it is open, signed with their name', async () => {
    const { bia } = api.desk.cast.userId;
    const { body } = await api.post({ ...TEXT, userId: bia, sendSignature: true });
    expect(body.ticketStatus).toBe('open');
    expect(await ticket()).toMatchObject({ userId: bia });
    expect(api.sent()).toMatchObject([{ text: expect.stringMatching(/^\*Bia.*:\*\nSeu pedido saiu$/) }]);
  });

  test('closeTicket closes what waits; "false" is no', async () => {
    await arrive('oi');
    expect((await api.post({ ...TEXT, closeTicket: 'false' })).body.ticketStatus).toBe('pending');
    expect((await api.post({ ...TEXT, closeTicket: true })).body.ticketStatus).toBe('closed');
    expect(await ticket()).toMatchObject({ status: 'closed' });
  });

  test('a quote must be of the same conversation', async () => {
    const { body } = await api.post(TEXT);
    expect((await api.post({ ...TEXT, quoted: body.messageId })).status).toBe(200);
    const elsewhere = await api.post({ ...TEXT, number: '5511900003333', quoted: body.messageId });
    expect(elsewhere).toMatchObject({ status: 400, body: { error: 'ERR_NO_MESSAGE_FOUND' } });
  });

  test('later is a schedule of that connection', async () => {
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

describe('files', () => {
  test('go with their caption; a body that is the file name is none, and audio is a voice note', async () => {
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

  test('multipart without a file is refused', async () => {
    const reply = await api.upload({ number: SOMEBODY, body: 'x' }, []);
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'ERR_API_NO_FILE', error: expect.stringContaining('medias') },
    });
    expect(await api.messages()).toEqual([]);
  });
});

describe('many numbers', () => {
  test('are answered one by one', async () => {
    api.desk.whatsapp.registered.set('5511900004444', null);
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
    expect((await api.calls()).map(({ number, status: said }) => [number, said])).toEqual([
      [SOMEBODY, 200],
      ['5511900004444', 400],
      ['12', 400],
    ]);
  });

  test('are a hundred at most', async () => {
    const numbers = Array.from({ length: 101 }, () => SOMEBODY);
    expect((await api.post({ numbers, body: 'oi' })).status).toBe(400);
  });
});

describe('a refusal', () => {
  const NO = { error: 'Acesso não permitido' };

  test('of whoever brings no token of a connection, an empty one or a made-up one', async () => {
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

  test('of one who guesses: soon no guess is answered, but every right token of the same address', async () => {
    let last = 0;
    for (let guess = 0; guess < 25; guess += 1) last = (await api.post(TEXT, {}, `guess-${guess}`)).status;
    expect(last).toBe(429);
    expect((await api.post(TEXT)).status).toBe(200);
  });

  test('of one who guesses: a short token of before waits with them, or it would be found', async () => {
    const { kernel, clock } = api.desk;
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
    test(`of ${what}: nothing is sent, and it is noted`, async () => {
      const reply = await api.post(body);
      const matching = typeof error === 'string' ? error : expect.stringMatching(error);
      expect({ status: reply.status, error: reply.body.error }).toEqual({ status, error: matching });
      expect([await api.messages(), await api.tickets()]).toEqual([[], []]);
      expect(await api.calls()).toMatchObject([{ status, messageId: null }]);
    });

  test('of a megabyte of JSON that is not too long is a body like others', async () => {
    const filler = 'x'.repeat(900_000);
    expect((await api.post({ ...TEXT, unknown: filler })).status).toBe(200);
  });

  test('of a wrong content type', async () => {
    expect((await api.post('number=1', { 'Content-Type': 'text/plain' })).status).toBe(400);
  });

  test('of somebody blocked', async () => {
    await api.post(TEXT);
    await api.system.write((tx) => tx.db.update(contacts).set({ isBlocked: true }));
    expect(await api.post(TEXT)).toMatchObject({ status: 400, body: { error: 'ERR_CONTACT_BLOCKED' } });
  });

  test('of a company without the plan flag, past due or blocked: not even noted', async () => {
    await api.plan(false);
    expect(await api.post(TEXT)).toMatchObject({ status: 400, body: { error: 'ERR_FEATURE_NOT_IN_PLAN' } });
    await api.plan(true);
    await api.company({ dueDate: new Date(api.desk.clock.now.getTime() - 1000) });
    expect(await api.post(TEXT)).toMatchObject({ status: 400, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } });
    await api.company({ dueDate: null, status: false });
    expect(await api.post(TEXT)).toMatchObject({ status: 400, body: { error: 'ERR_COMPANY_DISABLED' } });
    await api.company({ status: true });
    expect(await api.calls()).toEqual([]);
  });

  test('of too many: the headers say how many are left and when to come back', async () => {
    const numbers = Array.from({ length: 100 }, () => SOMEBODY);
    const first = await api.post({ numbers, body: 'oi' });
    expect(first.headers.get('RateLimit-Policy')).toBe('"default";q=120;w=60');
    expect(first.headers.get('RateLimit')).toMatch(/^"default";r=20;t=\d+$/);
    const second = await api.post({ numbers, body: 'oi' });
    expect(second).toMatchObject({ status: 429, body: { error: 'ERR_RATE_LIMITED' } });
    const wait = Number(second.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(30);
    api.desk.clock.advance(wait * 1000);
    expect((await api.post({ numbers, body: 'oi' })).status).toBe(200);
  }, 30_000);
});

test('no token and nothing that was said stands among the calls or in the table of the page', async () => {
  await api.post({ ...TEXT, body: 'segredo-dito' });
  await api.post({ body: 'segredo-dito' });
  const noted = JSON.stringify(await api.calls());
  expect(noted).not.toContain('segredo-dito');
  expect(noted).not.toContain(api.token);
});
