import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { queues, settings } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';

let desk: TestDesk;
let sales: number;

beforeEach(async () => {
  desk = await createTestDesk();
  sales = desk.cast.queueId.Vendas;
});
afterEach(() => desk.stop());

const GOOD = { name: 'Financeiro', color: '#004dcf', isSticky: 'false', assignment: 'off' };
const found = async (queueId: number) =>
  (await desk.systemScope()).db.query.queues.findFirst({ where: eq(queues.id, queueId) });
const byQueue = async () =>
  (await desk.systemScope()).write((tx) =>
    tx.db.insert(settings).values({ key: 'scheduleType', value: 'queue' }),
  );

describe('the page of queues', () => {
  test('lists them for administrators, with their actions', async () => {
    const reply = await (await desk.as('ana')).page('/queues');
    expect(reply.status).toBe(200);
    for (const word of [
      'Filas &amp; Chatbot',
      'Vendas',
      '#1F7A1F',
      'Opções do chatbot de Vendas',
      'Mover Vendas',
    ])
      expect(reply.text).toContain(word);
  });

  test('is for nobody else', async () => {
    for (const name of ['bia', 'rui'] as const)
      expect((await (await desk.as(name)).page('/queues')).status).toBe(403);
  });

  test('finds by name', async () => {
    const { text } = await (await desk.as('ana')).part('GET', '/queues?searchParam=vend');
    expect(text).toContain('Vendas');
    expect(text).not.toContain('Suporte');
  });

  test('a company without queues is told what to do', async () => {
    await (await desk.systemScope()).write((tx) => tx.db.delete(queues));
    expect((await (await desk.as('ana')).page('/queues')).text).toContain('Nenhuma fila ainda');
  });
});

describe('the dialog of a queue', () => {
  test('offers the first colour that is free', async () => {
    await (await desk.systemScope()).write((tx) =>
      tx.db.update(queues).set({ color: '#B80000' }).where(eq(queues.id, sales)),
    );
    const { text } = await (await desk.as('ana')).part('GET', '/queues/new');
    const chosen = /<input[^>]*name="color"[^>]*checked[^>]*>/.exec(text)?.[0];
    expect(chosen).toContain('#db3e00');
  });

  test('has hours only where each queue has its own', async () => {
    const ana = await desk.as('ana');
    expect((await ana.part('GET', `/queues/${sales}/edit`)).text).not.toContain('Horários de atendimento');
    await byQueue();
    const { text } = await ana.part('GET', `/queues/${sales}/edit`);
    expect(text).toContain('Horários de atendimento');
    expect(text).toMatch(/name="hours\.saturday\.endTime"[^>]*value="12:00"/);
  });

  test('keeps hours that it does not show', async () => {
    await byQueue();
    const ana = await desk.as('ana');
    const night = { 'hours.friday.startTime': '22:00', 'hours.friday.endTime': '02:00' };
    expect((await ana.part('PUT', `/queues/${sales}`, { ...GOOD, ...night })).status).toBe(204);
    const friday = { weekday: 'Sexta-feira', weekdayEn: 'friday', startTime: '22:00', endTime: '02:00' };
    expect((await found(sales))?.schedules).toContainEqual(friday);
    expect((await ana.part('PUT', `/queues/${sales}`, GOOD)).status).toBe(204);
    expect((await found(sales))?.schedules).toContainEqual(friday);
  });

  test('a time that is none comes back in its pane, with what was typed', async () => {
    await byQueue();
    const form = { ...GOOD, 'hours.friday.startTime': '25:00', 'hours.friday.endTime': '02:00' };
    const reply = await (await desk.as('ana')).part('PUT', `/queues/${sales}`, form);
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('value="25:00"');
    expect(reply.text).toMatch(/value="hours"[^>]*checked|checked[^>]*value="hours"/);
  });

  test('a taken name and a taken colour are said beside their fields', async () => {
    const ana = await desk.as('ana');
    const name = await ana.part('POST', '/queues', { ...GOOD, name: 'vendas' });
    expect(name.status).toBe(422);
    expect(name.text).toContain('Já existe uma fila com este nome.');
    const color = await ana.part('POST', '/queues', { ...GOOD, color: '#1f7a1f' });
    expect(color.status).toBe(422);
    expect(color.text).toContain('Esta cor já está em uso, escolha outra.');
    expect(color.text).toContain('value="Financeiro"');
  });

  test('a good one closes with a toast, and lists fetch again', async () => {
    const reply = await (await desk.as('ana')).part('POST', '/queues', GOOD);
    expect(reply.status).toBe(204);
    expect(JSON.parse(reply.headers.get('HX-Trigger') ?? '')).toEqual({
      'dialog:close': true,
      toast: { level: 'success', text: 'Fila criada com sucesso.' },
      'refresh:queue': true,
    });
  });

  test('agents can neither add nor delete', async () => {
    const bia = await desk.as('bia');
    expect((await bia.part('POST', '/queues', GOOD)).status).toBe(403);
    expect((await bia.part('DELETE', `/queues/${sales}`)).status).toBe(403);
    expect(await found(sales)).toBeDefined();
  });

  test('what goes with a queue is said before it is deleted', async () => {
    const { text } = await (await desk.as('ana')).part('GET', `/queues/${sales}/delete`);
    expect(text).toContain('2 pessoas saem dela');
    expect(text).not.toContain('conexões');
  });
});
