import { settings, webhookDeliveries, webhookLanes, webhooks } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { freePort } from '@test/support/free-port.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { type Receiver, startReceiver } from '@test/support/receiver.ts';
import { asc, eq } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import { dueTries, expiredDeliveries, failingWebhooks, oldDeliveries } from './deliver/chores.ts';
import type { WebhookEvent } from './webhooks.schema.ts';
import { createWebhook } from './webhooks.service.ts';

export type HooksDesk = {
  desk: TestDesk;
  scope: Scope;
  receiver: Receiver;
  /** Where nobody listens. */
  deadUrl: string;
  connectionId: number;
  hook(events: WebhookEvent[], url?: string): Promise<{ id: number; secret: string }>;
  writes(text: string, from?: Parameters<typeof inbound>[0]): Promise<void>;
  /** Time passes, and the clock does what is due. */
  pass(ms: number): Promise<void>;
  deliveries(): Promise<(typeof webhookDeliveries.$inferSelect)[]>;
  row(id: number): Promise<typeof webhooks.$inferSelect>;
  reset(): Promise<void>;
  stop(): Promise<void>;
};

let count = 0;

export async function createHooksDesk(env: Record<string, string> = {}): Promise<HooksDesk> {
  const receiver = await startReceiver();
  const deadPort = freePort();
  const allowed = [receiver.port, deadPort].map((port) => `127.0.0.1:${port}`).join(',');
  const desk = await createTestDesk({ env: { ALLOWED_INTERNAL_HOSTS: allowed, ...env } });
  const { safeCall } = desk.kernel.services;
  // A silent receiver is waited for by the wall's clock.
  desk.kernel.services.safeCall = (url, call) => safeCall(url, { ...call, timeoutMs: 400 });
  const scope = await desk.systemScope();
  const connectionId = await addConnection(desk);
  await scope.write((tx) => tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' }));
  const target = { companyId: scope.companyId, connectionId };

  async function look(): Promise<void> {
    for (const chore of [dueTries, expiredDeliveries, failingWebhooks, oldDeliveries]) {
      const dueAt = await chore.dueAt(scope);
      if (dueAt && dueAt <= scope.now()) await chore.run(scope);
    }
    await desk.settle();
  }

  return {
    desk,
    scope,
    receiver,
    deadUrl: `http://127.0.0.1:${deadPort}/hook`,
    connectionId,
    async hook(events, url = `${receiver.url}/hook`) {
      count += 1;
      return createWebhook(scope, { name: `Receptor ${count}`, url, events });
    },
    async writes(text, given = {}) {
      await desk.listener.onMessages(target, [
        inbound({ text, timestamp: desk.clock.now.getTime(), ...given }),
      ]);
      await desk.settle();
    },
    async pass(ms) {
      desk.clock.advance(ms);
      await look();
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
        await tx.db.delete(webhookLanes);
      });
      await desk.settle();
      await receiver.as({});
      await receiver.forget();
    },
    async stop() {
      await desk.stop();
      await receiver.die();
    },
  };
}
