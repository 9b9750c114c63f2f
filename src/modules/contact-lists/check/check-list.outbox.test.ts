import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { outbox } from '@db/tenant/schema/index.ts';
import { createFakeWhatsApp } from '@test/support/whatsapp.ts';
import { systemScope } from '@/core/scope.ts';
import { createDependencies } from '@/dependencies.ts';
import { createPace } from '@/modules/contacts/numbers/number-check-pace.state.ts';
import { SendError, type WhatsAppSession } from '@/whatsapp/port.ts';
import { addPeople } from '../fill/add-people.service.ts';
import { createListsFixture, type ListsFixture } from '../lists-fixture.test-support.ts';
import { getCheck } from './check.queries.ts';
import { resumeCheck } from './check.service.ts';
import { checkList } from './check-list.outbox.ts';
import { wantCheck } from './request-check.service.ts';

let fixtures: ListsFixture;
let listId: number;

beforeAll(async () => {
  fixtures = await createListsFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(async () => {
  await fixtures.reset();
  listId = await fixtures.list();
});

const numberOf = (n: number) => `55119${String(81_000_000 + n)}`;
const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ name: `Pessoa ${n}`, number: numberOf(n), email: '' },
    isOnWhatsapp: null,
  }));

const pour = (count: number) =>
  fixtures.scope.write(async (tx) => {
    await addPeople(tx, listId, people(count));
    await wantCheck(tx, listId);
  });
const status = () => getCheck(fixtures.scope, listId);

function answering(check: WhatsAppSession['check']): { end(): void } {
  const { whatsapp } = fixtures.testApp;
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

test('checks fifty numbers per query, each once, and publishes progress', async () => {
  fixtures.testApp.whatsapp.registered.set(numberOf(3), null);
  const received = await fixtures.testApp.listenAs('rui');
  await pour(120);
  await pour(120);
  await fixtures.testApp.settle();
  expect(await status()).toEqual({
    contactListId: listId,
    total: 120,
    checked: 120,
    valid: 119,
    state: 'none',
  });
  expect(fixtures.testApp.whatsapp.checked).toHaveLength(120);
  expect((await fixtures.items(listId))[3]).toMatchObject({ isOnWhatsapp: false, number: numberOf(3) });
  const reloads = received.filter(({ channel }) => channel === `ContactListItem-${listId}`);
  expect(reloads.map(({ data }) => (data as { records: unknown[] }).records.length)).toEqual([50, 50, 20]);
});

test('checks what is added between its last look and its end', async () => {
  const { scope } = fixtures;
  const settle = await checkList.run(scope, {
    id: 0,
    attempts: 0,
    payload: { contactListId: listId },
  } as never);
  await scope.write((tx) => addPeople(tx, listId, people(1)));
  await scope.write(async (tx) => settle?.(tx));
  await fixtures.testApp.settle();
  expect(await status()).toMatchObject({ checked: 1, state: 'none' });
});

test('does not ask again about numbers checked within a day', async () => {
  await pour(30);
  await fixtures.testApp.settle();
  listId = await fixtures.list('Outra');
  await pour(30);
  await fixtures.testApp.settle();
  expect(fixtures.testApp.whatsapp.checked).toHaveLength(30);
  expect((await status()).valid).toBe(30);
});

test('waits without a connection and resumes when one is up', async () => {
  await fixtures.testApp.whatsapp.stop(fixtures.line);
  await pour(60);
  await fixtures.testApp.settle();
  expect(await status()).toMatchObject({ checked: 0, total: 60, state: 'waits' });
  fixtures.testApp.whatsapp.become(fixtures.line);
  expect((await status()).state).toBe('running');
  await fixtures.scope.write(async (tx) =>
    tx.emit('connection.session', { connectionId: fixtures.line.connectionId }),
  );
  await fixtures.testApp.settle();
  expect(await status()).toMatchObject({ checked: 60, state: 'none' });
});

test('merges two spellings of one number into one contact', async () => {
  const { registered } = fixtures.testApp.whatsapp;
  registered.set('4915112345678', { jid: '4915199999999@s.whatsapp.net', lid: null });
  await fixtures.scope.write(async (tx) => {
    const of = (number: string) => ({ name: 'Uwe', email: '', number, isOnWhatsapp: null });
    await addPeople(tx, listId, [of('4915112345678'), of('4915199999999')]);
    await wantCheck(tx, listId);
  });
  await fixtures.testApp.settle();
  expect((await fixtures.items(listId)).map(({ number }) => number)).toEqual(['4915199999999']);
});

test('stops after repeated WhatsApp failures until restarted by a user', async () => {
  const failing = answering(() => Promise.reject(new SendError('timeout', true)));
  await pour(10);
  for (let round = 0; round < 8; round += 1) {
    await fixtures.testApp.settle();
    fixtures.testApp.kernel.outbox.wake(fixtures.line.companyId, 'list-check:');
  }
  await fixtures.testApp.settle();
  failing.end();
  expect(await status()).toMatchObject({ checked: 0, state: 'stopped' });
  const page = await (await fixtures.testApp.as('rui')).page(`/contact-lists/${listId}/contacts`);
  expect(page.text).toContain('O WhatsApp não respondeu:');
  await resumeCheck(fixtures.scope, { contactListId: listId });
  await fixtures.testApp.settle();
  expect(await status()).toMatchObject({ checked: 10, state: 'none' });
});

test('asks nothing more once the list is deleted', async () => {
  await fixtures.testApp.whatsapp.stop(fixtures.line);
  await pour(60);
  await (await fixtures.testApp.as('ana')).json('DELETE', `/contact-lists/${listId}`);
  fixtures.testApp.whatsapp.become(fixtures.line);
  fixtures.testApp.kernel.outbox.wake(fixtures.line.companyId, 'list-check:');
  await fixtures.testApp.settle();
  expect(fixtures.testApp.whatsapp.checked).toEqual([]);
  expect(await fixtures.scope.db.select().from(outbox)).toEqual([]);
});

test('asks about no number twice after a crash', async () => {
  const own = await createListsFixture();
  const { testApp, scope, line } = own;
  const contactListId = await own.list();
  let questions = 0;
  const { find } = testApp.whatsapp;
  const asked: string[] = [];
  testApp.whatsapp.find = (target) => {
    const session = find(target);
    if (!session) return undefined;
    return {
      ...session,
      async check(numbers) {
        questions += 1;
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
  void testApp.dependencies.stop();

  const whatsapp = createFakeWhatsApp();
  whatsapp.become(line);
  const again = await createDependencies(testApp.kernel.config, {
    clock: testApp.kernel.clock,
    ticks: testApp.kernel.ticks,
    log: testApp.kernel.log,
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
  await testApp.stop();
});
