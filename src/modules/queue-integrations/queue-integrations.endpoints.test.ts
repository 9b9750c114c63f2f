import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { connections, queueIntegrations, queues } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { credentials, signingSecrets } from './integration-secrets.logic.ts';
import type { QueueIntegrationPage, QueueIntegrationView } from './queue-integrations.views.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  for (const company of ['aurora', 'boreal'] as const)
    await (await testApp.systemScope(company)).write((tx) => tx.db.delete(queueIntegrations));
});

type Answer = QueueIntegrationView & { error: string; fields: Record<string, string> };
const call = async (who: PersonName | undefined, method: string, path: string | number, body?: unknown) =>
  (await testApp.as(who)).json<Answer>(method, `/queueIntegration${path === '' ? '' : `/${path}`}`, body);

/** The key is a canary. */
const KEY = JSON.stringify({ client_email: 'a@b.iam', private_key: '-----BEGIN PRIVATE KEY----- CANARY' });
const agent = { type: 'dialogflow', name: 'Agente', projectName: 'vendas', jsonContent: KEY, language: 'es' };
const flow = {
  type: 'typebot',
  name: 'Fluxo',
  urlN8N: 'https://bot.example.com/',
  typebotSlug: 'vendas',
  typebotDelayMessage: '2500',
};
const hook = { type: 'webhook', name: 'Avisos', urlN8N: 'https://hooks.example.com/a' };
const SECRET = `whsec_${Buffer.from('CANARY-CANARY-CANARY-CAN').toString('base64')}`;

describe('integration', () => {
  test('stores what its type needs, including the delay between messages', async () => {
    const made = await call('ana', 'POST', '', flow);
    expect(made).toMatchObject({
      status: 200,
      body: { ...flow, typebotDelayMessage: 2500, typebotExpires: 1, language: 'pt-BR' },
    });
    const changed = await call('ana', 'PUT', made.body.id, {
      typebotExpires: 0,
      typebotKeywordFinish: 'sair',
    });
    expect(changed).toMatchObject({
      status: 201,
      body: { name: 'Fluxo', typebotExpires: 0, typebotKeywordFinish: 'sair', typebotDelayMessage: 2500 },
    });
    expect((await call('ana', 'DELETE', made.body.id)).status).toBe(200);
    expect(await call('ana', 'GET', made.body.id)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_DIALOG_FOUND' },
    });
  });

  test('is listed newest first, twenty per page, searchable by name', async () => {
    for (let n = 10; n < 35; n += 1) await call('ana', 'POST', '', { ...hook, name: `Avisos ${n}` });
    const page = async (query: string) =>
      (await (await testApp.as('ana')).json<QueueIntegrationPage>('GET', `/queueIntegration/?${query}`)).body;
    const second = await page('searchParam=AVISOS&pageNumber=2');
    expect(second).toMatchObject({ count: 25, hasMore: false });
    expect(second.queueIntegrations.map(({ name }) => name).at(-1)).toBe('Avisos 10');
    expect((await page('searchParam=sos 12')).queueIntegrations).toHaveLength(1);
  });
});

describe('integration input', () => {
  const bad: [object, string, string][] = [
    [{ ...flow, name: 'a' }, 'name', 'Muito curto'],
    [{ ...flow, name: undefined }, 'name', 'Obrigatório'],
    [{ ...flow, name: 'x'.repeat(51) }, 'name', 'Muito longo'],
    [{ ...flow, urlN8N: '' }, 'urlN8N', 'Obrigatório'],
    [{ ...flow, typebotSlug: '' }, 'typebotSlug', 'Obrigatório'],
    [{ ...hook, urlN8N: undefined }, 'urlN8N', 'Obrigatório'],
    [{ ...hook, type: 'n8n', urlN8N: 'file:///etc/passwd' }, 'urlN8N', 'Informe um endereço completo'],
    [{ ...hook, isSigned: true }, 'signingSecret', 'Obrigatório'],
    [{ ...hook, isSigned: true, signingSecret: 'segredo' }, 'signingSecret', 'O segredo começa com whsec_'],
    [{ ...agent, jsonContent: '{"client_email":1}' }, 'jsonContent', 'Isto não é o JSON'],
    [{ ...agent, jsonContent: '[' }, 'jsonContent', 'Isto não é o JSON'],
    [{ ...agent, fallbackQueueId: 4_711 }, 'fallbackQueueId', 'Valor inválido'],
  ];
  for (const [body, field, sentence] of bad)
    test(`${field}: ${sentence}`, async () => {
      const reply = await call('ana', 'POST', '', body);
      expect(reply).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.stringContaining(sentence) } },
      });
    });

  test('requires unique names, ignoring case and accents, except its own', async () => {
    const { body } = await call('ana', 'POST', '', { ...flow, name: 'Atenção' });
    expect((await call('ana', 'POST', '', { ...hook, name: 'ATENCAO' })).body.fields).toEqual({
      name: 'Já existe uma integração com este nome.',
    });
    expect((await call('ana', 'PUT', body.id, { ...flow, name: 'atenção' })).status).toBe(201);
    expect((await call('davi', 'POST', '', { ...flow, name: 'Atenção' })).status).toBe(200);
  });

  test('refuses a change that leaves required fields empty', async () => {
    const { body } = await call('ana', 'POST', '', hook);
    expect((await call('ana', 'PUT', body.id, { urlN8N: '' })).status).toBe(400);
    expect((await call('ana', 'PUT', body.id, { type: 'typebot' })).body.fields).toHaveProperty(
      'typebotSlug',
    );
  });
});

describe('integration secrets', () => {
  test('are never returned and unchanged when masked or empty', async () => {
    const made = await call('ana', 'POST', '', agent);
    expect(made.body.jsonContent).toBe('••••••••');
    const signed = await call('ana', 'POST', '', { ...hook, isSigned: 'true', signingSecret: SECRET });
    for (const jsonContent of ['••••••••', '', undefined, null])
      await call('ana', 'PUT', made.body.id, { ...agent, jsonContent });
    await call('ana', 'PUT', signed.body.id, signed.body);
    const scope = await testApp.systemScope();
    const rows = await scope.db.select().from(queueIntegrations).orderBy(queueIntegrations.id);
    expect(rows.map((row) => credentials.decrypt(scope, row.id, row.jsonContent))).toEqual([KEY, '']);
    expect(rows.map((row) => signingSecrets.decrypt(scope, row.id, row.signingSecret))).toEqual(['', SECRET]);
    expect(JSON.stringify(rows)).not.toContain('CANARY');
    const all = await Promise.all(['', made.body.id, signed.body.id].map((id) => call('ana', 'GET', id)));
    expect(JSON.stringify([made, signed, all])).not.toMatch(/CANARY|sealed:|whsec_/);
  });

  test('can be decrypted only for their own row and column', async () => {
    const { body } = await call('ana', 'POST', '', agent);
    const scope = await testApp.systemScope();
    const row = await scope.db.query.queueIntegrations.findFirst();
    expect(credentials.decrypt(scope, body.id + 1, row?.jsonContent ?? '')).toBe('');
    expect(signingSecrets.decrypt(scope, body.id, row?.jsonContent ?? '')).toBe('');
  });
});

describe('integration permissions', () => {
  test('allow administrators everything, others names only, outsiders nothing', async () => {
    const { body } = await call('ana', 'POST', '', hook);
    for (const who of ['rui', 'bia'] as const) {
      expect((await call(who, 'GET', '')).body).toMatchObject({
        queueIntegrations: [{ name: 'Avisos', urlN8N: '' }],
      });
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect((await call(who, method, body.id, {})).status).toBe(403);
      expect((await call(who, 'POST', '', hook)).status).toBe(403);
      expect((await call(who, 'POST', 'testSession', agent)).status).toBe(403);
    }
    expect((await call(undefined, 'GET', '')).status).toBe(401);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await call('davi', method, body.id, {})).status).toBe(404);
  });

  test('return an empty list and refuse everything else without the plan’s feature', async () => {
    const { body } = await call('ana', 'POST', '', hook);
    const setPlan = (useIntegrations: boolean) =>
      testApp.kernel.platform.write((tx) => tx.update(plans).set({ useIntegrations }));
    await setPlan(false);
    try {
      expect((await call('ana', 'GET', '')).body).toEqual({
        queueIntegrations: [],
        count: 0,
        hasMore: false,
      } as never);
      for (const [method, path] of [
        ['GET', body.id],
        ['PUT', body.id],
        ['DELETE', body.id],
        ['POST', ''],
        ['POST', 'testSession'],
      ] as const)
        expect(await call('ana', method, path, agent)).toMatchObject({
          status: 403,
          body: { error: 'ERR_FEATURE_NOT_IN_PLAN' },
        });
      expect((await (await testApp.as('ana')).page('/queue-integration')).status).toBe(403);
      expect((await (await testApp.as('ana')).page('/queues/new')).text).not.toContain(
        'name="integrationId"',
      );
    } finally {
      await setPlan(true);
    }
  });
});

describe('integration references', () => {
  test('must exist in queues and connections and are cleared on deletion', async () => {
    const { body } = await call('ana', 'POST', '', hook);
    const ana = await testApp.as('ana');
    const queue = await ana.json<{ id: number }>('POST', '/queue', {
      ...{ name: 'Propostas', color: '#123456', integrationId: body.id },
    });
    expect(queue.status).toBe(200);
    const connectionId = await addConnection(testApp, { name: 'Linha' });
    expect((await ana.json('PUT', `/whatsapp/${connectionId}`, { integrationId: body.id })).status).toBe(200);
    expect((await ana.json('PUT', `/queue/${queue.body.id}`, { integrationId: 4_711 })).status).toBe(400);
    expect((await ana.json('PUT', `/whatsapp/${connectionId}`, { integrationId: 4_711 })).status).toBe(400);
    const { text } = await ana.page(`/queue-integration/${body.id}/delete`);
    expect(text).toContain('Excluir Avisos');
    expect(text).toContain('Deixa de responder na conexão: Linha');
    expect(text).toContain('Deixa de responder na fila: Propostas');
    const received = await testApp.listenAs('ana');
    await call('ana', 'DELETE', body.id);
    await testApp.settle();
    const scope = await testApp.systemScope();
    const line = await scope.db.query.connections.findFirst({ where: eq(connections.id, connectionId) });
    const position = await scope.db.query.queues.findFirst({ where: eq(queues.id, queue.body.id) });
    expect([line?.integrationId, position?.integrationId]).toEqual([null, null]);
    expect(received.map(({ channel }) => channel)).toEqual(
      expect.arrayContaining(['queue', 'whatsapp', 'queueIntegration']),
    );
  });
});

describe('integration events', () => {
  test('are sent without secrets to the company’s administrators only', async () => {
    const received = await testApp.listenAs('ana');
    const others = [await testApp.listenAs('bia'), await testApp.listenAs('davi')];
    const { body } = await call('ana', 'POST', '', agent);
    await call('ana', 'PUT', body.id, { name: 'Outra' });
    await call('ana', 'DELETE', body.id);
    await testApp.settle();
    const reported = received.filter(({ channel }) => channel === 'queueIntegration').map(({ data }) => data);
    expect(reported).toMatchObject([
      { action: 'create', queueIntegration: { id: body.id, name: 'Agente' } },
      { action: 'update', queueIntegration: { name: 'Outra' } },
      { action: 'delete', integrationId: body.id },
    ]);
    expect(JSON.stringify(reported)).not.toMatch(/CANARY|sealed:/);
    expect(others.flat().filter(({ channel }) => channel === 'queueIntegration')).toEqual([]);
  });
});
