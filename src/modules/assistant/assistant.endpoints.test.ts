import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { aiUsage, messages, prompts, settings, ticketNotes } from '@db/tenant/schema/index.ts';
import { inbound, JOAO } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import {
  type AssistantFixture,
  createAssistantFixture,
  dataOf,
  FACTS,
  INSTRUCTIONS,
} from './assistant-fixture.test-support.ts';
import { KEY } from './switched-on.test-support.ts';

let work: AssistantFixture;
beforeAll(async () => {
  work = await createAssistantFixture();
});
afterAll(() => work.stop());
beforeEach(() => work.begin());

const draft = { text: 'ja vejo isso' };

describe('assistant', () => {
  test.each([
    ['an answer', { task: 'suggestion' }, 'suggestion'],
    ['a summary', { task: 'summary' }, 'summary'],
    ['the customer’s words', { task: 'translation' }, 'translation'],
    ['a draft in their language', { task: 'draft-translation', ...draft }, 'translation'],
    ['a friendlier draft', { task: 'tone', tone: 'friendly', ...draft }, 'tone'],
    ['a corrected draft', { task: 'tone', tone: 'correct', ...draft }, 'tone'],
  ])('%s: is returned and counted, but neither stored nor sent', async (_name, body, purpose) => {
    const before = (await work.system.db.select().from(messages)).length;
    await work.models.next({ text: 'Claro, já verifico.' });
    expect(await work.ask(body)).toMatchObject({ status: 200, body: { text: 'Claro, já verifico.' } });
    const [asked] = await work.models.asked();
    expect(asked?.key).toBe(`Bearer ${KEY}`);
    expect(asked?.body).not.toHaveProperty('tools');
    expect(asked?.body.messages?.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(await work.system.db.select().from(aiUsage)).toMatchObject([
      {
        purpose,
        promptId: work.promptId,
        userId: work.testApp.people.userId.bia,
        promptTokens: 40,
        completionTokens: 10,
      },
    ]);
    await work.testApp.settle();
    expect((await work.system.db.select().from(messages)).length).toBe(before);
    expect(work.testApp.whatsapp.sent).toEqual([]);
  });

  test('an answer uses conversation, facts and instructions but not the prompt text', async () => {
    await work.receiveText('tem bicicleta?');
    await (await work.testApp.as('bia')).json('POST', `/messages/${work.ticketId}`, {
      body: '*Bia Nunes:*\nTemos várias.',
    });
    await work.ask();
    const asked = await work.models.asked();
    const system = String(asked[0]?.body.messages?.[0]?.content);
    expect(system).toContain(FACTS);
    expect(system).toContain(INSTRUCTIONS);
    expect(JSON.stringify(asked[0]?.body)).not.toContain('SEGREDO-DO-PROMPT');
    expect(dataOf(asked).conversa.slice(-2)).toEqual([
      { de: 'cliente', texto: 'tem bicicleta?' },
      { de: 'nós', texto: 'Temos várias.' },
    ]);
  });

  test('sends no notes, other tickets, numbers or deleted messages', async () => {
    const { ticketId, system } = work;
    await work.receiveText('apagada-pelo-cliente');
    const deleted = await work.lastId();
    await work.receive(inbound({ from: JOAO, text: 'de-outro-cliente' }));
    const contactId = (await work.row()).contactId;
    await system.write(async (tx) => {
      await tx.db.update(messages).set({ isDeleted: true }).where(eq(messages.id, deleted));
      await tx.db
        .insert(ticketNotes)
        .values({ note: 'nota-interna', ticketId, contactId, userId: work.testApp.people.userId.bia });
    });
    await work.ask();
    await work.ask({ task: 'summary' });
    const left = JSON.stringify((await work.models.asked()).map(({ body }) => body));
    for (const saved of ['nota-interna', 'de-outro-cliente', 'apagada-pelo-cliente', '5511988887777', 'Bia'])
      expect(left).not.toContain(saved);
  });

  test('sends only the end of a long conversation', async () => {
    for (let n = 0; n < 12; n += 1) await work.receiveText(`${n} ${'x'.repeat(5_000)}`);
    await work.ask();
    const { conversa } = dataOf(await work.models.asked());
    expect(conversa.length).toBeLessThan(9);
    expect(conversa.at(-1)?.texto).toStartWith('11 x');
    expect(Math.max(...conversa.map(({ texto }) => texto.length))).toBe(2_000);
  });

  test('does not translate a message of another ticket', async () => {
    await work.receive(inbound({ from: JOAO, text: 'de outro' }));
    const reply = await work.ask({ task: 'translation', messageId: await work.lastId() });
    expect(reply).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } });
    expect(await work.models.asked()).toEqual([]);
  });
});

describe('assistant is denied', () => {
  test('for other queues, other companies and closed tickets', async () => {
    expect((await work.ask(undefined, 'caio')).status).toBe(403);
    expect((await work.ask(undefined, 'davi')).status).toBe(404);
    await work.put('bia', { status: 'closed' });
    expect(await work.ask()).toMatchObject({ status: 409, body: { error: 'ERR_TICKET_NOT_OPEN' } });
    expect((await work.ask({ task: 'summary' })).status).toBe(200);
  });

  const OFF: [string, () => Promise<unknown>][] = [
    ['not switched on', () => work.system.write((tx) => tx.db.delete(settings))],
    ['without a key', () => work.system.write((tx) => tx.db.update(prompts).set({ apiKey: '' }))],
    ['with a prompt that is gone', () => work.system.write((tx) => tx.db.delete(prompts))],
  ];
  test.each(OFF)('%s: returns ERR_ASSISTANT_OFF and the page hides it', async (_name, change) => {
    const page = async () => (await (await work.testApp.as('bia')).page('/tickets')).text;
    expect(await page()).toContain('data-assistant="text voice"');
    await change();
    expect(await work.ask()).toMatchObject({ status: 409, body: { error: 'ERR_ASSISTANT_OFF' } });
    expect(await page()).not.toContain('data-assistant');
    expect(await work.models.asked()).toEqual([]);
  });

  test('without the feature in the plan', async () => {
    await work.testApp.kernel.platform.db.update(plans).set({ useOpenAi: false });
    const reply = await work.ask();
    const app = (await (await work.testApp.as('bia')).page('/tickets')).text;
    await work.testApp.kernel.platform.db.update(plans).set({ useOpenAi: true });
    expect(reply).toMatchObject({ status: 403, body: { error: 'ERR_FEATURE_NOT_IN_PLAN' } });
    expect(app).not.toContain('data-assistant');
  });

  test.each([
    ['no words', { task: 'tone', tone: 'formal', text: '  ' }],
    ['words without end', { task: 'draft-translation', text: 'x'.repeat(8_001) }],
    ['an unknown tone', { task: 'tone', tone: 'rude', text: 'oi' }],
    ['an unknown task', { task: 'send' }],
  ])('%s', async (_name, body) => expect((await work.ask(body)).status).toBe(400));
});

describe('assistant settings', () => {
  test('select a prompt that cannot be deleted meanwhile, and disable it', async () => {
    const ana = await work.testApp.as('ana');
    const page = (await ana.page('/prompts/assistant')).text;
    expect(page).toContain('Ajuda');
    expect(page).not.toContain('CANARY');
    const saved = await ana.json<{ message: string }>('DELETE', `/prompt/${work.promptId}`);
    expect(saved.body.message).toContain('Não foi possível excluir!');
    expect((await ana.part('PUT', '/prompts/assistant', { promptId: '987654' })).status).toBe(404);
    const refused = await ana.part('PUT', '/prompts/assistant', { audioModel: 'a b' });
    expect(refused.status).toBe(422);
    expect((await ana.part('PUT', '/prompts/assistant', { promptId: '' })).status).toBe(204);
    expect((await work.ask()).body.error).toBe('ERR_ASSISTANT_OFF');
    expect((await (await work.testApp.as('rui')).page('/prompts/assistant')).status).toBe(403);
  });

  test('show its usage separately and warn at 80 %', async () => {
    const ana = await work.testApp.as('ana');
    const badge = async () => (await ana.part('GET', '/menu/prompts/badge')).headers.get('HX-Trigger');
    await work.system.write(async (tx) => {
      await tx.db.insert(settings).values({ key: 'aiMonthlyTokens', value: '100000' });
      await tx.db
        .insert(aiUsage)
        .values({ day: '2026-03-10', purpose: 'answer', promptId: work.promptId, promptTokens: 79_960 });
    });
    expect(await badge()).toBeNull();
    const received = await work.testApp.listenAs('ana');
    await work.ask();
    await work.testApp.settle();
    expect(received.filter(({ channel }) => channel === 'ai-budget')).toMatchObject([
      { data: { percent: 80 } },
    ]);
    expect(JSON.parse((await badge()) ?? '{}')).toMatchObject({
      toast: { level: 'warning', text: expect.stringContaining('80 %') },
    });
    const usage = (await ana.page('/prompts/usage')).text;
    expect(usage).toContain('Assistente do atendente');
    expect(usage).toContain('Sugestões');
  });
});
