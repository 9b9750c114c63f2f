import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '@libsql/client';
import { ENDPOINTS, PAGES } from '@/web/routes.ts';
import { callOf } from './support/calls.ts';
import { dataVersion, watchDatabase } from './support/data-version.ts';
import type { TestApp } from './support/deps.ts';
import { createFilledApp, type Fixtures } from './support/fixtures.ts';
import { setSuper } from './support/people.ts';

/** Downloads of personal data are recorded in the audit log. */
const AUDITED = [
  'GET /contacts/export.csv',
  'GET /campaigns/:campaignId/report.csv',
  'GET /dashboard/report.csv',
  'GET /audit/export.csv',
  'GET /platform/audit/export.csv',
  'GET /settings/export/:exportId/file',
];

let testApp: TestApp;
let fixtures: Fixtures;
let watchers: Client[];

beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
  await setSuper(testApp.kernel, testApp.people, 'ana');
  const { companyId, connectionId } = fixtures;
  // A receipt for an open ticket stays in the outbox while the connection is down.
  testApp.whatsapp.become({ companyId, connectionId }, { status: 'TIMEOUT' });
  const ana = await testApp.as('ana');
  await ana.json('PUT', `/tickets/${fixtures.ticketId}`, { status: 'open' });
  watchers = [await watchDatabase(testApp, companyId), await watchDatabase(testApp, 'platform')];
});
afterAll(async () => {
  for (const watcher of watchers) watcher.close();
  await testApp.stop();
});

describe('the second of two equal reads commits nothing unless it is audited', () => {
  for (const [accept, rows] of [
    ['application/json', ENDPOINTS],
    ['text/html', PAGES],
  ] as const) {
    for (const row of rows.filter(({ method }) => method === 'GET')) {
      test(`${row.path} as ${accept}`, async () => {
        const { path } = callOf(row, fixtures);
        const ana = await testApp.as('ana');
        const read = async () => {
          await (await ana.raw(path, { headers: { Accept: accept } })).arrayBuffer();
          await testApp.settle();
          return Promise.all(watchers.map(dataVersion));
        };
        const versions = await read();
        const isSame = Bun.deepEquals(await read(), versions);
        expect(isSame).toBe(!AUDITED.includes(row.name));
      });
    }
  }
});
