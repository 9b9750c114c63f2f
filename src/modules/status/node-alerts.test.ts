import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mails, statusAlerts } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { setSuper } from '@test/support/people.ts';
import type { ClusterConfig } from '@/core/cluster/cluster.ts';
import type { NodeOverview, Nodes } from '@/core/cluster/nodes-overview.ts';
import { PLATFORM } from '@/core/scope.ts';
import { writeLetter } from '@/modules/mail/mail-letter.queries.ts';
import { sampleApp } from './samples.service.ts';

const GB = 1_000_000_000;
const A = 'http://10.0.0.1:3000';
const B = 'http://10.0.0.2:3000';
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  testApp.kernel.services.status.loopDelay = () => 0;
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());

async function minutes(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    testApp.clock.advance(60_000);
    await sampleApp(testApp.kernel);
  }
}

/** The one process of the test plays one node after the other. */
function playNode(url: string, live: string[], owns: (companyId: number) => boolean): void {
  const { kernel } = testApp;
  kernel.config = { ...kernel.config, cluster: { nodeUrl: url } as ClusterConfig };
  kernel.owns = owns;
  const load = { processor: 0, memoryBytes: 1, loopDelayMs: 1 };
  const rows = live.map(
    (one): NodeOverview => ({
      ...{ id: one, url: one, version: '1', startedAt: new Date(), isLeaving: false, companies: 1, load },
      isThis: one === url,
    }),
  );
  kernel.nodes = { list: async () => rows, bindHere: () => undefined } as unknown as Nodes;
}

const alerts = async () =>
  (await testApp.kernel.platform.db.select().from(statusAlerts)).map(({ kind, about, endedAt }) => ({
    ...{ kind, about },
    isOpen: endedAt === null,
  }));

test('each node reports its own troubles, and the platform’s ends those of a node that is gone', async () => {
  playNode(A, [A, B], (companyId) => companyId !== PLATFORM);
  testApp.disk.freeBytes = GB / 2;
  await minutes(2);
  const full = { kind: 'disk' as const, about: A };
  expect(await alerts()).toEqual([{ ...full, isOpen: true }]);
  const rows = await testApp.kernel.platform.db.select().from(mails);
  const letters = await Promise.all(rows.map((row) => writeLetter(testApp.kernel, row)));
  expect(letters.map(({ subject }) => subject)).toEqual([`Balcão: o disco está quase cheio (${A})`]);
  expect((await (await testApp.as('davi')).page('/settings/status')).text).toContain(`(${A})`);

  playNode(B, [A, B], () => true);
  testApp.disk.freeBytes = 50 * GB;
  await minutes(30);
  expect(await alerts()).toEqual([{ ...full, isOpen: true }]);
  playNode(B, [B], () => true);
  await minutes(30);
  expect(await alerts()).toEqual([{ ...full, isOpen: false }]);
});

test('the node of a company reports its lines, and no other ends that', async () => {
  const { aurora: companyId } = testApp.people.companyId;
  const target = { companyId, connectionId: await addConnection(testApp) };
  const open = async () => (await alerts()).filter(({ kind, isOpen }) => kind === 'connection' && isOpen);
  testApp.whatsapp.become(target, { status: 'TIMEOUT', trouble: 'network' });
  playNode(A, [A, B], () => true);
  await minutes(70);
  expect(await open()).toHaveLength(1);
  playNode(B, [A, B], (id) => id !== companyId);
  testApp.whatsapp.become(target, { status: 'CONNECTED', trouble: null });
  await minutes(30);
  expect(await open()).toHaveLength(1);
  playNode(A, [A, B], () => true);
  await minutes(30);
  expect(await open()).toEqual([]);
});
