import { expect, test } from 'bun:test';
import { createSlots, type Full, type Slot } from './slots.ts';

const most = { person: 2, company: 3, address: 4, all: 5 };
const sit = (companyId: number, userId: number, address: string) => ({ companyId, userId, address });

test('limits slots per user, company, address and in total', () => {
  const slots = createSlots(most);
  const take = (...who: Parameters<typeof sit>) => {
    const slot = slots.take(sit(...who));
    return typeof slot === 'string' ? slot : 'seated';
  };
  const taken: (Full | 'seated')[] = [
    take(1, 1, 'a'),
    take(1, 1, 'a'),
    take(1, 1, 'a'),
    take(1, 2, 'a'),
    take(1, 3, 'a'),
    take(2, 1, 'a'),
    take(2, 2, 'a'),
    take(2, 2, 'b'),
    take(3, 1, 'c'),
  ];
  expect(taken).toEqual([
    'seated',
    'seated',
    'person',
    'seated',
    'company',
    'seated',
    'address',
    'seated',
    'all',
  ]);
});

test('skips the address limit without an address and honours a plan’s higher limit', () => {
  const slots = createSlots({ ...most, all: 99 });
  const take = (userId: number) => slots.take({ companyId: 1, userId, address: undefined, companyMost: 10 });
  const taken = Array.from({ length: 11 }, (_, n) => take(n));
  expect(taken.slice(0, 10).every((one) => typeof one !== 'string')).toBe(true);
  expect(taken[10]).toBe('company');
});

test('releases a slot only once', () => {
  const slots = createSlots(most);
  const one = slots.take(sit(1, 1, 'a')) as Slot;
  slots.take(sit(1, 1, 'a'));
  one.leave();
  one.leave();
  expect(slots.taken).toBe(1);
  expect(slots.take(sit(1, 1, 'a'))).toBeObject();
  expect(slots.take(sit(1, 1, 'a'))).toBe('person');
});
