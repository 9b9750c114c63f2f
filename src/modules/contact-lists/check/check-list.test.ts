import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { outbox } from '@db/tenant/schema/index.ts';
import { createFakeWhatsApp } from '@test/support/whatsapp.ts';
import { createDesk } from '@/deps.ts';
import { systemScope } from '@/kernel/scope.ts';
import { createPace } from '@/modules/contacts/pace.ts';
import { SendError, type WhatsAppSession } from '@/whatsapp/port.ts';
import { addPeople } from '../fill/add-people.ts';
import { createListsDesk, type ListsDesk } from '../lists-desk.test-support.ts';
import { getCheck } from './check.queries.ts';
import { resumeCheck } from './check.service.ts';
import { wantCheck } from './want-check.ts';

let world: ListsDesk;
let listId: number;

beforeAll(async () => {
  world = await createListsDesk();
});
afterAll(() => world.desk.stop());
beforeEach(async () => {
  await world.reset();
  listId = await world.list();
});

const numberOf = (n: number) => `55119${String(81_000_000 + n)}`;
const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ name: `Pessoa ${n}`, number: numberOf(n), email: '' },
    isOnWhatsapp: null,
  }));

const pour = (count: number) =>
  world.scope.write(async (tx) => {
    await addPeople(tx, listId, people(count));
    await wantCheck(tx, listId);
  });
const standing = () => getCheck(world.scope, listId);

/** Every session answers by this instead. */
function answering(check: WhatsAppSession['check']): { end(): void } {
  const { whatsapp } = world.desk;
  const { find } = whatsapp;
  whatsapp.find = (target) => {
    const session = find(target);
    return session && { ...session, check };
  };
  return {
    end() {
      whatsapp.find = find;
    },
  };
}

test('fifty numbers a question, each number once, and pages hear how far it is', async () => {
  world.desk.whatsapp.registered.set(numberOf(3), null);
  const heard = await world.desk.listenAs('rui');
  await pour(120);
  await pour(120);
  await world.desk.settle();
  expect(await standing()).toEqual({
    contactListId: listId,
    total: 120,
    checked: 120,
    valid: 119,
    state: 'none',
  });
  expect(world.desk.whatsapp.checked).toHaveLength(120);
  expect((await world.items(listId))[3]).toMatchObject({ isOnWhatsapp: false, number: numberOf(3) });
  const reloads = heard.filter(({ channel }) => channel === `ContactListItem-${listId}`);
  expect(reloads.map(({ data }) => (data as { records: unknown[] }).records.length)).toEqual([50, 50, 20]);
});

test('what another check has learned within a day is not asked again', async () => {
  await pour(30);
  await world.desk.settle();
  listId = await world.list('Outra');
  await pour(30);
  await world.desk.settle();
  expect(world.desk.whatsapp.checked).toHaveLength(30);
  expect((await standing()).valid).toBe(30);
});

test('without a connection it waits, says so, and goes on when one is up', async () => {
  await world.desk.whatsapp.stop(world.line);
  await pour(60);
  await world.desk.settle();
  expect(await standing()).toMatchObject({ checked: 0, total: 60, state: 'waits' });
  world.desk.whatsapp.become(world.line);
  expect((await standing()).state).toBe('running');
  await world.scope.write(async (tx) =>
    tx.emit('connection.session', { connectionId: world.line.connectionId }),
  );
  await world.desk.settle();
  expect(await standing()).toMatchObject({ checked: 60, state: 'none' });
});

test('two spellings of one number are one contact in the end', async () => {
  const { registered } = world.desk.whatsapp;
  registered.set('4915112345678', { jid: '4915199999999@s.whatsapp.net', lid: null });
  await world.scope.write(async (tx) => {
    const of = (number: string) => ({ name: 'Uwe', email: '', number, isOnWhatsapp: null });
    await addPeople(tx, listId, [of('4915112345678'), of('4915199999999')]);
    await wantCheck(tx, listId);
  });
  await world.desk.settle();
  expect((await world.items(listId)).map(({ number }) => number)).toEqual(['4915199999999']);
});

test('WhatsApp that fails again and again stops it; somebody asks again', async () => {
  const failing = answering(() => Promise.reject(new SendError('timeout', true)));
  await pour(10);
  for (let round = 0; round < 8; round += 1) {
    await world.desk.settle();
    world.desk.kernel.outbox.wake(world.line.companyId, 'list-check:');
  }
  await world.desk.settle();
  failing.end();
  expect(await standing()).toMatchObject({ checked: 0, state: 'stopped' });
  const page = await (await world.desk.as('rui')).page(`/contact-lists/${listId}/contacts`);
  expect(page.text).toContain('O WhatsApp não respondeu.');
  await resumeCheck(world.scope, { contactListId: listId });
  await world.desk.settle();
  expect(await standing()).toMatchObject({ checked: 10, state: 'none' });
});

test('a list that is deleted meanwhile is asked about no more', async () => {
  await world.desk.whatsapp.stop(world.line);
  await pour(60);
  await (await world.desk.as('ana')).json('DELETE', `/contact-lists/${listId}`);
  world.desk.whatsapp.become(world.line);
  world.desk.kernel.outbox.wake(world.line.companyId, 'list-check:');
  await world.desk.settle();
  expect(world.desk.whatsapp.checked).toEqual([]);
  expect(await world.scope.db.select().from(outbox)).toEqual([]);
});

test('a process that dies in the middle has asked about nobody twice when it is back', async () => {
  const own = await createListsDesk();
  const { desk, scope, line } = own;
  const contactListId = await own.list();
  let questions = 0;
  const { find } = desk.whatsapp;
  const asked: string[] = [];
  desk.whatsapp.find = (target) => {
    const session = find(target);
    if (!session) return undefined;
    return {
      ...session,
      async check(numbers) {
        questions += 1;
        // The third answer never comes: the process is gone.
        if (questions > 2) return new Promise(() => undefined);
        asked.push(...numbers);
        return session.check(numbers);
      },
    };
  };
  await scope.write(async (tx) => {
    await addPeople(tx, contactListId, people(200));
    await wantCheck(tx, contactListId);
  });
  while (questions < 3) await new Promise((resolve) => setImmediate(resolve));
  expect(await getCheck(scope, contactListId)).toMatchObject({ checked: 100, total: 200 });
  void desk.desk.stop();

  const whatsapp = createFakeWhatsApp();
  whatsapp.become(line);
  const again = await createDesk(desk.kernel.config, {
    clock: desk.kernel.clock,
    ticks: desk.kernel.ticks,
    log: desk.kernel.log,
    createWhatsApp: () => whatsapp,
    numberPace: createPace(0),
  });
  again.kernel.outbox.wake(line.companyId);
  await again.kernel.outbox.idle();
  const after = await systemScope(again.kernel, line.companyId);
  expect(await getCheck(after, contactListId)).toMatchObject({ checked: 200, valid: 200, state: 'none' });
  expect(new Set([...asked, ...whatsapp.checked]).size).toBe(200);
  expect(asked.length + whatsapp.checked.length).toBe(200);
  await again.stop();
  await desk.stop();
});
