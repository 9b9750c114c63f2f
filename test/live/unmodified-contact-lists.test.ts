import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Socket } from 'socket.io-client';
import { type LiveApp, openLiveApp, until } from './lines.ts';
import { UnmodifiedClient } from './unmodified-client.ts';

const ORIGIN = 'https://painel.example';

type Row = Record<string, unknown> & { id: number };
type Event = { action: string; record?: Row; records?: Row[]; id?: number };

let live: LiveApp;
let ana: UnmodifiedClient;
let rui: UnmodifiedClient;
let socket: Socket;

beforeAll(async () => {
  live = await openLiveApp({ env: { ALLOWED_ORIGINS: ORIGIN } });
  ana = new UnmodifiedClient(live, ORIGIN);
  rui = new UnmodifiedClient(live, ORIGIN);
  await ana.login('ana@aurora.test');
  await rui.login('rui@aurora.test');
  socket = await rui.tab();
});
afterAll(async () => {
  ana.close();
  rui.close();
  await live.stop();
});

const ok = async <T = Row>(method: string, path: string, body?: unknown): Promise<T> => {
  const { status, data } = await ana.call<T>(method, path, body);
  expect({ path, status, data }).toMatchObject({ status: 200 });
  return data;
};

function screen(name: string): Map<number, Row> {
  const shown = new Map<number, Row>();
  socket.on(`company-${rui.user.companyId}-${name}`, ({ action, record, records = [], id }: Event) => {
    if (action === 'delete') shown.delete(Number(id));
    for (const row of record ? [record] : records) shown.set(row.id, row);
  });
  return shown;
}

test('a contact list and its contacts are created, updated, imported and deleted', async () => {
  const lists = screen('ContactList');
  const list = await ok('POST', '/contact-lists', { name: 'Da tela' });
  await until(() => lists.has(list.id), 'the list is on the other screen');
  const { companyId } = ana.user;
  const contacts = screen(`ContactListItem-${list.id}`);
  const everywhere = screen('ContactListItem');
  const typed = { name: 'Ana Lima', number: '5521977776666', email: 'ana@example.com' };
  const made = await ok('POST', '/contact-list-items', {
    ...typed,
    companyId,
    contactListId: String(list.id),
  });
  const read = await ok('GET', `/contact-list-items/${made.id}`);
  await ok('PUT', `/contact-list-items/${made.id}`, {
    ...read,
    name: 'Ana Souza',
    contactListId: String(list.id),
  });
  await until(() => contacts.get(made.id)?.name === 'Ana Souza', 'the name is new on the other screen');
  expect(everywhere.get(made.id)?.contactListId).toBe(list.id);

  const form = new FormData();
  form.append('file', new File(['nome;numero;email\nBia;5531966665555;\n'], 'lista.xls'));
  const [imported] = await ok<Row[]>('POST', `/contact-lists/${list.id}/upload`, form);
  await until(
    () => contacts.get(imported?.id ?? 0)?.name === 'Bia',
    'the imported one is on the other screen',
  );
  const page = await ok<{ contacts: Row[]; hasMore: boolean }>(
    'GET',
    `/contact-list-items/?searchParam=&pageNumber=1&contactListId=${list.id}`,
  );
  expect([page.contacts.map(({ name }) => name), page.hasMore]).toEqual([['Ana Souza', 'Bia'], false]);
  await until(() => lists.get(list.id)?.contactsCount === 2, 'the count is on the other screen');

  await ok('DELETE', `/contact-list-items/${made.id}`);
  await until(() => !everywhere.has(made.id), 'it is gone from the other screen');
  const choices = await ok<Row[]>('GET', `/contact-lists/list?companyId=${companyId}`);
  expect(choices.map(({ name }) => name)).toContain('Da tela');
  await ok('DELETE', `/contact-lists/${list.id}`);
  await until(() => !lists.has(list.id), 'the list is gone from the other screen');
});

test('campaign settings are read as JSON, value by value, and saved whole', async () => {
  const read = async () => {
    const rows = await ok<{ key: string; value: string }[]>('GET', '/campaign-settings');
    return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]));
  };
  const chosen = { messageInterval: 5, longerIntervalAfter: 20, greaterInterval: 60 };
  const variables = [{ key: 'cupom', value: 'DEZ' }];
  await ok('POST', '/campaign-settings', { settings: { ...chosen, variables } });
  const saved = await read();
  expect(saved).toEqual({ ...chosen, variables });
  await ok('POST', '/campaign-settings', { settings: { ...saved, variables: [] } });
  expect(await read()).toEqual({ ...chosen, variables: [] });
});
