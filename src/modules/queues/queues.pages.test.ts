import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { queues, settings } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';

let testApp: TestApp;
let sales: number;

beforeEach(async () => {
  testApp = await createTestApp();
  sales = testApp.people.queueId.Vendas;
});
afterEach(() => testApp.stop());

const GOOD = { name: 'Financeiro', color: '#004dcf', isSticky: 'false', assignment: 'off' };
const found = async (queueId: number) =>
  (await testApp.systemScope()).db.query.queues.findFirst({ where: eq(queues.id, queueId) });
const byQueue = async () =>
  (await testApp.systemScope()).write((tx) =>
    tx.db.insert(settings).values({ key: 'scheduleType', value: 'queue' }),
  );

describe('queues page', () => {
  test('lists queues with actions for administrators', async () => {
    const reply = await (await testApp.as('ana')).page('/queues');
    expect(reply.status).toBe(200);
    for (const word of [
      'Filas &amp; Chatbot',
      'Vendas',
      '#1F7A1F',
      'Opções do chatbot de Vendas',
      'Mover Vendas',
    ])
      expect(reply.text).toContain(word);
    expect(reply.text).not.toMatch(/>#1F7A1F<|>ID</);
  });

  test('is refused to others', async () => {
    for (const name of ['bia', 'rui'] as const)
      expect((await (await testApp.as(name)).page('/queues')).status).toBe(403);
  });

  test('searches by name', async () => {
    const { text } = await (await testApp.as('ana')).part('GET', '/queues?searchParam=vend');
    expect(text).toContain('Vendas');
    expect(text).not.toContain('Suporte');
  });

  test('explains what to do when there are no queues', async () => {
    await (await testApp.systemScope()).write((tx) => tx.db.delete(queues));
    expect((await (await testApp.as('ana')).page('/queues')).text).toContain('Nenhuma fila ainda');
  });
});

describe('queue dialog', () => {
  test('offers the first unused color', async () => {
    await (await testApp.systemScope()).write((tx) =>
      tx.db.update(queues).set({ color: '#B80000' }).where(eq(queues.id, sales)),
    );
    const { text } = await (await testApp.as('ana')).part('GET', '/queues/new');
    const chosen = /<input[^>]*name="color"[^>]*checked[^>]*>/.exec(text)?.[0];
    expect(chosen).toContain('#db3e00');
  });

  test('shows hours only when hours are set per queue', async () => {
    const ana = await testApp.as('ana');
    expect((await ana.part('GET', `/queues/${sales}/edit`)).text).not.toContain('Horários de atendimento');
    await byQueue();
    const { text } = await ana.part('GET', `/queues/${sales}/edit`);
    expect(text).toContain('Horários de atendimento');
    expect(text).toMatch(/name="hours\.saturday\.endTime"[^>]*value="12:00"/);
  });

  test('keeps stored hours that the form does not show', async () => {
    await byQueue();
    const ana = await testApp.as('ana');
    const night = { 'hours.friday.startTime': '22:00', 'hours.friday.endTime': '02:00' };
    expect((await ana.part('PUT', `/queues/${sales}`, { ...GOOD, ...night })).status).toBe(204);
    const friday = { weekday: 'Sexta-feira', weekdayEn: 'friday', startTime: '22:00', endTime: '02:00' };
    expect((await found(sales))?.schedules).toContainEqual(friday);
    expect((await ana.part('PUT', `/queues/${sales}`, GOOD)).status).toBe(204);
    expect((await found(sales))?.schedules).toContainEqual(friday);
  });

  test('shows an invalid time again on the hours tab', async () => {
    await byQueue();
    const form = { ...GOOD, 'hours.friday.startTime': '25:00', 'hours.friday.endTime': '02:00' };
    const reply = await (await testApp.as('ana')).part('PUT', `/queues/${sales}`, form);
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('value="25:00"');
    expect(reply.text).toMatch(/value="hours"[^>]*checked|checked[^>]*value="hours"/);
  });

  test('shows a taken name or color beside the field', async () => {
    const ana = await testApp.as('ana');
    const name = await ana.part('POST', '/queues', { ...GOOD, name: 'vendas' });
    expect(name.status).toBe(422);
    expect(name.text).toContain('Já existe uma fila com este nome.');
    const color = await ana.part('POST', '/queues', { ...GOOD, color: '#1f7a1f' });
    expect(color.status).toBe(422);
    expect(color.text).toContain('Esta cor já está em uso, escolha outra.');
    expect(color.text).toContain('value="Financeiro"');
  });

  test('closes with a toast and refreshes lists after saving', async () => {
    const reply = await (await testApp.as('ana')).part('POST', '/queues', GOOD);
    expect(reply.status).toBe(204);
    expect(JSON.parse(reply.headers.get('HX-Trigger') ?? '')).toEqual({
      'dialog:close': true,
      toast: { level: 'success', text: 'Fila criada com sucesso.' },
      'refresh:queue': true,
    });
  });

  test('is refused to agents for creating and deleting', async () => {
    const bia = await testApp.as('bia');
    expect((await bia.part('POST', '/queues', GOOD)).status).toBe(403);
    expect((await bia.part('DELETE', `/queues/${sales}`)).status).toBe(403);
    expect(await found(sales)).toBeDefined();
  });

  test('shows what a deletion affects', async () => {
    const { text } = await (await testApp.as('ana')).part('GET', `/queues/${sales}/delete`);
    expect(text).toContain('2 pessoas saem desta fila');
    expect(text).not.toContain('conexões');
  });
});
