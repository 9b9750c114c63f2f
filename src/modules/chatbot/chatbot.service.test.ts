import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { messages, queues, ticketTrackings } from '@db/tenant/schema/index.ts';
import { inGroup } from '@test/support/inbound.ts';
import { createPlanner } from '@test/support/plans.ts';
import { eq } from 'drizzle-orm';
import { changeCompanyHours } from '@/modules/settings/company-hours.service.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { WEEKDAYS } from '@/schemas/service-hours.schema.ts';
import { type BotFixture, createBotFixture } from './bot-fixture.test-support.ts';
import { startBot } from './chatbot.service.ts';

let bot: BotFixture;
let vendas: number;
let suporte: number;

beforeAll(async () => {
  bot = await createBotFixture();
  ({ Vendas: vendas, Suporte: suporte } = bot.testApp.people.queueId);
});
afterAll(() => bot.testApp.stop());

const MENU = 'Olá Maria!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte';
const ROOT = 'Suporte aqui.\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Telefone\n*[ # ]* - Menu inicial';
const INNER = 'Qual problema?\n\n*[ 1 ]* - Lenta\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial';
const INVALID = 'Opção inválida, por favor, escolha uma opção válida.';
let medium: string;

beforeEach(async () => {
  await bot.reset();
  await bot.connection({ greetingMessage: 'Olá {{firstName}}!' });
  await bot.queue(vendas, {
    orderQueue: 1,
    greetingMessage: 'Vendas à disposição, {{name}}.',
    schedules: [],
  });
  await bot.queue(suporte, { orderQueue: 2, greetingMessage: 'Suporte aqui.', schedules: [] });
  await bot.offer(vendas, suporte);
  const internet = await bot.option({
    queueId: suporte,
    option: '1',
    title: 'Internet',
    message: 'Qual problema?',
  });
  await bot.option({ queueId: suporte, option: '2', title: 'Telefone', message: 'Ligue 0800.' });
  const { storage } = bot.testApp.kernel;
  medium = (await storage.save(bot.scope.companyId, new Uint8Array([7, 7]), 'pdf')).key;
  await bot.option({
    queueId: suporte,
    parentId: internet,
    option: '1',
    title: 'Lenta',
    message: 'Reinicie o modem.',
    mediaPath: medium,
    mediaName: 'modem.pdf',
    mediaMime: 'application/pdf',
  });
  await bot.arrive({ pushName: 'Maria Silva', text: 'oi' });
});

const start = MENU.replace('Maria', 'Maria');

describe('bot conversation', () => {
  test('sends the menu at once, once, and records it on the ticket', async () => {
    expect((await bot.automatic()).map(({ body, origin, clientId }) => [body, origin, clientId])).toEqual([
      [start, 'system', expect.stringMatching(/^auto:menu:\d+$/)],
    ]);
    expect(await bot.ticket()).toMatchObject({ queueId: null, chatbot: false, amountUsedBotQueues: 1 });
    expect((await bot.tracking())?.chatbotAt).toEqual(bot.testApp.clock.now);
    await bot.testApp.settle();
    expect(bot.testApp.whatsapp.sent.map(({ content }) => content)).toEqual([{ type: 'text', text: start }]);
  });

  test('walks to a leaf, sends its file and waits for an agent', async () => {
    expect(await bot.write('2')).toEqual([ROOT]);
    expect(await bot.ticket()).toMatchObject({ queueId: suporte, chatbot: true, queueOptionId: null });
    expect(await bot.write('1')).toEqual([INNER]);
    expect((await bot.ticket()).queueOptionId).toBeGreaterThan(0);
    expect(await bot.write('1')).toEqual(['Reinicie o modem.', 'modem.pdf']);
    expect(await bot.ticket()).toMatchObject({
      queueId: suporte,
      chatbot: false,
      queueOptionId: null,
      status: 'pending',
      unreadMessages: 4,
    });
    expect(await bot.tracking()).toMatchObject({ queueId: suporte });
    expect(await bot.history()).toEqual([
      { type: 'opened' },
      { type: 'bot', choice: 'Suporte' },
      { type: 'bot', choice: 'Lenta' },
    ]);
    const file = (await bot.automatic()).at(-1);
    expect(file).toMatchObject({ mediaName: 'modem.pdf', mediaSize: 2, mediaType: 'application' });
    expect(file?.mediaPath).not.toBe(medium);
    const { storage } = bot.testApp.kernel;
    await storage.remove(bot.scope.companyId, medium);
    expect([...readFileSync(storage.pathOf(bot.scope.companyId, file?.mediaPath ?? ''))]).toEqual([7, 7]);
    expect(await bot.write('e agora?')).toEqual([]);
  });

  test('sends an option’s text when its file is missing', async () => {
    await bot.testApp.kernel.storage.remove(bot.scope.companyId, medium);
    await bot.write('2');
    await bot.write('1');
    expect(await bot.write('1')).toEqual(['Reinicie o modem.']);
  });

  test('stores the customer’s message and answers with text when a file cannot be copied', async () => {
    const copy = spyOn(bot.testApp.kernel.storage, 'copy').mockRejectedValue(new Error('no store'));
    await bot.write('2');
    await bot.write('1');
    expect(await bot.write('1')).toEqual(['Reinicie o modem.']);
    const { db } = bot.scope;
    const received = await db.select().from(messages).where(eq(messages.fromMe, false));
    expect(received.map(({ body }) => body).slice(-3)).toEqual(['2', '1', '1']);
    copy.mockRestore();
  });

  test('goes back up and to the start, and stores #', async () => {
    await bot.write('2');
    await bot.write('1');
    expect(await bot.write('0')).toEqual([ROOT]);
    expect(await bot.write('#')).toEqual([start]);
    expect(await bot.ticket()).toMatchObject({
      queueId: null,
      chatbot: false,
      lastMessage: expect.any(String),
    });
    expect(await bot.tracking()).toMatchObject({ queueId: null });
  });

  test('stays silent while an agent has the ticket, until returned without a queue', async () => {
    const ana = await bot.testApp.scopeOf('ana');
    const { id } = await bot.ticket();
    await patchTicket(ana, { ticketId: id, status: 'open' });
    for (const text of ['oi', '1', '#']) expect(await bot.write(text)).toEqual([]);
    await patchTicket(ana, { ticketId: id, status: 'pending' });
    expect(await bot.write('alô?')).toEqual([start]);
  });

  test('stays silent on calls and on messages from the company’s phone', async () => {
    expect(await bot.arrive({ content: { type: 'call', video: false } })).toEqual([]);
    expect(await bot.arrive({ fromMe: true, text: '1' })).toEqual([]);
    expect((await bot.ticket()).queueId).toBeNull();
  });

  test('starts over when a customer returns after closing', async () => {
    await bot.write('x');
    await patchTicket(await bot.testApp.scopeOf('ana'), {
      ticketId: (await bot.ticket()).id,
      status: 'closed',
    });
    expect(await bot.ticket()).toMatchObject({ bot: null, amountUsedBotQueues: 0 });
    expect(await bot.write('1')).toEqual([start]);
  });

  test('answers an undecryptable message once it is readable', async () => {
    await bot.write('2');
    expect(await bot.arrive({ id: 'STUB', content: { type: 'undecryptable' } })).toEqual([]);
    expect(await bot.arrive({ id: 'STUB', text: '2' })).toEqual(['Ligue 0800.']);
    expect(await bot.arrive({ id: 'STUB', text: '2' })).toEqual([]);
  });

  test('answers a message redelivered by WhatsApp once', async () => {
    expect(await bot.arrive({ id: 'TWICE', text: '2' }, { id: 'TWICE', text: '2' })).toEqual([ROOT]);
  });
});

test('the bot ignores groups', async () => {
  await bot.setting('CheckMsgIsGroup', 'disabled');
  const known = (await bot.automatic()).length;
  const target = { companyId: bot.scope.companyId, connectionId: bot.connectionId };
  await bot.testApp.listener.onMessages(target, [inGroup({ text: 'oi' })]);
  expect((await bot.automatic()).length).toBe(known);
});

describe('configuration changes', () => {
  test('apply from the next message on', async () => {
    const ana = await bot.testApp.scopeOf('ana');
    await bot.connection({ greetingMessage: 'Bem-vinda.', outOfHoursMessage: 'Fechado.' });
    expect(await bot.write('#')).toEqual([start.replace('Olá Maria!', 'Bem-vinda.')]);
    await bot.queue(vendas, { name: 'Vendas', greetingMessage: 'Novo.' });
    expect(await bot.write('1')).toEqual(['Novo.']);
    const closed = { startTime: '00:00', endTime: '00:00' };
    const hours = WEEKDAYS.map((day) => ({ ...day, ...closed }));
    await changeCompanyHours(ana, { companyId: bot.scope.companyId, hours });
    expect(await bot.write('oi')).toEqual([]);
    await changeSetting(ana, { key: 'scheduleType', value: 'company' });
    expect(await bot.write('oi')).toEqual(['Fechado.']);
    expect(await bot.write('oi')).toEqual([]);
    await changeSetting(ana, { key: 'scheduleType', value: 'disabled' });
    expect(await bot.write('#')).toEqual([start.replace('Olá Maria!', 'Bem-vinda.')]);
  });

  test('deleting the customer’s queue brings the menu back', async () => {
    const [extra] = await bot.scope.write((tx) =>
      tx.db.insert(queues).values({ name: 'Extra', color: '#010203', orderQueue: 3 }).returning(),
    );
    const id = extra?.id ?? 0;
    await bot.offer(id);
    await bot.option({ queueId: id, option: '1', title: 'Um' });
    await bot.write('3');
    expect(await bot.ticket()).toMatchObject({ queueId: id, chatbot: true });
    await bot.scope.write((tx) => tx.db.delete(queues).where(eq(queues.id, id)));
    expect(await bot.write('1')).toEqual([start]);
  });
});

test('a ticket transferred by a job starts the menu of its queue', async () => {
  const { id } = await bot.ticket();
  const clock = await bot.testApp.systemScope();
  await patchTicket(clock, { ticketId: id, queueId: suporte });
  await startBot(clock, { ticketId: id });
  expect((await bot.automatic()).at(-1)?.body).toBe(ROOT);
  expect(await bot.ticket()).toMatchObject({ queueId: suporte, chatbot: true });
  expect(await bot.write('2')).toEqual(['Ligue 0800.']);
  await startBot(clock, { ticketId: 999 });
});

test('a message queries the configuration only after a change', async () => {
  await bot.write('x');
  const planner = await createPlanner();
  const asked = async () => {
    const steps = await planner.stepsOf(() => bot.write('x'));
    const tables = /"(queues|queue_options|connection_queues|holidays|settings)"/;
    return [...new Set(steps.flatMap(({ sql }) => tables.exec(sql)?.[1] ?? []))];
  };
  expect(await asked()).toEqual([]);
  await bot.setting('sendGreetingMessageOneQueues', 'enabled');
  expect((await asked()).toSorted()).toEqual(['connection_queues', 'queue_options', 'queues', 'settings']);
  expect(await asked()).toEqual([]);
  planner.close();
});

test('a repeated invalid answer gets one reply', async () => {
  expect(await bot.write('x')).toEqual([INVALID]);
  expect(await bot.write('x')).toEqual([]);
  expect((await bot.scope.db.select().from(ticketTrackings)).length).toBe(1);
});
