import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { aiUsage, prompts, queues, settings } from '@db/tenant/schema/index.ts';
import { reachOf } from '@test/responders/turn.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Models, startModels } from '@test/support/models.ts';
import type { PersonName } from '@test/support/people.ts';
import { isEncrypted } from '@/core/security/encrypted-text.ts';
import { findPromptResponder } from './find-prompt-responder.queries.ts';
import type { PromptPage, PromptView } from './prompts.views.ts';

const KEY = 'sk-CANARY-of-the-company';
const VOICE_KEY = 'CANARY-voice-key';
const TEXT = 'Você atende os clientes de uma loja de bicicletas, com respostas curtas e gentis.';
let testApp: TestApp;
let models: Models;
let queueId: number;

beforeAll(async () => {
  models = await startModels();
  testApp = await createTestApp();
  Object.assign(testApp.kernel.services, reachOf(models.url));
  queueId = testApp.people.queueId.Vendas;
});
afterAll(async () => {
  await testApp.stop();
  models.stop();
});
beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write(async (tx) => {
    for (const table of [prompts, aiUsage, settings]) await tx.db.delete(table);
    await tx.db.update(queues).set({ promptId: null });
  });
  await models.next({});
  await models.asked();
});

type Answer = PromptView & PromptPage & { error: string; code: string; message: string };
const call = async (who: PersonName | undefined, method: string, path: string | number, body?: unknown) =>
  (await testApp.as(who)).json<Answer>(
    method,
    /^(\?|$)/.test(String(path)) ? `/prompt${path}` : `/prompt/${path}`,
    body,
  );
const whole = () => ({ name: 'Vendas', prompt: TEXT, apiKey: KEY, queueId, maxMessages: 10 });
const make = async (more: object = {}) => (await call('ana', 'POST', '', { ...whole(), ...more })).body;
const row = async (id: number) =>
  (await testApp.systemScope()).db.query.prompts.findFirst({ where: (one, { eq }) => eq(one.id, id) });

describe('prompt', () => {
  test('a list goes on after one of several with the same name', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await make()).id);
    const { body } = await call('ana', 'GET', `?after=${ids[0]}`);
    expect(body.prompts.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  test('is created with the specification’s defaults', async () => {
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
  test.each(refusals)('%s: %p is refused with %s', async (_name, change, error) => {
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

  test('accepts a decimal comma', async () => {
    expect(await make({ temperature: '0,7', priceIn: '0,4' })).toMatchObject({
      temperature: 0.7,
      priceIn: 0.4,
    });
  });

  test('is for administrators; agents see only names, other companies nothing', async () => {
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

  test('returns an empty list and 403 without the plan’s feature', async () => {
    const { id } = await make();
    await testApp.kernel.platform.db.update(plans).set({ useOpenAi: false });
    const refused = await call('ana', 'GET', id);
    const list = await call('ana', 'GET', '');
    const responder = await findPromptResponder(await testApp.systemScope(), id);
    await testApp.kernel.platform.db.update(plans).set({ useOpenAi: true });
    expect(refused.status).toBe(403);
    expect(list.body).toMatchObject({ prompts: [], count: 0 });
    expect(responder).toBeUndefined();
  });

  test('in use cannot be deleted and reports why', async () => {
    const { id } = await make();
    await call('ana', 'GET', id);
    const put = async (body: object) => (await testApp.as('ana')).json('PUT', `/queue/${queueId}`, body);
    await put({ promptId: id });
    const saved = await call('ana', 'DELETE', id);
    expect(saved).toMatchObject({
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

describe('API key of a prompt', () => {
  test('is encrypted and absent from responses and events', async () => {
    const received = await testApp.listenAs('ana');
    const { id } = await make({ voiceKey: VOICE_KEY });
    const stored = await row(id);
    expect(isEncrypted(stored?.apiKey ?? '') && isEncrypted(stored?.voiceKey ?? '')).toBe(true);
    const replies = [
      await call('ana', 'GET', id),
      await call('ana', 'GET', ''),
      await call('ana', 'PUT', id, { name: 'Novo' }),
    ];
    await testApp.settle();
    expect(JSON.stringify([replies, received, stored])).not.toContain('CANARY');
    expect(received.map(({ channel }) => channel)).toContain('prompt');
  });

  test.each([
    ['left out', {}],
    ['empty', { apiKey: '' }],
    ['the mask', { apiKey: '••••' }],
  ])('is unchanged when %s', async (_name, change) => {
    const { id } = await make();
    const before = (await row(id))?.apiKey;
    expect((await call('ana', 'PUT', id, { name: 'Outro', ...change })).status).toBe(200);
    expect((await row(id))?.apiKey).toBe(before ?? '');
  });

  test('is never sent to another URL than its own', async () => {
    const { id } = await make();
    expect(await call('ana', 'PUT', id, { baseUrl: 'https://evil.example/v1' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_PROMPT_APIKEY_INVALID' },
    });
    const tried = await (await testApp.as('ana')).part('POST', '/prompts/trial', {
      ...{ promptId: String(id), baseUrl: models.url, said: 'oi', queueId: String(queueId) },
    });
    expect(tried.status).toBe(200);
    expect((await models.asked()).map(({ key }) => key).join()).not.toContain('CANARY');
  });
});

describe('prompt trial', () => {
  test('uses unsaved values, shows the cost and is counted', async () => {
    await models.next({ text: 'Temos várias!' });
    const reply = await (await testApp.as('ana')).part('POST', '/prompts/trial', {
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
    const scope = await testApp.systemScope();
    expect(await scope.db.select().from(aiUsage)).toMatchObject([
      { purpose: 'test', calls: 1, promptTokens: 40 },
    ]);
  });

  test('shows why it failed', async () => {
    await models.next({ status: 401 });
    const reply = await (await testApp.as('ana')).part('POST', '/prompts/trial', {
      baseUrl: models.url,
      apiKey: KEY,
      said: 'oi',
    });
    expect(reply.text).toContain('recusou a chave');
  });
});

describe('monthly token limit', () => {
  const turn = () => ({
    ...{ ticket: { id: 1, uuid: '', queueId: null }, connection: { id: 1, name: '', number: '' } },
    customer: { name: '', firstName: '', number: '' },
    ...{ memory: {}, answers: 0, history: async () => [] },
    messages: [{ messageId: 1, kind: 'text' as const, text: 'oi', file: null }],
  });
  test('counts by day, warns at 80 % and stops at the limit', async () => {
    const { id } = await make({ baseUrl: models.url });
    const received = await testApp.listenAs('ana');
    const scope = await testApp.systemScope();
    const day = '2026-03-10';
    await scope.write(async (tx) => {
      await tx.db.insert(settings).values({ key: 'aiMonthlyTokens', value: '100000' });
      await tx.db.insert(aiUsage).values({ day, purpose: 'answer', promptId: id, promptTokens: 79_960 });
    });
    const found = await findPromptResponder(scope, id);
    await found?.responder.answer(turn(), new AbortController().signal);
    expect(await row(id)).toMatchObject({ promptTokens: 40, completionTokens: 10, totalTokens: 50 });
    await testApp.settle();
    expect(received.filter(({ channel }) => channel === 'ai-budget').map(({ data }) => data)).toEqual([
      { percent: 80 },
    ]);
    await scope.write((tx) => tx.db.update(aiUsage).set({ promptTokens: 100_000 }));
    const error = await found?.responder
      .answer(turn(), new AbortController().signal)
      .catch((one: unknown) => one);
    expect(error).toMatchObject({ fault: 'spent' });
    await models.asked();
    const tried = await (await testApp.as('ana')).part('POST', '/prompts/trial', {
      baseUrl: models.url,
      apiKey: KEY,
      said: 'oi',
    });
    expect(tried.text).toContain('O limite de tokens deste mês acabou.');
    expect(await models.asked()).toEqual([]);
  });
});

test('prompt pages show hints and usage but no keys', async () => {
  const { id } = await make();
  const ana = await testApp.as('ana');
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
