import { expect, test } from 'bun:test';
import { contractEvents } from './kernel/live/contract-events.ts';
import { CONTRACT } from './rows.ts';

const eventsOf = (channel: string, data: unknown) => contractEvents(CONTRACT, 7, channel, data);

test('an update goes out under its company', () => {
  const data = { action: 'update', ticket: { id: 1 } };
  expect(eventsOf('ticket', data)).toEqual([{ name: 'company-7-ticket', data }]);
});

test('a tag goes out under three names; its page reads `tags`', () => {
  const data = { action: 'create', tag: { id: 3 } };
  expect(eventsOf('tag', data)).toEqual([
    { name: 'company-7-tag', data },
    { name: 'tag', data },
    { name: 'user', data: { action: 'create', tags: { id: 3 } } },
  ]);
});

test('what a session does goes out under both names', () => {
  const data = { action: 'update', session: { id: 1 } };
  expect(eventsOf('whatsappSession', data)).toEqual([
    { name: 'company-7-whatsappSession', data },
    { name: 'whatsappSession', data },
  ]);
});

test('a quick message goes out under both spellings', () => {
  const data = { action: 'delete', id: 1 };
  expect(eventsOf('quickmessage', data)).toEqual([
    { name: 'company-7-quickmessage', data },
    { name: 'company7-quickemessage', data },
  ]);
});

test('a deleted tag has no second name: under it, the tags page of existing clients goes white', () => {
  const data = { action: 'delete', tagId: 3 };
  expect(eventsOf('tag', data)).toEqual([
    { name: 'company-7-tag', data },
    { name: 'tag', data },
  ]);
});

test('a file list goes out under two names, its page reads `files`; a deleted one under one', () => {
  const data = { action: 'update', fileList: { id: 4 } };
  expect(eventsOf('file', data)).toEqual([
    { name: 'company7-file', data },
    { name: 'company-7-file', data: { action: 'update', files: { id: 4 } } },
  ]);
  const gone = { action: 'delete', fileId: 4 };
  expect(eventsOf('file', gone)).toEqual([{ name: 'company7-file', data: gone }]);
});

test('a person of the company is no tag', () => {
  const names = eventsOf('user', { action: 'update', user: { id: 1 } }).map(({ name }) => name);
  expect(names).toEqual(['company-7-user']);
});
