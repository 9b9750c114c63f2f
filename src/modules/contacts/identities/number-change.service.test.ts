import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contactIdentities, contacts, numberChecks } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { asc } from 'drizzle-orm';
import type { Identity } from '@/whatsapp/port.ts';
import { getAddress } from '../contacts.queries.ts';

const LONG = '5531988887777';
const SHORT = '553188887777';
const NEW = '5531977776666';
const pnOf = (number: string) => `${number}@s.whatsapp.net`;
const L1 = '240000000000001@lid';
const L2 = '240000000000002@lid';

let testApp: TestApp;
let connectionId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  connectionId = await addConnection(testApp);
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  const { companyId, write } = await testApp.systemScope();
  await write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(numberChecks);
  });
  testApp.whatsapp.become({ companyId, connectionId });
  testApp.whatsapp.registered.clear();
  testApp.whatsapp.addressBook = [];
});

const target = () => ({ companyId: testApp.people.companyId.aurora, connectionId });
const write = (pn: string | null, lid: string | null, pushName = 'Maria') =>
  testApp.listener.onMessages(target(), [inbound({ from: { pn, lid }, pushName })]);

const people = async () => (await testApp.systemScope()).db.select().from(contacts).orderBy(asc(contacts.id));
async function addresses(): Promise<Record<string, string[]>> {
  const rows = await (await testApp.systemScope()).db.select().from(contactIdentities);
  return Object.fromEntries(
    (await people()).map(({ id, number }) => [
      number,
      rows
        .filter((row) => row.contactId === id)
        .map(({ jid }) => jid)
        .sort(),
    ]),
  );
}

describe('new number for a known hidden address', () => {
  test('replaces the contact’s number and address', async () => {
    await write(pnOf(LONG), L1);
    await write(pnOf(NEW), L1);
    expect(await addresses()).toEqual({ [NEW]: [L1, pnOf(NEW)] });
    const [maria] = await people();
    expect(await getAddress(await testApp.systemScope(), maria?.id ?? 0)).toBe(pnOf(NEW));
  });

  test('frees the old number for its next owner', async () => {
    await write(pnOf(LONG), L1);
    await write(pnOf(NEW), L1);
    await write(pnOf(LONG), L2, 'Novo dono');
    expect(await addresses()).toEqual({ [NEW]: [L1, pnOf(NEW)], [LONG]: [L2, pnOf(LONG)] });
  });

  test('is taken from another contact, and both contacts remain', async () => {
    await write(pnOf(LONG), L1, 'Maria');
    await write(pnOf(NEW), L2, 'João');
    await write(pnOf(NEW), L1, 'Maria');
    expect((await people()).map(({ name, number }) => [name, number])).toEqual([
      ['Maria', NEW],
      ['João', ''],
    ]);
    expect(await addresses()).toEqual({ [NEW]: [L1, pnOf(NEW)], '': [L2] });
  });

  test('merges with a manually added contact of that number', async () => {
    await (await testApp.as('bia')).json('POST', '/contacts', { name: 'Dona Maria', number: NEW });
    await write(pnOf(LONG), L1);
    await write(pnOf(NEW), L1);
    expect((await people()).map(({ name }) => name)).toEqual(['Dona Maria']);
    expect(await addresses()).toEqual({ [NEW]: [L1, pnOf(NEW)] });
  });

  test('is accepted without a message', async () => {
    await write(pnOf(LONG), L1);
    await testApp.listener.onIdentities(target(), [{ pn: pnOf(NEW), lid: L1 }]);
    expect(Object.keys(await addresses())).toEqual([NEW]);
  });

  test('without the hidden address changes no contact', async () => {
    await write(pnOf(LONG), L1);
    await write(pnOf(NEW), null, 'João');
    expect(await addresses()).toEqual({ [LONG]: [L1, pnOf(LONG)], [NEW]: [pnOf(NEW)] });
  });
});

describe('number with and without ninth digit', () => {
  const csv = (number: string) => {
    const form = new FormData();
    form.set('file', new File([`nome;telefone\nMaria;${number}\n`], 'm.csv'));
    return form;
  };
  const ways: Record<string, (number: string) => Promise<unknown>> = {
    'a message': (number) => write(pnOf(number), null),
    'a message with the hidden address': (number) => write(pnOf(number), L1),
    'the API, checked': async (number) => {
      const jid = pnOf(SHORT);
      testApp.whatsapp.registered.set(number, { jid, lid: null });
      await (await testApp.as('bia')).json('POST', '/contacts', { name: 'Maria', number });
    },
    'the API, no line up': async (number) => {
      await testApp.whatsapp.stop(target());
      await (await testApp.as('bia')).json('POST', '/contacts', { name: 'Maria', number });
      testApp.whatsapp.become(target());
    },
    'a sheet': async (number) => (await testApp.as('bia')).upload('/contacts/upload', csv(number)),
    'the phone book': async (number) => {
      const identity: Identity = { pn: pnOf(number), lid: null };
      testApp.whatsapp.addressBook = [{ identity, name: 'Maria' }];
      await (await testApp.as('bia')).json('POST', '/contacts/import');
      await testApp.settle();
    },
  };
  for (const [first, come] of Object.entries(ways))
    for (const [then, comeAgain] of Object.entries(ways))
      test(`${first}, then ${then}: creates one contact`, async () => {
        for (const [one, other] of [
          [LONG, SHORT],
          [SHORT, LONG],
        ] as const) {
          await (await testApp.systemScope()).write((tx) => tx.db.delete(contacts));
          await come(one);
          await comeAgain(other);
          expect(await people()).toHaveLength(1);
        }
      });

  test('counts as a repetition in one sheet', async () => {
    const form = new FormData();
    form.set('file', new File([`nome;telefone\nMaria;${LONG}\nMaria;${SHORT}\n`], 'm.csv'));
    await (await testApp.as('bia')).upload('/contacts/upload', form);
    expect((await people()).map(({ number }) => number)).toEqual([LONG]);
  });

  test('uses WhatsApp’s spelling as the address', async () => {
    await write(pnOf(LONG), null);
    await write(pnOf(SHORT), null);
    expect(await addresses()).toEqual({ [SHORT]: [pnOf(SHORT)] });
  });
});
