import { afterAll, beforeAll, expect, test } from 'bun:test';
import { contacts, contactTotals, settings } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, inGroup } from '@test/support/inbound.ts';
import { eq, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { addContact } from './add-contact.service.ts';
import { listContacts } from './contacts.queries.ts';
import { ContactFilter } from './contacts.schema.ts';
import { deleteContact } from './delete-contact.service.ts';
import { mergeByHand } from './merge/merge.service.ts';

let testApp: TestApp;
let ana: Scope;
let connectionId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.scopeOf('ana');
  connectionId = await addConnection(testApp);
  await ana.write((tx) => tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' }));
});
afterAll(() => testApp.stop());

let state = 20_260_101;
function below(limit: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

let made = 0;
const newNumber = () => `55119${80_000_000 + made++}`;

async function anybody(): Promise<number> {
  const people = await ana.db.select({ id: contacts.id }).from(contacts).where(eq(contacts.isGroup, false));
  return people[below(people.length)]?.id ?? 0;
}

const target = () => ({ companyId: ana.companyId, connectionId });

async function comesByImport(): Promise<void> {
  const lines = Array.from({ length: 1 + below(40) }, (_, n) => `Pessoa ${n};${newNumber()};`);
  const form = new FormData();
  form.set('file', new File([`nome;telefone;email\n${lines.join('\n')}`], 'clientes.csv'));
  expect((await (await testApp.as('bia')).upload('/contacts/upload', form)).status).toBe(200);
  await testApp.settle();
}

async function becomesOne(): Promise<string | undefined> {
  const [keep, drop] = [await anybody(), await anybody()];
  return keep === drop ? undefined : (await mergeByHand(ana, { keep, drop })).undo;
}

const CHANGES: Record<string, () => Promise<unknown>> = {
  'a person is added': () =>
    addContact(ana, { name: 'Maria', number: newNumber(), email: '', extraInfo: [] }),
  'a stranger writes': () =>
    testApp.listener.onMessages(target(), [
      inbound({ from: { pn: `${newNumber()}@s.whatsapp.net`, lid: null }, text: 'oi' }),
    ]),
  'a new group writes': () => {
    const jid = `1203630000${newNumber()}@g.us`;
    const chat = { isGroup: true, jid, identity: { pn: null, lid: null } };
    return testApp.listener.onMessages(target(), [inGroup({ chat, text: 'oi' })]);
  },
  'people are imported': comesByImport,
  'one is deleted': async () => deleteContact(ana, { contactId: await anybody() }),
  'two become one': becomesOne,
  'two become one, and two again': async () => {
    const undo = await becomesOne();
    if (undo) await testApp.kernel.undo.take(ana, undo);
  },
  'a change that fails': () =>
    ana
      .write(async (tx) => {
        await tx.db.insert(contacts).values({ name: 'Ninguém' });
        await tx.db.delete(contacts).where(sql`id in (select id from contacts limit 3)`);
        throw new Error('no');
      })
      .catch(() => undefined),
  'a row is turned over': async () => {
    const contactId = await anybody();
    for (const isGroup of [true, true, false])
      await ana.write((tx) => tx.db.update(contacts).set({ isGroup }).where(eq(contacts.id, contactId)));
  },
};

async function expectExact(after: string): Promise<void> {
  const counted = await ana.db.select({ isGroup: contacts.isGroup }).from(contacts);
  const stored = await ana.db.select().from(contactTotals).orderBy(contactTotals.isGroup);
  const groups = counted.filter(({ isGroup }) => isGroup).length;
  const people = counted.length - groups;
  expect([after, stored]).toEqual([
    after,
    [
      { isGroup: false, n: people },
      { isGroup: true, n: groups },
    ],
  ]);
  expect((await listContacts(ana, ContactFilter.parse({}))).count).toBe(people);
}

test('contact and group totals stay exact after every change', async () => {
  await expectExact('nothing');
  const names = Object.keys(CHANGES);
  const walk = [...names, ...Array.from({ length: 60 }, () => names[below(names.length)] ?? '')];
  for (const name of walk) {
    await CHANGES[name]?.();
    await expectExact(name);
  }
  await ana.write((tx) => tx.db.delete(contacts));
  await expectExact('everything is deleted');
});
