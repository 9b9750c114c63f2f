import { afterEach, beforeEach, expect, test } from 'bun:test';
import { Scene } from '@demo/scene.ts';
import type { DemoCustomer } from '@demo/seed/conversations.ts';
import { createDemoFixtures, type DemoFixtures } from './demo-fixtures.test-support.ts';

const textOf = (text: string) => ({ kind: 'text' as const, text });
const person = (number: string, turns: DemoCustomer['turns']): DemoCustomer => ({
  number,
  name: `Cliente ${number.slice(-2)}`,
  connection: 'Loja',
  turns,
});
const RITA = '5511987651001';
const IVO = '5511987651002';

let fixtures: DemoFixtures;
let scene: Scene;
let now: number;

beforeEach(async () => {
  fixtures = await createDemoFixtures([
    person(RITA, [[textOf('Oi'), textOf('Tem azul?')], [textOf('Quero dois')]]),
    person(IVO, [[textOf('Bom dia')]]),
  ]);
  scene = new Scene({ playground: fixtures.playground, random: () => 0.5 });
  now = 1_000_000;
});
afterEach(() => fixtures.stop());

const owner = () => fixtures.playground.line(fixtures.playground.customer(RITA)).phone;
const received = (number: string) =>
  owner()
    .received.filter(({ author }) => author.number === number)
    .map(({ text }) => text);

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    now += 500;
    await scene.tick(now);
  }
}

test('customers start one after another with their whole first message sequence', async () => {
  await scene.tick(now);
  expect(received(RITA)).toEqual(['Oi', 'Tem azul?']);
  expect(received(IVO)).toEqual([]);
  await pass(1_000);
  expect(received(IVO)).toEqual(['Bom dia']);
});

test('an answered customer reads, types and continues their script', async () => {
  await scene.tick(now);
  await owner().send(fixtures.playground.customer(RITA).phone, { text: 'Temos sim!' });
  await pass(4_000);
  const { receipts } = owner();
  expect(receipts.filter(({ type }) => type === 'read').map(({ from }) => from.number)).toEqual([RITA]);
  expect(received(RITA)).toEqual(['Oi', 'Tem azul?']);
  await pass(6_500);
  expect(received(RITA).at(-1)).toBe('Quero dois');
});

test('an automatic message does not count as an answer', async () => {
  await scene.tick(now);
  const { phone } = fixtures.playground.customer(RITA);
  await owner().send(phone, { text: '*Mensagem Automática:*\nBoa tarde!' });
  await pass(12_000);
  expect(received(RITA)).toEqual(['Oi', 'Tem azul?']);
});

test('an offline or manually controlled phone sends nothing', async () => {
  await fixtures.ask('PUT', `/simulator/customers/${RITA}`, { isOn: 'false' });
  await fixtures.ask('PUT', `/simulator/customers/${IVO}`, { isLively: 'false' });
  await pass(120_000);
  expect([received(RITA), received(IVO)]).toEqual([[], []]);
});

test('a customer set not to read leaves messages unread', async () => {
  const customer = fixtures.playground.customer(RITA);
  customer.reads = false;
  await owner().send(customer.phone, { text: 'Olá?' });
  await pass(10_000);
  expect(fixtures.playground.view(customer).unread).toBe(1);
});

test('customers stop after thirty unanswered messages and resume after an answer', async () => {
  await pass(40 * 60_000);
  const silence = owner().received.length;
  expect(silence).toBe(30);
  await owner().send(fixtures.playground.customer(IVO).phone, { text: 'Já vi' });
  await pass(90_000);
  expect(owner().received.length).toBeGreaterThan(silence);
});

test('customers do not start over after a restart', async () => {
  await pass(2_000);
  const again = new Scene({ playground: fixtures.playground, random: () => 0.5 });
  const before = received(RITA).length;
  await again.tick(now);
  expect(received(RITA).slice(before)).not.toContain('Oi');
});
