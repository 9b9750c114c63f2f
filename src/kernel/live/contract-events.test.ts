import { expect, test } from 'bun:test';
import { contractEvents, listEvent } from './contract-events.ts';

test('an update goes out under its company', () => {
  const data = { action: 'update', ticket: { id: 1 } };
  expect(contractEvents({}, 7, 'ticket', data)).toEqual([{ name: 'company-7-ticket', data }]);
});

test('and under the names of its channel, where it has some; another has none of them', () => {
  const names = { one: (companyId: number, data: unknown) => [{ name: `c${companyId}`, data }] };
  expect(contractEvents(names, 7, 'one', 1)).toEqual([{ name: 'c7', data: 1 }]);
  expect(contractEvents(names, 7, 'two', 1)).toEqual([{ name: 'company-7-two', data: 1 }]);
});

test('an item stands under the name of its list; nothing else is touched, and a deletion is not told', () => {
  const told = (data: unknown) => listEvent('x', data, 'item', 'items');
  expect(told({ action: 'update', item: 1 })).toEqual([{ name: 'x', data: { action: 'update', items: 1 } }]);
  for (const data of [{ action: 'update' }, null, 'text']) expect(told(data)).toEqual([{ name: 'x', data }]);
  expect(told({ action: 'delete', item: 1 })).toEqual([]);
});
