import { expect, test } from 'bun:test';
import { createSeats, type Full, type Seat } from './seats.ts';

const most = { person: 2, company: 3, address: 4, all: 5 };
const sit = (companyId: number, userId: number, address: string) => ({ companyId, userId, address });

test('a person, a company, an address and the whole desk have so many seats each', () => {
  const seats = createSeats(most);
  const take = (...who: Parameters<typeof sit>) => {
    const seat = seats.take(sit(...who));
    return typeof seat === 'string' ? seat : 'seated';
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

test('an address that many share unknowingly is not counted, and a plan may allow more than others have', () => {
  const seats = createSeats({ ...most, all: 99 });
  const take = (userId: number) => seats.take({ companyId: 1, userId, address: undefined, companyMost: 10 });
  const taken = Array.from({ length: 11 }, (_, n) => take(n));
  expect(taken.slice(0, 10).every((one) => typeof one !== 'string')).toBe(true);
  expect(taken[10]).toBe('company');
});

test('who leaves makes room once', () => {
  const seats = createSeats(most);
  const one = seats.take(sit(1, 1, 'a')) as Seat;
  seats.take(sit(1, 1, 'a'));
  one.leave();
  one.leave();
  expect(seats.taken).toBe(1);
  expect(seats.take(sit(1, 1, 'a'))).toBeObject();
  expect(seats.take(sit(1, 1, 'a'))).toBe('person');
});
