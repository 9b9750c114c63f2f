import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { SlowClient } from '@/core/db/slow-reads/slow-client.ts';
import type { TestApp } from './support/deps.ts';
import { createFilledApp, type Fixtures } from './support/fixtures.ts';

/** Calls that read or count very many rows of a large company and therefore use `slowDb`. */
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
  ['/webhooks', /max\("webhook_deliveries"."delivered_at"\)|max\("delivered_at"\)/],
  ['/webhooks/1/deliveries?pageNumber=1', /count\(\*\) from "webhook_deliveries"/],
  ['/webhooks/1/deliveries?pageNumber=1&searchParam=x', /"body" like/],
];

let testApp: TestApp;
let fixtures: Fixtures;
beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
});
afterAll(() => testApp.stop());

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
    const ana = await testApp.as('ana');
    const reply = await ana.raw(path, { headers: { Accept: accept } });
    await reply.arrayBuffer();
    expect({ path, status: reply.status }).toEqual({ path, status: 200 });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return asked;
}

test.each(SLOW)(
  'offloads the slow query of %s from the event loop',
  async (path, asks, accept = 'application/json') => {
    const asked = await askedBeside(path, accept);
    expect({ path, asked: asked.filter((sql) => asks.test(sql)).length > 0 }).toEqual({ path, asked: true });
  },
);

test('does not offload the queries of frequently used pages', async () => {
  for (const path of [
    '/contacts',
    '/tickets?status=pending&showAll=true',
    `/messages/${fixtures.ticketId}?peek=true`,
  ])
    expect({ path, asked: await askedBeside(path, 'application/json') }).toEqual({ path, asked: [] });
});
