import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { machineHealth, queueIntegrations, tickets } from '@db/tenant/schema/index.ts';
import { type Service, startService } from '@test/machines/server.ts';
import { reachOf } from '@test/machines/turn.ts';
import { type BotDesk, createBotDesk } from '@/modules/chatbot/bot-desk.test-support.ts';
import { createIntegration } from './queue-integrations.service.ts';

let desk: BotDesk;
let flow: Service;
let hook: Service;
beforeAll(async () => {
  desk = await createBotDesk();
  [flow, hook] = await Promise.all([startService('typebot'), startService('hook')]);
  Object.assign(desk.desk.kernel.services, reachOf(flow.url, hook.url));
});
afterAll(async () => {
  await Promise.all([flow?.stop(), hook?.stop()]);
  await desk.desk.stop();
});
beforeEach(async () => {
  await desk.reset();
  for (const table of [machineHealth, queueIntegrations]) await desk.scope.write((tx) => tx.db.delete(table));
  for (const service of [flow, hook]) await service.heard();
});

async function integrate(input: object): Promise<number> {
  const { id } = await createIntegration(desk.scope, { name: 'Fluxo', ...input } as never);
  await desk.connection({ promptId: null, integrationId: id });
  return id;
}
async function wait(ms: number): Promise<void> {
  desk.desk.clock.advance(ms);
  for (const lane of ['machine:', 'send:', 'hook:']) desk.desk.kernel.outbox.wake(desk.scope.companyId, lane);
  await desk.desk.settle();
}
async function told(text: string): Promise<void> {
  await desk.write(text);
  await desk.desk.settle();
  for (let n = 0; n < 6; n += 1) await wait(2_500);
}
const heard = async () => (await desk.automatic()).map(({ body }) => body);
const ticket = async () => (await desk.scope.db.select().from(tickets))[0];

describe('a Typebot flow', () => {
  const settings = () => ({
    type: 'typebot',
    urlN8N: flow.url,
    typebotSlug: 'vendas',
    typebotDelayMessage: 100,
  });

  test('talks with the customer until it hands over, and its session stands on the ticket', async () => {
    const integrationId = await integrate(settings());
    await told('oi');
    expect(await heard()).toEqual([
      'Oi *forte* _e_ ~claro~\nVeja [preços](https://example.com/p)',
      '▶️ Comprar\n▶️ Falar',
    ]);
    expect(await ticket()).toMatchObject({ integrationId, useIntegration: true, typebotStatus: true });
    expect((await ticket())?.typebotSessionId).toMatch(/^s\d+$/);
    await told('Comprar');
    expect((await heard()).at(-1)).toBe('Você disse Comprar');
    await told('parar');
    expect((await heard()).at(-1)).toBe('Até já');
    expect(await ticket()).toMatchObject({ useIntegration: false, typebotStatus: false, status: 'pending' });
  });

  test('that is down leaves the customer to people, in its fallback queue; its health says why', async () => {
    const fallbackQueueId = desk.desk.cast.queueId.Suporte;
    const integrationId = await integrate({ ...settings(), fallbackQueueId });
    await flow.fails(500, 9);
    await told('oi');
    for (let n = 0; n < 4; n += 1) await wait(5_000);
    await flow.fails(500, 0);
    expect(await ticket()).toMatchObject({ queueId: fallbackQueueId, useIntegration: false });
    expect(await desk.scope.db.query.machineHealth.findFirst()).toMatchObject({
      ...{ kind: 'integration', machineId: integrationId, lastError: 'broken' },
    });
  });
});

describe('n8n and webhooks', () => {
  const bodies = async () => (await hook.heard()).map((one) => ({ ...one, json: JSON.parse(one.body) }));

  test('are told every message once, in order, as the library gives it', async () => {
    await integrate({ type: 'n8n', urlN8N: `${hook.url}/webhook/1` });
    await told('oi');
    await told('quero comprar');
    const all = await bodies();
    expect(all.map(({ json }) => json.message.conversation)).toEqual(['oi', 'quero comprar']);
    expect(all[0]?.json).toMatchObject({
      key: { remoteJid: expect.stringContaining('@'), fromMe: false, id: expect.any(String) },
      ...{ pushName: expect.any(String), messageTimestamp: expect.any(Number) },
    });
    expect(all[0]?.headers['webhook-signature']).toBeUndefined();
    expect(await heard()).toEqual([]);
  });

  test('a receiver that is down gets everything once it is back', async () => {
    const machineId = await integrate({ type: 'webhook', urlN8N: `${hook.url}/webhook/2` });
    await hook.fails(503, 2);
    for (const text of ['um', 'dois', 'três']) await told(text);
    for (let n = 0; n < 10; n += 1) await wait(60_000);
    const texts = (await bodies()).map(({ json }) => json.message.conversation);
    expect(texts.filter((text, index) => texts.indexOf(text) === index)).toEqual(['um', 'dois', 'três']);
    expect(await desk.scope.db.query.machineHealth.findFirst()).toMatchObject({
      ...{ machineId, failures: 2, failuresInARow: 0, lastError: 'busy', restsUntil: null },
    });
    expect(await ticket()).toMatchObject({ useIntegration: true });
  });

  test('our own body is signed, and its number is the message’s for ever', async () => {
    const key = Buffer.alloc(24, 7);
    const signingSecret = `whsec_${key.toString('base64')}`;
    await integrate({ type: 'webhook', urlN8N: `${hook.url}/webhook/3`, isSigned: true, signingSecret });
    await hook.fails(500);
    await told('oi');
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
