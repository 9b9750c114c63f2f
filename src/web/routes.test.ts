import { expect, test } from 'bun:test';
import { contractEvents } from '../core/realtime/contract-events.ts';
import { CONTRACT } from './routes.ts';

const eventsOf = (channel: string, data: unknown) => contractEvents(CONTRACT, 7, channel, data);

test('a ticket update is sent under the company’s event name', () => {
  const data = { action: 'update', ticket: { id: 1 } };
  expect(eventsOf('ticket', data)).toEqual([{ name: 'company-7-ticket', data }]);
});

test('a tag is sent under three event names, one with the key `tags`', () => {
  const data = { action: 'create', tag: { id: 3 } };
  expect(eventsOf('tag', data)).toEqual([
    { name: 'company-7-tag', data },
    { name: 'tag', data },
    { name: 'user', data: { action: 'create', tags: { id: 3 } } },
  ]);
});

test('a session event is sent under both event names', () => {
  const data = { action: 'update', session: { id: 1 } };
  expect(eventsOf('whatsappSession', data)).toEqual([
    { name: 'company-7-whatsappSession', data },
    { name: 'whatsappSession', data },
  ]);
});

test('a quick message is sent under both spellings', () => {
  const data = { action: 'delete', id: 1 };
  expect(eventsOf('quickmessage', data)).toEqual([
    { name: 'company-7-quickmessage', data },
    { name: 'company7-quickemessage', data },
  ]);
});

test('a deleted tag is not sent as a user event, which breaks existing clients', () => {
  const data = { action: 'delete', tagId: 3 };
  expect(eventsOf('tag', data)).toEqual([
    { name: 'company-7-tag', data },
    { name: 'tag', data },
  ]);
});

test('a file list is sent under two event names, one with the key `files`, a deleted one once', () => {
  const data = { action: 'update', fileList: { id: 4 } };
  expect(eventsOf('file', data)).toEqual([
    { name: 'company7-file', data },
    { name: 'company-7-file', data: { action: 'update', files: { id: 4 } } },
  ]);
  const gone = { action: 'delete', fileId: 4 };
  expect(eventsOf('file', gone)).toEqual([{ name: 'company7-file', data: gone }]);
});

test('a user event is not sent as a tag', () => {
  const names = eventsOf('user', { action: 'update', user: { id: 1 } }).map(({ name }) => name);
  expect(names).toEqual(['company-7-user']);
});
