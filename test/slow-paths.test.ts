import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { SlowClient } from '@/kernel/db/slow-client.ts';
import type { TestDesk } from './support/deps.ts';
import { createFilledDesk, type World } from './support/world.ts';

/** What reads or counts very many rows of a large company, and what must be asked beside the loop. */
const SLOW: [path: string, asks: RegExp, accept?: string][] = [
  ['/contacts/list', /from "contacts"/],
  ['/contacts/list?name=cli', /contacts/],
  ['/contacts?searchParam=%25_', /contacts/],
  ['/contacts?searchParam=zz', /contacts/],
  ['/contacts?pageNumber=4000', /contacts/],
  ['/tickets?showAll=true&searchParam=pedido&date=2026-03-10', /messages|tickets/],
  ['/tickets?showAll=true&searchParam=pe', /contacts|messages/],
  ['/tickets?showAll=true&status=closed&pageNumber=4000', /tickets/],
  ['/kanban', /tickets/, 'text/html'],
  ['/tags?searchParam=a', /tags/],
  ['/contact-lists', /contact_list_items/],
];

let desk: TestDesk;
let world: World;
beforeAll(async () => {
  ({ desk, world } = await createFilledDesk());
});
afterAll(() => desk.stop());

async function askedBeside(path: string, accept: string): Promise<string[]> {
  const asked: string[] = [];
  const { values, execute } = SlowClient.prototype;
  const spies = [
    spyOn(SlowClient.prototype, 'values').mockImplementation(function (this: SlowClient, sql, args) {
      asked.push(sql);
      return values.call(this, sql, args);
    }),
    spyOn(SlowClient.prototype, 'execute').mockImplementation(function (this: SlowClient, statement, args) {
      asked.push(typeof statement === 'string' ? statement : statement.sql);
      return execute.call(this, statement, args);
    }),
  ];
  try {
    const ana = await desk.as('ana');
    const reply = await ana.raw(path, { headers: { Accept: accept } });
    await reply.arrayBuffer();
    expect({ path, status: reply.status }).toEqual({ path, status: 200 });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return asked;
}

test.each(SLOW)('%s is asked beside the loop', async (path, asks, accept = 'application/json') => {
  const asked = await askedBeside(path, accept);
  expect({ path, asked: asked.filter((sql) => asks.test(sql)).length > 0 }).toEqual({ path, asked: true });
});

test('what every page asks for is not', async () => {
  for (const path of [
    '/contacts',
    '/tickets?status=pending&showAll=true',
    `/messages/${world.ticketId}?peek=true`,
  ])
    expect({ path, asked: await askedBeside(path, 'application/json') }).toEqual({ path, asked: [] });
});
