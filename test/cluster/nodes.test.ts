import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createBrowser } from '@test/support/app.ts';
import { createTestCluster, type TestCluster, type TestNode } from '@test/support/cluster.ts';
import { createPeople, type People, sessionFor } from '@test/support/people.ts';
import { findSqld, type RunningSqld, startSqld } from '@/core/db/remote/sqld.test-support.ts';
import { PLATFORM } from '@/core/scope.ts';

const binary = findSqld();
if (!binary) console.log(`skipped: there is no sqld for ${process.platform}-${process.arch}`);

describe.skipIf(!binary)('nodes on one database server', () => {
  let server: RunningSqld;
  let cluster: TestCluster;
  let first: TestNode;
  let people: People;

  beforeAll(async () => {
    server = await startSqld(binary ?? '');
    cluster = createTestCluster(server);
    first = await cluster.start();
    people = await createPeople(first.kernel);
  }, 60_000);
  afterAll(async () => {
    await cluster.stop();
    await server.stop();
  });

  test('one alone serves all companies and the platform', async () => {
    const { aurora, boreal } = people.companyId;
    expect([PLATFORM, aurora, boreal].map(first.kernel.owns)).toEqual([true, true, true]);
    const browser = createBrowser(first.app, await sessionFor(first.kernel, people, 'ana'));
    const { status, text } = await browser.page('/tickets');
    expect([status, text.includes('Ana')]).toEqual([200, true]);
    const added = await browser.json('POST', '/tags', { name: 'Cliente', color: '#1f7a1f', kanban: 0 });
    expect(added.status).toBe(200);
  });
});
