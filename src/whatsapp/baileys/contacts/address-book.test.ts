import { expect, test } from 'bun:test';
import { silentLog } from '../log.ts';
import { AddressBook } from './address-book.ts';

function openBook(stored: unknown = undefined) {
  const written: unknown[] = [];
  const waiting: (() => void)[] = [];
  const timers = {
    now: () => 0,
    ticks: () => 0,
    random: () => 0,
    after: (_ms: number, call: () => void) => {
      waiting.push(call);
      return () => undefined;
    },
  };
  const store = { read: async () => stored, write: async (entries: unknown) => void written.push(entries) };
  const book = new AddressBook(store, timers, silentLog);
  const rest = async () => {
    for (const call of waiting.splice(0)) call();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { book, written, rest };
}

const pn = (number: string) => `${number}@s.whatsapp.net`;

test('the owner’s name for a contact wins over the push name and survives a restart', async () => {
  const { book, written, rest } = openBook();
  await book.onContacts([
    { id: pn('5511988887777'), notify: 'Mari' },
    { id: '12@lid', phoneNumber: pn('5521977776666'), name: 'João' },
  ]);
  await book.onContacts([{ id: pn('5511988887777'), name: 'Maria da Padaria' }]);
  await book.onContacts([
    { id: pn('5511988887777'), notify: 'Outra' },
    { id: 'status@broadcast' },
    { id: '1203@g.us', name: 'Grupo' },
  ]);
  const entries = [
    { identity: { pn: pn('5511988887777'), lid: null }, name: 'Maria da Padaria' },
    { identity: { pn: pn('5521977776666'), lid: '12@lid' }, name: 'João' },
  ];
  expect(await book.list()).toEqual(entries);
  await rest();
  expect(written).toEqual([entries]);
  expect(await openBook(JSON.parse(JSON.stringify(entries))).book.list()).toEqual(entries);
});

test('many updates are one write, and unchanged contacts none', async () => {
  const { book, written, rest } = openBook();
  for (let n = 0; n < 50; n += 1)
    await book.onContacts([{ id: pn(`551198888${n}777`), name: `Pessoa ${n}` }]);
  await rest();
  await book.onContacts([{ id: pn('5511988880777'), name: 'Pessoa 0' }]);
  await rest();
  expect(written.length).toBe(1);
});

test('forgetting clears the address book for another phone', async () => {
  const { book } = openBook([{ identity: { pn: pn('5511988887777'), lid: null }, name: 'Maria' }]);
  expect(await book.list()).toHaveLength(1);
  book.forget();
  expect(await book.list()).toEqual([]);
});
