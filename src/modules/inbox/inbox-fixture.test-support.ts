import { expect } from 'bun:test';
import { connectionQueues, contacts, messages, outbox, settings, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { asc } from 'drizzle-orm';
import type { InboundMessage } from '@/whatsapp/port.ts';

export type InboxFixture = Awaited<ReturnType<typeof createInboxFixture>>;

export async function createInboxFixture() {
  const testApp = await createTestApp();
  const scope = await testApp.systemScope();
  const connectionId = await addConnection(testApp);

  return {
    testApp,
    scope,
    connectionId,
    async reset(): Promise<void> {
      await testApp.settle();
      testApp.whatsapp.media = new Uint8Array([1, 2, 3]);
      await scope.write(async (tx) => {
        await tx.db.delete(contacts);
        await tx.db.delete(settings);
        await tx.db.delete(outbox);
        await tx.db.delete(connectionQueues);
      });
    },
    async receive(...batch: InboundMessage[]): Promise<void> {
      await testApp.listener.onMessages({ companyId: scope.companyId, connectionId }, batch);
    },
    stored: () => scope.db.select().from(messages).orderBy(asc(messages.id)),
    allTickets: () => scope.db.select().from(tickets).orderBy(asc(tickets.id)),
  };
}

export async function one<T>(rows: Promise<T[]>): Promise<T> {
  const list = await rows;
  expect(list).toHaveLength(1);
  return list[0] as T;
}
