import { expect, test } from 'bun:test';
import { contractEvents, listEvent } from './contract-events.ts';

test('emits an update under the name of its company', () => {
  const data = { action: 'update', ticket: { id: 1 } };
  expect(contractEvents({}, 7, 'ticket', data)).toEqual([{ name: 'company-7-ticket', data }]);
});

test('uses the event names of its channel when defined', () => {
  const names = { one: (companyId: number, data: unknown) => [{ name: `c${companyId}`, data }] };
  expect(contractEvents(names, 7, 'one', 1)).toEqual([{ name: 'c7', data: 1 }]);
  expect(contractEvents(names, 7, 'two', 1)).toEqual([{ name: 'company-7-two', data: 1 }]);
});

test('renames an item to its list, passes other data and omits deletions', () => {
  const reported = (data: unknown) => listEvent('x', data, 'item', 'items');
  expect(reported({ action: 'update', item: 1 })).toEqual([
    { name: 'x', data: { action: 'update', items: 1 } },
  ]);
  for (const data of [{ action: 'update' }, null, 'text'])
    expect(reported(data)).toEqual([{ name: 'x', data }]);
  expect(reported({ action: 'delete', item: 1 })).toEqual([]);
});
