import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { PNG } from '../support/fixtures.ts';
import { type LiveApp, openLiveApp } from './lines.ts';
import { UnmodifiedClient } from './unmodified-client.ts';

const ORIGIN = 'https://painel.example';

let live: LiveApp;
let ana: UnmodifiedClient;

beforeAll(async () => {
  live = await openLiveApp({ env: { ALLOWED_ORIGINS: ORIGIN } });
  ana = new UnmodifiedClient(live, ORIGIN);
  await ana.login('ana@aurora.test');
});
afterAll(async () => {
  ana.close();
  await live.stop();
});

type Row = Record<string, unknown> & { id: number };
const ok = async <T = Row>(method: string, path: string, body?: unknown): Promise<T> => {
  const { status, data } = await ana.call<T>(method, path, body);
  expect({ path, isDone: status === 200 || status === 201, data }).toMatchObject({ isDone: true });
  return data;
};
const upload = (path: string) => {
  const form = new FormData();
  form.append('file', new File([PNG], 'tabela.png', { type: 'image/png' }));
  return ok<{ mensagem: string }>('POST', path, form);
};

describe('connections from an existing client', () => {
  test('are created from a form with empty fields and updated with the whole returned row', async () => {
    const empty = { greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' };
    const made = await ok('POST', '/whatsapp', {
      ...empty,
      ...{ name: 'Da tela', isDefault: false, token: '', provider: 'beta', queueIds: [], promptId: null },
      ...{ transferQueueId: null, timeToTransfer: null, expiresTicket: 0, expiresInactiveMessage: '' },
      ...{ maxUseBotQueues: 3, timeUseBotQueues: 0 },
    });
    const { queueId } = live.aurora;
    await ok('PUT', `/whatsapp/${made.id}`, { queueIds: [queueId], greetingMessage: 'Olá' });
    const {
      queues,
      session: _none,
      ...row
    } = await ok<Row & { queues: Row[] }>('GET', `/whatsapp/${made.id}?session=0`);
    const queueIds = queues.map(({ id }) => id);
    const saved = await ok<Row & { queues: Row[] }>('PUT', `/whatsapp/${made.id}`, {
      ...row,
      ...{ queueIds, name: 'Da outra tela', transferQueueId: queueId, timeToTransfer: '5', promptId: null },
    });
    expect(saved).toMatchObject({ name: 'Da outra tela', greetingMessage: 'Olá', timeToTransfer: 5 });
    expect(saved.queues.map(({ id }) => id)).toEqual(queueIds);
    expect(await ok('DELETE', `/whatsapp/${made.id}`)).toEqual({ message: 'Whatsapp deleted.' } as never);
  });
});

describe('queues from an existing client', () => {
  const HOURS = [
    { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' },
    { weekday: 'Domingo', weekdayEn: 'sunday', startTime: '', endTime: '' },
  ];
  let queue: Row;

  test('are created, read again by their dialog and saved whole', async () => {
    queue = await ok('POST', '/queue', {
      ...{ name: 'Da tela', color: '#0A0B0C', greetingMessage: 'Oi', outOfHoursMessage: '', orderQueue: '' },
      ...{ integrationId: '', promptId: null, schedules: HOURS },
    });
    const row = await ok('GET', `/queue/${queue.id}`);
    expect(row).toMatchObject({ schedules: HOURS, promptId: null, integrationId: null });
    await ok('PUT', `/queue/${queue.id}`, { ...row, greetingMessage: 'Olá', schedules: row.schedules });
    expect(await ok('GET', `/queue/${queue.id}`)).toMatchObject({ greetingMessage: 'Olá', schedules: HOURS });
    expect(await upload(`/queue/${queue.id}/media-upload`)).toEqual({ mensagem: 'Arquivo Salvo' });
    expect((await ok('GET', `/queue/${queue.id}`)).mediaName).toBe('tabela.png');
    await ok('DELETE', `/queue/${queue.id}/media-upload`);
  });

  test('have options created and updated with the client’s extra fields', async () => {
    const stored = { edition: true, children: [] };
    const root = { ...stored, queueId: queue.id, parentId: null, title: 'Um', message: '', option: 1 };
    const one = await ok('POST', '/queue-options', root);
    const below = { ...root, parentId: one.id, title: 'Dentro' };
    const inner = await ok('POST', '/queue-options', below);
    await ok('PUT', `/queue-options/${inner.id}`, { ...below, id: inner.id, message: 'Certo.' });
    const levels = async (parentId: number) =>
      ok<(Row & { children: Row[] })[]>('GET', `/queue-options?queueId=${queue.id}&parentId=${parentId}`);
    expect(await levels(-1)).toMatchObject([
      { id: one.id, option: '1', parentId: null, children: [{ id: inner.id, message: 'Certo.' }] },
    ]);
    expect(await levels(one.id)).toMatchObject([{ id: inner.id, parentId: one.id, children: [] }]);
    await upload(`/queue-options/${inner.id}/media-upload`);
    expect(await ok('DELETE', `/queue-options/${one.id}`)).toEqual({ message: 'Option Delected' } as never);
    expect(await levels(-1)).toEqual([]);
    await ok('DELETE', `/queue/${queue.id}`);
  });
});

describe('users from an existing client', () => {
  test('are created and saved whole, preserving omitted fields', async () => {
    const { queueId } = live.aurora;
    const made = await ok('POST', '/users', {
      ...{ name: 'Nova', email: 'nova@aurora.test', password: 'uma senha bem longa', profile: 'user' },
      ...{ allTicket: 'desabled', whatsappId: '', queueIds: [queueId] },
    });
    const row = await ok<Row & { queues: Row[] }>('GET', `/users/${made.id}`);
    const queueIds = row.queues.map(({ id }) => id);
    await ok('PUT', `/users/${made.id}`, { ...row, name: 'Nova Silva', password: '', queueIds });
    await ok('PUT', `/users/${made.id}`, { language: 'en' });
    const after = await ok<Row & { queues: Row[] }>('GET', `/users/${made.id}`);
    expect(after).toMatchObject({ name: 'Nova Silva', profile: 'user', allTicket: 'desabled' });
    expect(after.queues.map(({ id }) => id)).toEqual([queueId]);
    expect(await ok('DELETE', `/users/${made.id}`)).toEqual({ message: 'User deleted' } as never);
  });

  test('an agent saves their own profile with every returned field', async () => {
    const bia = new UnmodifiedClient(live, ORIGIN);
    await bia.login('bia@aurora.test');
    const { id } = bia.user;
    const { data: row } = await bia.call<Row & { queues: Row[] }>('GET', `/users/${id}`);
    const body = { ...row, name: 'Bia Lima', password: '', queueIds: row.queues.map((one) => one.id) };
    expect((await bia.call('PUT', `/users/${id}`, body)).status).toBe(200);
    const { data: after } = await bia.call<Row & { queues: Row[] }>('GET', `/users/${id}`);
    expect(after).toMatchObject({ name: 'Bia Lima', profile: 'user', queues: row.queues });
    bia.close();
  });
});

test('settings are saved one by one, hours with the company id', async () => {
  const all = await ok<{ key: string; value: string }[]>('GET', '/settings');
  expect(all.find(({ key }) => key === 'scheduleType')?.value).toBe('disabled');
  await ok('PUT', '/settings/scheduleType', { value: 'company' });
  const { companyId } = live.aurora;
  const hours = [{ weekday: 'Terça-feira', weekdayEn: 'tuesday', startTime: '09:00', endTime: '17:00' }];
  await ok('PUT', `/companies/${companyId}/schedules`, { id: companyId, schedules: hours });
  const company = await ok<Row & { settings: { key: string }[] }>('GET', `/companies/${companyId}`);
  expect(company).toMatchObject({ id: companyId, schedules: hours });
  expect(company.settings.map(({ key }) => key)).toContain('scheduleType');
});
