import { settings, webhookDeliveries, webhookQueues, webhooks } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { freePort } from '@test/support/free-port.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { type Receiver, startReceiver } from '@test/support/receiver.ts';
import { asc, eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { dueTries, expiredDeliveries, failingWebhooks, oldDeliveries } from './deliver/delivery.jobs.ts';
import type { WebhookEvent } from './webhooks.schema.ts';
import { createWebhook } from './webhooks.service.ts';

export type WebhooksFixture = {
  testApp: TestApp;
  scope: Scope;
  receiver: Receiver;
  deadUrl: string;
  connectionId: number;
  hook(events: WebhookEvent[], url?: string): Promise<{ id: number; secret: string }>;
  writes(text: string, from?: Parameters<typeof inbound>[0]): Promise<void>;
  pass(ms: number): Promise<void>;
  deliveries(): Promise<(typeof webhookDeliveries.$inferSelect)[]>;
  row(id: number): Promise<typeof webhooks.$inferSelect>;
  reset(): Promise<void>;
  stop(): Promise<void>;
};

let count = 0;

export async function createWebhooksFixture(env: Record<string, string> = {}): Promise<WebhooksFixture> {
  const receiver = await startReceiver();
  const deadPort = freePort();
  const allowed = [receiver.port, deadPort].map((port) => `127.0.0.1:${port}`).join(',');
  const testApp = await createTestApp({ env: { ALLOWED_INTERNAL_HOSTS: allowed, ...env } });
  const { safeCall } = testApp.kernel.services;
  testApp.kernel.services.safeCall = (url, call) => safeCall(url, { ...call, timeoutMs: 400 });
  const scope = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  await scope.write((tx) => tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' }));
  const target = { companyId: scope.companyId, connectionId };

  async function update(): Promise<void> {
    for (const job of [dueTries, expiredDeliveries, failingWebhooks, oldDeliveries]) {
      const dueAt = await job.dueAt(scope);
      if (dueAt && dueAt <= scope.now()) await job.run(scope);
    }
    await testApp.settle();
  }

  return {
    testApp,
    scope,
    receiver,
    deadUrl: `http://127.0.0.1:${deadPort}/hook`,
    connectionId,
    async hook(events, url = `${receiver.url}/hook`) {
      count += 1;
      return createWebhook(scope, { name: `Receptor ${count}`, url, events });
    },
    async writes(text, options = {}) {
      await testApp.listener.onMessages(target, [
        inbound({ text, timestamp: testApp.clock.now.getTime(), ...options }),
      ]);
      await testApp.settle();
    },
    async pass(ms) {
      testApp.clock.advance(ms);
      await update();
    },
    deliveries: () => scope.db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.id)),
    async row(id) {
      const row = await scope.db.query.webhooks.findFirst({ where: eq(webhooks.id, id) });
      if (!row) throw new Error('no such webhook');
      return row;
    },
    async reset() {
      await scope.write(async (tx) => {
        await tx.db.delete(webhooks);
        await tx.db.delete(webhookQueues);
      });
      await testApp.settle();
      await receiver.as({});
      await receiver.take();
    },
    async stop() {
      await testApp.stop();
      await receiver.die();
    },
  };
}
