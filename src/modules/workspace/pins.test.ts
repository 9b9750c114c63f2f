import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { createWorkFixture, type WorkFixture } from '@/modules/tickets/work/work-fixture.test-support.ts';
import { MAX_PINS } from './pins.service.ts';

let work: WorkFixture;
let maria: number;
let joao: number;

beforeAll(async () => {
  work = await createWorkFixture();
});
afterAll(() => work.testApp.stop());
beforeEach(async () => {
  ({ maria, joao } = await work.reset());
});

const pin = async (who: 'ana' | 'bia' | 'davi', id: number, method = 'PUT') =>
  work.call<{ pinned: number[] }>(who, method, `/me/pinned-tickets/${id}`);
const pinned = async (who: 'bia' | 'rui') =>
  (await work.call<{ tickets: TicketView[] }>(who, 'GET', '/me/pinned-tickets')).body.tickets.map(
    ({ id }) => id,
  );

test('pins are per user, newest first and without duplicates', async () => {
  await pin('bia', maria);
  await pin('bia', joao);
  expect((await pin('bia', joao)).body).toEqual({ pinned: [joao, maria] } as never);
  expect([await pinned('bia'), await pinned('rui')]).toEqual([[joao, maria], []]);
  await pin('bia', joao, 'DELETE');
  expect(await pinned('bia')).toEqual([maria]);
});

test('unknown tickets and other companies’ tickets cannot be pinned', async () => {
  for (const [who, id] of [
    ['davi', maria],
    ['bia', 99_999],
  ] as const)
    expect((await pin(who, id)).body.error).toBe('ERR_NO_TICKET_FOUND');
});

test('allows at most twenty pins, not counting deleted tickets', async () => {
  const ids: number[] = [];
  for (let n = 0; n < MAX_PINS; n += 1) ids.push(await work.customer(`55119222200${10 + n}`, `C${n}`, 'oi'));
  for (const id of ids) await pin('ana', id);
  expect([(await pin('ana', maria)).status, (await pin('ana', maria)).body.error]).toEqual([
    409,
    'ERR_TOO_MANY_PINS',
  ]);
  await work.call('ana', 'DELETE', `/tickets/${ids[0]}`);
  expect((await pin('ana', maria)).body.pinned).toContain(maria);
});
