import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { queueIntegrations, responderHealth, tickets } from '@db/tenant/schema/index.ts';
import { type Service, startService } from '@test/responders/server.ts';
import { reachOf } from '@test/responders/turn.ts';
import { type BotFixture, createBotFixture } from '@/modules/chatbot/bot-fixture.test-support.ts';
import { createIntegration } from './queue-integrations.service.ts';

let fixture: BotFixture;
let flow: Service;
let hook: Service;
beforeAll(async () => {
  fixture = await createBotFixture();
  [flow, hook] = await Promise.all([startService('typebot'), startService('hook')]);
  Object.assign(fixture.testApp.kernel.services, reachOf(flow.url, hook.url));
});
afterAll(async () => {
  await Promise.all([flow?.stop(), hook?.stop()]);
  await fixture.testApp.stop();
});
beforeEach(async () => {
  await fixture.reset();
  for (const table of [responderHealth, queueIntegrations])
    await fixture.scope.write((tx) => tx.db.delete(table));
  for (const service of [flow, hook]) await service.requests();
});

async function integrate(input: object): Promise<number> {
  const { id } = await createIntegration(fixture.scope, { name: 'Fluxo', ...input } as never);
  await fixture.connection({ promptId: null, integrationId: id });
  return id;
}
async function wait(ms: number): Promise<void> {
  fixture.testApp.clock.advance(ms);
  for (const queueKey of ['machine:', 'send:', 'hook:'])
    fixture.testApp.kernel.outbox.wake(fixture.scope.companyId, queueKey);
  await fixture.testApp.settle();
}
async function reported(text: string): Promise<void> {
  await fixture.write(text);
  await fixture.testApp.settle();
  for (let n = 0; n < 6; n += 1) await wait(2_500);
}
const received = async () => (await fixture.automatic()).map(({ body }) => body);
const ticket = async () => (await fixture.scope.db.select().from(tickets))[0];

describe('Typebot flow', () => {
  const settings = () => ({
    type: 'typebot',
    urlN8N: flow.url,
    typebotSlug: 'vendas',
    typebotDelayMessage: 100,
  });

  test('answers until it hands over, with its session on the ticket', async () => {
    const integrationId = await integrate(settings());
    await reported('oi');
    expect(await received()).toEqual([
      'Oi *forte* _e_ ~claro~\nVeja [preços](https://example.com/p)',
      '▶️ Comprar\n▶️ Falar',
    ]);
    expect(await ticket()).toMatchObject({ integrationId, useIntegration: true, typebotStatus: true });
    expect((await ticket())?.typebotSessionId).toMatch(/^s\d+$/);
    await reported('Comprar');
    expect((await received()).at(-1)).toBe('Você disse Comprar');
    await reported('parar');
    expect((await received()).at(-1)).toBe('Até já');
    expect(await ticket()).toMatchObject({ useIntegration: false, typebotStatus: false, status: 'pending' });
  });

  test('hands over to the fallback queue when down, recording the error', async () => {
    const fallbackQueueId = fixture.testApp.people.queueId.Suporte;
    const integrationId = await integrate({ ...settings(), fallbackQueueId });
    await flow.fails(500, 9);
    await reported('oi');
    for (let n = 0; n < 4; n += 1) await wait(5_000);
    await flow.fails(500, 0);
    expect(await ticket()).toMatchObject({ queueId: fallbackQueueId, useIntegration: false });
    expect(await fixture.scope.db.query.responderHealth.findFirst()).toMatchObject({
      ...{ kind: 'integration', machineId: integrationId, lastError: 'broken' },
    });
  });
});

describe('n8n and webhooks', () => {
  const bodies = async () => (await hook.requests()).map((one) => ({ ...one, json: JSON.parse(one.body) }));

  test('receive every message once, in order, in the library’s format', async () => {
    await integrate({ type: 'n8n', urlN8N: `${hook.url}/webhook/1` });
    await reported('oi');
    await reported('quero comprar');
    const all = await bodies();
    expect(all.map(({ json }) => json.message.conversation)).toEqual(['oi', 'quero comprar']);
    expect(all[0]?.json).toMatchObject({
      key: { remoteJid: expect.stringContaining('@'), fromMe: false, id: expect.any(String) },
      ...{ pushName: expect.any(String), messageTimestamp: expect.any(Number) },
    });
    expect(all[0]?.headers['webhook-signature']).toBeUndefined();
    expect(await received()).toEqual([]);
  });

  test('receive everything after being down', async () => {
    const responderId = await integrate({ type: 'webhook', urlN8N: `${hook.url}/webhook/2` });
    await hook.fails(503, 2);
    for (const text of ['um', 'dois', 'três']) await reported(text);
    for (let n = 0; n < 10; n += 1) await wait(60_000);
    const texts = (await bodies()).map(({ json }) => json.message.conversation);
    expect(texts.filter((text, index) => texts.indexOf(text) === index)).toEqual(['um', 'dois', 'três']);
    expect(await fixture.scope.db.query.responderHealth.findFirst()).toMatchObject({
      ...{ machineId: responderId, failures: 2, failuresInARow: 0, lastError: 'busy', pausedUntil: null },
    });
    expect(await ticket()).toMatchObject({ useIntegration: true });
  });

  test('receive a signed body with a stable message id when so configured', async () => {
    const key = Buffer.alloc(24, 7);
    const signingSecret = `whsec_${key.toString('base64')}`;
    await integrate({ type: 'webhook', urlN8N: `${hook.url}/webhook/3`, isSigned: true, signingSecret });
    await hook.fails(500);
    await reported('oi');
    await wait(60_000);
    const [first, second] = await bodies();
    expect(second?.json).toMatchObject({
      type: 'message.received',
      data: { text: 'oi', kind: 'conversation', contact: { number: expect.any(String) } },
    });
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'] ?? '');
    const {
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': signature,
    } = second?.headers ?? {};
    const expected = createHmac('sha256', key).update(`${id}.${at}.${second?.body}`).digest('base64');
    expect(signature).toBe(`v1,${expected}`);
  });
});
