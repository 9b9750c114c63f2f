import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { PersonName } from '@test/support/people.ts';
import { createPlanner } from '@test/support/plans.ts';
import { SendError } from '@/whatsapp/port.ts';
import { type ConversationFixture, createConversationFixture } from '../conversation-fixture.test-support.ts';
import { listFailedMessages } from './failed-messages.queries.ts';
import { FailedFilter } from './failed-messages.schema.ts';

let talk: ConversationFixture;
let ticketId: number;
let failed: number;

beforeAll(async () => {
  talk = await createConversationFixture();
  ({ ticketId } = await talk.begin());
  talk.testApp.whatsapp.fail(new SendError('refused', false));
  const { body } = await talk.call('bia', 'POST', `/messages/${ticketId}`, { body: 'segue <b>o boleto</b>' });
  failed = Number(body.id ?? 0);
  await talk.testApp.settle();
});
afterAll(() => talk.testApp.stop());

const page = async (who: PersonName, query = '') =>
  (await talk.testApp.as(who)).page(`/messages/failed${query}`);
const lastMessageFailed = async () =>
  ((await talk.call('bia', 'GET', `/tickets/${ticketId}`)).body as unknown as { lastMessageFailed: boolean })
    .lastMessageFailed;

test('shows a refused message with its reason, also in lists', async () => {
  const { status, text } = await page('bia');
  expect(status).toBe(200);
  expect(text).toContain('segue &lt;b&gt;o boleto&lt;/b&gt;');
  expect(text).toContain('Enviar de novo');
  expect(text).toMatch(/Motivo|não pôde ser enviada|Não foi possível/);
  expect(await lastMessageFailed()).toBe(true);
  expect((await (await talk.testApp.as('bia')).page('/tickets')).text).toContain('Não enviada');
});

test('hides failed messages from other queues and companies and refuses a retry', async () => {
  for (const who of ['caio', 'davi'] as const) {
    expect((await page(who)).text).not.toContain('o boleto');
    const browser = await talk.testApp.as(who);
    expect((await browser.part('POST', `/messages/failed/${failed}/retry`)).status).toBe(404);
  }
  expect((await page('ana')).text).toContain('o boleto');
});

test('filters failed messages by connection', async () => {
  expect((await page('ana', `?whatsappId=${talk.connectionId}`)).text).toContain('o boleto');
  expect((await page('ana', `?whatsappId=${talk.connectionId + 1}`)).text).not.toContain('o boleto');
  const health = await (await talk.testApp.as('ana')).part('GET', `/connections/${talk.connectionId}/health`);
  expect(health.text).toContain(`/messages/failed?whatsappId=${talk.connectionId}`);
});

test('sends a failed message again from the page and removes it there', async () => {
  const browser = await talk.testApp.as('bia');
  expect((await browser.part('POST', `/messages/failed/${failed}/retry`)).status).toBe(204);
  await talk.testApp.settle();
  expect((await page('bia')).text).not.toContain('o boleto');
  expect((await talk.row(failed)).error).toBeNull();
  expect(await lastMessageFailed()).toBe(false);
});

test('sends all failed messages again after confirmation, in order, within permission', async () => {
  const { testApp, connectionId } = talk;
  const fail = async (body: string) => {
    testApp.whatsapp.fail(new SendError('refused', false));
    await talk.call('bia', 'POST', `/messages/${ticketId}`, { body });
    await testApp.settle();
  };
  for (const body of ['primeira', 'segunda']) await fail(body);
  expect((await page('bia')).text).toContain('Enviar todas de novo');
  const question = `/messages/failed/retry?whatsappId=${connectionId}`;
  const dialog = (await (await testApp.as('bia')).part('GET', question)).text;
  expect(dialog).toContain('Enviar 2 mensagens de novo?');
  expect(dialog).toContain(`hx-post="${question}"`);
  const again = async (who: PersonName, query = '') =>
    (await testApp.as(who)).part('POST', `/messages/failed/retry${query}`);
  for (const who of ['caio', 'davi'] as const) await again(who);
  await again('bia', `?whatsappId=${connectionId + 1}`);
  await testApp.settle();
  expect((await page('bia')).text).toContain('primeira');
  const before = testApp.whatsapp.sent.length;
  const { status, headers } = await again('bia');
  expect([status, headers.get('HX-Trigger')]).toEqual([204, expect.stringContaining('2 mensagens')]);
  await testApp.settle();
  expect(JSON.stringify(testApp.whatsapp.sent.slice(before))).toMatch(/primeira.*segunda/);
  expect((await page('bia')).text).toContain('Nenhuma mensagem não enviada');
});

test('a message that is sent again goes to the number that was corrected meanwhile', async () => {
  const { testApp } = talk;
  testApp.whatsapp.fail(new SendError('refused', false));
  const { body } = await talk.call('bia', 'POST', `/messages/${ticketId}`, { body: 'seu orçamento' });
  await testApp.settle();
  const { chatId } = await talk.row(Number(body.id));
  const corrected = await talk.call('ana', 'PUT', `/contacts/${chatId}`, { number: '5511955554444' });
  expect(corrected.status).toBe(200);
  await talk.call('bia', 'POST', `/messages/${body.id}/retry`);
  await testApp.settle();
  expect(testApp.whatsapp.sent.at(-1)).toMatchObject({ jid: '5511955554444@s.whatsapp.net' });
});

test('marks a failed message in search results', async () => {
  talk.testApp.whatsapp.fail(new SendError('refused', false));
  await talk.call('bia', 'POST', `/messages/${ticketId}`, { body: 'orçamento do telhado' });
  await talk.testApp.settle();
  const { body } = await talk.call('bia', 'GET', '/tickets?searchParam=telhado');
  const { tickets } = body as unknown as { tickets: { foundMessage: { failed: boolean } }[] };
  expect(tickets.map(({ foundMessage }) => foundMessage.failed)).toEqual([true]);
});

test('uses the index of failed messages', async () => {
  const planner = await createPlanner();
  const scope = await talk.testApp.scopeOf('bia');
  const list = () => listFailedMessages(scope, FailedFilter.parse({}));
  await list();
  const steps = await planner.stepsOf(list);
  const onMessages = steps.filter(({ detail }) => detail.includes(' messages '));
  expect(onMessages.map(({ detail }) => detail)).toEqual(['SCAN messages USING INDEX messages_failed']);
  planner.close();
});
