import { expect, test } from 'bun:test';
import { expectFields } from './client.ts';

const page = { records: [{ id: 1, user: null, tags: [] }], hasMore: false };

test.each([
  'missing',
  'hasMore:string',
  'records[].name',
  'records[].user.name',
  'records[].tags[].id',
  'records.name',
  'hasMore[]',
])('expectFields notices that %s cannot be read', (field) => {
  expect(() => expectFields(page, field)).toThrow();
});

test('expectFields takes fields that can be read', () => {
  expectFields(page, 'hasMore:boolean records[].id:number records[].user records[].tags');
});
