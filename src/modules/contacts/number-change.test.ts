import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contactIdentities, contacts, numberChecks } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { asc } from 'drizzle-orm';
import type { Identity } from '@/whatsapp/port.ts';
import { getAddress } from './contacts.queries.ts';

const LONG = '5531988887777';
const SHORT = '553188887777';
const NEW = '5531977776666';
const pnOf = (number: string) => `${number}@s.whatsapp.net`;
const L1 = '240000000000001@lid';
const L2 = '240000000000002@lid';

let desk: TestDesk;
let connectionId: number;

beforeAll(async () => {
  desk = await createTestDesk();
  connectionId = await addConnection(desk);
});
afterAll(() => desk.stop());
beforeEach(async () => {
  const { companyId, write } = await desk.systemScope();
  await write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(numberChecks);
  });
  desk.whatsapp.become({ companyId, connectionId });
  desk.whatsapp.registered.clear();
  desk.whatsapp.addressBook = [];
});

const target = () => ({ companyId: desk.cast.companyId.aurora, connectionId });
const write = (pn: string | null, lid: string | null, pushName = 'Maria') =>
  desk.listener.onMessages(target(), [inbound({ from: { pn, lid }, pushName })]);

const people = async () => (await desk.systemScope()).db.select().from(contacts).orderBy(asc(contacts.id));
async function addresses(): Promise<Record<string, string[]>> {
  const rows = await (await desk.systemScope()).db.select().from(contactIdentities);
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

describe('a new number under one hidden address', () => {
  test('is the same person’s, who is written to there', async () => {
    await write(pnOf(LONG), L1);
    await write(pnOf(NEW), L1);
    expect(await addresses()).toEqual({ [NEW]: [L1, pnOf(NEW)] });
    const [maria] = await people();
    expect(await getAddress(await desk.systemScope(), maria?.id ?? 0)).toBe(pnOf(NEW));
  });

  test('leaves the old one to whoever gets it', async () => {
    await write(pnOf(LONG), L1);
    await write(pnOf(NEW), L1);
    await write(pnOf(LONG), L2, 'Novo dono');
    expect(await addresses()).toEqual({ [NEW]: [L1, pnOf(NEW)], [LONG]: [L2, pnOf(LONG)] });
  });

  test('that was another contact’s is taken from it, and both contacts remain', async () => {
    await write(pnOf(LONG), L1, 'Maria');
    await write(pnOf(NEW), L2, 'João');
    await write(pnOf(NEW), L1, 'Maria');
    expect((await people()).map(({ name, number }) => [name, number])).toEqual([
      ['Maria', NEW],
      ['João', ''],
    ]);
    expect(await addresses()).toEqual({ [NEW]: [L1, pnOf(NEW)], '': [L2] });
  });

  test('that was in the desk already brings both together', async () => {
    await (await desk.as('bia')).json('POST', '/contacts', { name: 'Dona Maria', number: NEW });
    await write(pnOf(LONG), L1);
    await write(pnOf(NEW), L1);
    expect((await people()).map(({ name }) => name)).toEqual(['Dona Maria']);
    expect(await addresses()).toEqual({ [NEW]: [L1, pnOf(NEW)] });
  });

  test('learnt without a message counts as well', async () => {
    await write(pnOf(LONG), L1);
    await desk.listener.onIdentities(target(), [{ pn: pnOf(NEW), lid: L1 }]);
    expect(Object.keys(await addresses())).toEqual([NEW]);
  });

  test('a number alone never moves anybody', async () => {
    await write(pnOf(LONG), L1);
    await write(pnOf(NEW), null, 'João');
    expect(await addresses()).toEqual({ [LONG]: [L1, pnOf(LONG)], [NEW]: [pnOf(NEW)] });
  });
});

describe('with and without its ninth digit a number is one contact', () => {
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
      desk.whatsapp.registered.set(number, { jid, lid: null });
      await (await desk.as('bia')).json('POST', '/contacts', { name: 'Maria', number });
    },
    'the API, no line up': async (number) => {
      await desk.whatsapp.stop(target());
      await (await desk.as('bia')).json('POST', '/contacts', { name: 'Maria', number });
      desk.whatsapp.become(target());
    },
    'a sheet': async (number) => (await desk.as('bia')).upload('/contacts/upload', csv(number)),
    'the phone book': async (number) => {
      const identity: Identity = { pn: pnOf(number), lid: null };
      desk.whatsapp.addressBook = [{ identity, name: 'Maria' }];
      await (await desk.as('bia')).json('POST', '/contacts/import');
      await desk.settle();
    },
  };
  for (const [first, come] of Object.entries(ways))
    for (const [then, comeAgain] of Object.entries(ways))
      test(`${first}, then ${then}`, async () => {
        for (const [one, other] of [
          [LONG, SHORT],
          [SHORT, LONG],
        ] as const) {
          await (await desk.systemScope()).write((tx) => tx.db.delete(contacts));
          await come(one);
          await comeAgain(other);
          expect(await people()).toHaveLength(1);
        }
      });

  test('twice in one sheet is a repetition', async () => {
    const form = new FormData();
    form.set('file', new File([`nome;telefone\nMaria;${LONG}\nMaria;${SHORT}\n`], 'm.csv'));
    await (await desk.as('bia')).upload('/contacts/upload', form);
    expect((await people()).map(({ number }) => number)).toEqual([LONG]);
  });

  test('WhatsApp’s spelling is the one to write to', async () => {
    await write(pnOf(LONG), null);
    await write(pnOf(SHORT), null);
    expect(await addresses()).toEqual({ [SHORT]: [pnOf(SHORT)] });
  });
});
