import { afterEach, beforeEach, expect, test } from 'bun:test';
import { Scene } from '@/demo/scene.ts';
import type { DemoCustomer } from '@/demo/seed/conversations.ts';
import { createDemoWorld, type DemoWorld } from './demo-world.test-support.ts';

const say = (text: string) => ({ kind: 'text' as const, text });
const person = (number: string, turns: DemoCustomer['turns']): DemoCustomer => ({
  number,
  name: `Cliente ${number.slice(-2)}`,
  connection: 'Loja',
  turns,
});
const RITA = '5511987651001';
const IVO = '5511987651002';

let world: DemoWorld;
let scene: Scene;
let now: number;

beforeEach(async () => {
  world = await createDemoWorld([
    person(RITA, [[say('Oi'), say('Tem azul?')], [say('Quero dois')]]),
    person(IVO, [[say('Bom dia')]]),
  ]);
  scene = new Scene({ playground: world.playground, random: () => 0.5 });
  now = 1_000_000;
});
afterEach(() => world.stop());

const owner = () => world.playground.line(world.playground.customer(RITA)).phone;
const heard = (number: string) =>
  owner()
    .received.filter(({ author }) => author.number === number)
    .map(({ text }) => text);

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    now += 500;
    await scene.tick(now);
  }
}

test('customers begin one after the other, with all of their first turn', async () => {
  await scene.tick(now);
  expect(heard(RITA)).toEqual(['Oi', 'Tem azul?']);
  expect(heard(IVO)).toEqual([]);
  await pass(1_000);
  expect(heard(IVO)).toEqual(['Bom dia']);
});

test('who is answered reads, types, and goes on with their story', async () => {
  await scene.tick(now);
  await owner().send(world.playground.customer(RITA).phone, { text: 'Temos sim!' });
  await pass(4_000);
  const { receipts } = owner();
  expect(receipts.filter(({ type }) => type === 'read').map(({ from }) => from.number)).toEqual([RITA]);
  expect(heard(RITA)).toEqual(['Oi', 'Tem azul?']);
  await pass(6_500);
  expect(heard(RITA).at(-1)).toBe('Quero dois');
});

test('what the desk says by itself is no answer', async () => {
  await scene.tick(now);
  const { phone } = world.playground.customer(RITA);
  await owner().send(phone, { text: '*Mensagem Automática:*\nBoa tarde!' });
  await pass(12_000);
  expect(heard(RITA)).toEqual(['Oi', 'Tem azul?']);
});

test('a phone without internet, or one that somebody has taken in their hand, says nothing', async () => {
  await world.ask('PUT', `/simulator/customers/${RITA}`, { isOn: 'false' });
  await world.ask('PUT', `/simulator/customers/${IVO}`, { isLively: 'false' });
  await pass(120_000);
  expect([heard(RITA), heard(IVO)]).toEqual([[], []]);
});

test('a message that is not to be read stays unread', async () => {
  const customer = world.playground.customer(RITA);
  customer.reads = false;
  await owner().send(customer.phone, { text: 'Olá?' });
  await pass(10_000);
  expect(world.playground.view(customer).unread).toBe(1);
});

test('the desk is left alone after thirty messages without an answer, and no longer once it answers', async () => {
  await pass(40 * 60_000);
  const silence = owner().received.length;
  expect(silence).toBe(30);
  await owner().send(world.playground.customer(IVO).phone, { text: 'Já vi' });
  await pass(90_000);
  expect(owner().received.length).toBeGreaterThan(silence);
});

test('after a restart nobody tells their story from the beginning', async () => {
  await pass(2_000);
  const again = new Scene({ playground: world.playground, random: () => 0.5 });
  const before = heard(RITA).length;
  await again.tick(now);
  expect(heard(RITA).slice(before)).not.toContain('Oi');
});
