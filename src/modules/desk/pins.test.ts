import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { createWorkDesk, type WorkDesk } from '@/modules/tickets/work/work-desk.test-support.ts';
import { MOST_PINS } from './pins.service.ts';

let work: WorkDesk;
let maria: number;
let joao: number;

beforeAll(async () => {
  work = await createWorkDesk();
});
afterAll(() => work.desk.stop());
beforeEach(async () => {
  ({ maria, joao } = await work.reset());
});

const pin = async (who: 'ana' | 'bia' | 'davi', id: number, method = 'PUT') =>
  work.call<{ pinned: number[] }>(who, method, `/me/pinned-tickets/${id}`);
const pinned = async (who: 'bia' | 'rui') =>
  (await work.call<{ tickets: TicketView[] }>(who, 'GET', '/me/pinned-tickets')).body.tickets.map(
    ({ id }) => id,
  );

test('a pin is one person’s own, the latest first, and twice is once', async () => {
  await pin('bia', maria);
  await pin('bia', joao);
  expect((await pin('bia', joao)).body).toEqual({ pinned: [joao, maria] } as never);
  expect([await pinned('bia'), await pinned('rui')]).toEqual([[joao, maria], []]);
  await pin('bia', joao, 'DELETE');
  expect(await pinned('bia')).toEqual([maria]);
});

test('what another company has, or nobody, cannot be pinned', async () => {
  for (const [who, id] of [
    ['davi', maria],
    ['bia', 99_999],
  ] as const)
    expect((await pin(who, id)).body.error).toBe('ERR_NO_TICKET_FOUND');
});

test('there are at most twenty, of which those that are gone do not count', async () => {
  const ids: number[] = [];
  for (let n = 0; n < MOST_PINS; n += 1) ids.push(await work.customer(`55119222200${10 + n}`, `C${n}`, 'oi'));
  for (const id of ids) await pin('ana', id);
  expect([(await pin('ana', maria)).status, (await pin('ana', maria)).body.error]).toEqual([
    409,
    'ERR_TOO_MANY_PINS',
  ]);
  await work.call('ana', 'DELETE', `/tickets/${ids[0]}`);
  expect((await pin('ana', maria)).body.pinned).toContain(maria);
});
