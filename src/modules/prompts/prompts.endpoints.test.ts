import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { aiUsage, prompts, queues, settings } from '@db/tenant/schema/index.ts';
import { reachOf } from '@test/machines/turn.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { type Models, startModels } from '@test/support/models.ts';
import type { PersonName } from '@test/support/people.ts';
import { isSealed } from '@/kernel/sealed.ts';
import { findPromptMachine } from './find-prompt-machine.ts';
import type { PromptPage, PromptView } from './prompts.views.ts';

const KEY = 'sk-CANARY-of-the-company';
const VOICE_KEY = 'CANARY-voice-key';
const TEXT = 'Você atende os clientes de uma loja de bicicletas, com respostas curtas e gentis.';
let desk: TestDesk;
let models: Models;
let queueId: number;

beforeAll(async () => {
  models = await startModels();
  desk = await createTestDesk();
  Object.assign(desk.kernel.services, reachOf(models.url));
  queueId = desk.cast.queueId.Vendas;
});
afterAll(async () => {
  await desk.stop();
  models.stop();
});
beforeEach(async () => {
  const scope = await desk.systemScope();
  await scope.write(async (tx) => {
    for (const table of [prompts, aiUsage, settings]) await tx.db.delete(table);
    await tx.db.update(queues).set({ promptId: null });
  });
  await models.next({});
  await models.asked();
});

type Answer = PromptView & PromptPage & { error: string; code: string; message: string };
const call = async (who: PersonName | undefined, method: string, path: string | number, body?: unknown) =>
  (await desk.as(who)).json<Answer>(method, path === '' ? '/prompt' : `/prompt/${path}`, body);
const whole = () => ({ name: 'Vendas', prompt: TEXT, apiKey: KEY, queueId, maxMessages: 10 });
const make = async (more: object = {}) => (await call('ana', 'POST', '', { ...whole(), ...more })).body;
const row = async (id: number) =>
  (await desk.systemScope()).db.query.prompts.findFirst({ where: (one, { eq }) => eq(one.id, id) });

describe('a prompt', () => {
  test('is made with the defaults of the specification', async () => {
    expect(await make()).toMatchObject({
      ...{ name: 'Vendas', queueId, maxTokens: 100, temperature: 1, maxMessages: 10, voice: 'texto' },
      ...{ model: 'gpt-4.1-mini', maxAnswers: 0, apiKey: '••••', voiceKey: '' },
    });
  });

  const refusals: [string, object, string][] = [
    ['no name', { name: ' ' }, 'ERR_PROMPT_NAME_INVALID'],
    ['no text', { prompt: '' }, 'ERR_PROMPT_INTELLIGENCE_INVALID'],
    ['no key', { apiKey: '' }, 'ERR_PROMPT_APIKEY_INVALID'],
    ['no queue', { queueId: null }, 'ERR_PROMPT_QUEUEID_INVALID'],
    ['a queue that is not there', { queueId: 987_654 }, 'ERR_PROMPT_QUEUEID_INVALID'],
    ['no number of messages', { maxMessages: '' }, 'ERR_PROMPT_MAX_MESSAGES_INVALID'],
  ];
  test.each(refusals)('%s: %p is refused as %s', async (_name, change, error) => {
    expect(await call('ana', 'POST', '', { ...whole(), ...change })).toMatchObject({
      status: 400,
      body: { error },
    });
  });

  test.each([
    ['an address inside words', { baseUrl: 'ftp://x' }],
    ['a password in the address', { baseUrl: 'https://a:b@example.com/v1' }],
    ['a temperature beyond', { temperature: 3 }],
    ['an unknown voice', { voice: 'en-US-Jenny' }],
    ['a region that is a host', { voiceRegion: 'evil.example/' }],
    ['a text without end', { prompt: 'x'.repeat(20_001) }],
  ])('%s is refused', async (_name, change) => {
    expect((await call('ana', 'POST', '', { ...whole(), ...change })).status).toBe(400);
  });

  test('a comma in the temperature is a point', async () => {
    expect(await make({ temperature: '0,7', priceIn: '0,4' })).toMatchObject({
      temperature: 0.7,
      priceIn: 0.4,
    });
  });

  test('is for administrators; agents learn names alone, other companies nothing', async () => {
    const { id } = await make();
    expect((await call('bia', 'GET', '')).body.prompts).toMatchObject([
      { name: 'Vendas', prompt: '', apiKey: '' },
    ]);
    for (const [method, path] of [
      ['GET', id],
      ['PUT', id],
      ['DELETE', id],
      ['POST', ''],
    ] as const)
      expect((await call('bia', method, path, whole())).status).toBe(403);
    expect((await call('davi', 'GET', id)).status).toBe(404);
    expect((await call(undefined, 'GET', '')).status).toBe(401);
  });

  test('without the plan’s flag the list is empty and the rest is refused', async () => {
    const { id } = await make();
    await desk.kernel.platform.db.update(plans).set({ useOpenAi: false });
    const refused = await call('ana', 'GET', id);
    const list = await call('ana', 'GET', '');
    const machine = await findPromptMachine(await desk.systemScope(), id);
    await desk.kernel.platform.db.update(plans).set({ useOpenAi: true });
    expect(refused.status).toBe(403);
    expect(list.body).toMatchObject({ prompts: [], count: 0 });
    expect(machine).toBeUndefined();
  });

  test('in use it stays, and a sentence says so', async () => {
    const { id } = await make();
    await call('ana', 'GET', id);
    const put = async (body: object) => (await desk.as('ana')).json('PUT', `/queue/${queueId}`, body);
    await put({ promptId: id });
    const kept = await call('ana', 'DELETE', id);
    expect(kept).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('Não foi possível excluir!') },
    });
    const freed = await put({ promptId: null });
    expect(freed).toMatchObject({ status: 201, body: { promptId: null } });
    expect(await call('ana', 'DELETE', id)).toMatchObject({
      status: 200,
      body: { message: 'Prompt deleted' },
    });
    expect((await call('ana', 'GET', id)).status).toBe(404);
  });
});

describe('a key', () => {
  test('lies sealed and reaches nobody, by reply or event', async () => {
    const heard = await desk.listenAs('ana');
    const { id } = await make({ voiceKey: VOICE_KEY });
    const stored = await row(id);
    expect(isSealed(stored?.apiKey ?? '') && isSealed(stored?.voiceKey ?? '')).toBe(true);
    const replies = [
      await call('ana', 'GET', id),
      await call('ana', 'GET', ''),
      await call('ana', 'PUT', id, { name: 'Novo' }),
    ];
    await desk.settle();
    expect(JSON.stringify([replies, heard, stored])).not.toContain('CANARY');
    expect(heard.map(({ channel }) => channel)).toContain('prompt');
  });

  test.each([
    ['left out', {}],
    ['empty', { apiKey: '' }],
    ['the mask', { apiKey: '••••' }],
  ])('%s stays', async (_name, change) => {
    const { id } = await make();
    const before = (await row(id))?.apiKey;
    expect((await call('ana', 'PUT', id, { name: 'Outro', ...change })).status).toBe(200);
    expect((await row(id))?.apiKey).toBe(before ?? '');
  });

  test('goes to no other address than the one it was entered for', async () => {
    const { id } = await make();
    expect(await call('ana', 'PUT', id, { baseUrl: 'https://evil.example/v1' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_PROMPT_APIKEY_INVALID' },
    });
    const tried = await (await desk.as('ana')).part('POST', '/prompts/trial', {
      ...{ promptId: String(id), baseUrl: models.url, said: 'oi', queueId: String(queueId) },
    });
    expect(tried.status).toBe(200);
    expect((await models.asked()).map(({ key }) => key).join()).not.toContain('CANARY');
  });
});

describe('a trial', () => {
  test('uses the unsaved values, says what it cost, and counts', async () => {
    await models.next({ text: 'Temos várias!' });
    const reply = await (await desk.as('ana')).part('POST', '/prompts/trial', {
      ...{
        baseUrl: models.url,
        apiKey: KEY,
        prompt: TEXT,
        said: 'tem bicicleta?',
        priceIn: '2',
        priceOut: '8',
      },
      talk: JSON.stringify([{ fromMe: false, text: 'oi' }]),
    });
    const html = reply.text;
    expect(html).toContain('Temos várias!');
    expect(html).toContain('50 tokens');
    expect(html).not.toContain('CANARY');
    const [asked] = await models.asked();
    expect(asked?.key).toBe(`Bearer ${KEY}`);
    expect(asked?.body.messages?.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
    const scope = await desk.systemScope();
    expect(await scope.db.select().from(aiUsage)).toMatchObject([
      { purpose: 'test', calls: 1, promptTokens: 40 },
    ]);
  });

  test('says why it failed', async () => {
    await models.next({ status: 401 });
    const reply = await (await desk.as('ana')).part('POST', '/prompts/trial', {
      baseUrl: models.url,
      apiKey: KEY,
      said: 'oi',
    });
    expect(reply.text).toContain('recusou a chave');
  });
});

describe('the month’s tokens', () => {
  const turn = () => ({
    ...{ ticket: { id: 1, uuid: '', queueId: null }, connection: { id: 1, name: '', number: '' } },
    customer: { name: '', firstName: '', number: '' },
    ...{ kept: {}, answers: 0, history: async () => [] },
    said: [{ messageId: 1, kind: 'text' as const, text: 'oi', file: null }],
  });
  test('are counted by day, warned of at 80 %, and end it', async () => {
    const { id } = await make({ baseUrl: models.url });
    const heard = await desk.listenAs('ana');
    const scope = await desk.systemScope();
    const day = '2026-03-10';
    await scope.write(async (tx) => {
      await tx.db.insert(settings).values({ key: 'aiMonthlyTokens', value: '100000' });
      await tx.db.insert(aiUsage).values({ day, purpose: 'answer', promptId: id, promptTokens: 79_960 });
    });
    const found = await findPromptMachine(scope, id);
    await found?.machine.answer(turn(), new AbortController().signal);
    expect(await row(id)).toMatchObject({ promptTokens: 40, completionTokens: 10, totalTokens: 50 });
    await desk.settle();
    expect(heard.filter(({ channel }) => channel === 'ai-budget').map(({ data }) => data)).toEqual([
      { percent: 80 },
    ]);
    await scope.write((tx) => tx.db.update(aiUsage).set({ promptTokens: 100_000 }));
    const error = await found?.machine
      .answer(turn(), new AbortController().signal)
      .catch((one: unknown) => one);
    expect(error).toMatchObject({ fault: 'spent' });
  });
});

test('the pages', async () => {
  const { id } = await make();
  const ana = await desk.as('ana');
  const list = (await ana.page('/prompts')).text;
  expect(list).toContain('O crédito gratuito do provedor expira');
  const edit = (await ana.part('GET', `/prompts/${id}/edit`)).text;
  expect(edit).toContain('Uma chave está guardada');
  expect(edit).not.toContain('CANARY');
  expect((await ana.page('/prompts/usage')).text).toContain('Limite de tokens por mês');
  const refused = await ana.part('POST', '/prompts', {
    name: 'Vendas',
    prompt: TEXT,
    apiKey: KEY,
    maxMessages: '10',
    queueId: '',
  });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Informe o setor');
  const bare = { name: 'Vendas', prompt: TEXT, maxMessages: '10', apiKey: '', queueId: '' };
  expect((await ana.part('POST', '/prompts', bare)).text).toContain('Informe o setor');
});
