import { expect, test } from 'bun:test';
import { contractEvents } from './contract-events.ts';

test('an update goes out under its company', () => {
  const data = { action: 'update', ticket: { id: 1 } };
  expect(contractEvents(7, 'ticket', data)).toEqual([{ name: 'company-7-ticket', data }]);
});

test('a tag goes out under three names; its page reads `tags`', () => {
  const data = { action: 'create', tag: { id: 3 } };
  expect(contractEvents(7, 'tag', data)).toEqual([
    { name: 'company-7-tag', data },
    { name: 'tag', data },
    { name: 'user', data: { action: 'create', tags: { id: 3 } } },
  ]);
});

test('what a session does goes out under both names', () => {
  const data = { action: 'update', session: { id: 1 } };
  expect(contractEvents(7, 'whatsappSession', data).map(({ name }) => name)).toEqual([
    'company-7-whatsappSession',
    'whatsappSession',
  ]);
});

test('a deleted tag has no second name: under it, the tags page of existing clients goes white', () => {
  const data = { action: 'delete', tagId: 3 };
  expect(contractEvents(7, 'tag', data)).toEqual([
    { name: 'company-7-tag', data },
    { name: 'tag', data },
  ]);
});

test('a file list goes out under two names, its page reads `files`; a deleted one under one', () => {
  const data = { action: 'update', fileList: { id: 4 } };
  expect(contractEvents(7, 'file', data)).toEqual([
    { name: 'company7-file', data },
    { name: 'company-7-file', data: { action: 'update', files: { id: 4 } } },
  ]);
  const gone = { action: 'delete', fileId: 4 };
  expect(contractEvents(7, 'file', gone)).toEqual([{ name: 'company7-file', data: gone }]);
});

test('a person of the company is no tag', () => {
  const names = contractEvents(7, 'user', { action: 'update', user: { id: 1 } }).map(({ name }) => name);
  expect(names).toEqual(['company-7-user']);
});
