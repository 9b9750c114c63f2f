import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { connections, messages } from '@db/tenant/schema/index.ts';
import {
  type Administrator,
  type PeopledCluster,
  startPeopledCluster,
  type TestCluster,
  type TestNode,
} from '@test/support/cluster.ts';
import { inbound, media } from '@test/support/inbound.ts';
import type { People } from '@test/support/people.ts';
import { type S3Server, startS3 } from '@test/support/s3.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import { describeWithSqld } from '@/core/db/remote/sqld.test-support.ts';
import { PLATFORM, systemScope } from '@/core/scope.ts';
import { createInbox } from '@/modules/inbox/inbox.listener.ts';

const SETTLED_MS = 60_000;

describeWithSqld('media of nodes that share a store', () => {
  let stop: PeopledCluster['stop'];
  let store: S3Server;
  let cluster: TestCluster;
  let first: TestNode;
  let people: People;
  let ana: Administrator;
  let connectionId: number;

  beforeAll(async () => {
    store = await startS3();
    ({ cluster, node: first, people, ana, stop } = await startPeopledCluster(store.settings));
    const scope = await systemScope(first.kernel, people.companyId.aurora);
    const [row] = await scope.write((tx) =>
      tx.db
        .insert(connections)
        .values({ name: 'Loja', status: 'CONNECTED' })
        .returning({ id: connections.id }),
    );
    connectionId = row?.id ?? 0;
  }, SETTLED_MS);
  afterAll(async () => {
    await stop();
    store.stop();
  });

  async function pictureAt({ kernel }: TestNode) {
    const scope = await systemScope(kernel, people.companyId.aurora);
    const [row] = await scope.db.select().from(messages).where(eq(messages.mediaMime, 'image/jpeg'));
    return row;
  }

  test(
    'a picture that came while the store was silent is served by the next owner',
    async () => {
      const { aurora } = people.companyId;
      first.whatsapp.become({ companyId: aurora, connectionId });
      await store.switchTo('busy');
      await createInbox(() => first.kernel).onMessages({ companyId: aurora, connectionId }, [
        inbound({ content: media() }),
      ]);
      await until('the download waits', async () => {
        const scope = await systemScope(first.kernel, aurora);
        const [row] = await scope.db.query.outbox.findMany();
        return row?.error === 'ERR_BUSY' && row.attempts === 0;
      });
      expect(await pictureAt(first)).toMatchObject({ mediaState: 'pending', mediaPath: null });
      await store.switchTo('well');
      first.kernel.outbox.wake(aurora, 'media:');
      await until('it is stored', async () => (await pictureAt(first))?.mediaState === 'ready');
      const second = await cluster.start();
      await first.stop();
      await until('all companies are taken', async () => [PLATFORM, aurora].every(second.kernel.owns));
      const key = (await pictureAt(second))?.mediaPath ?? '';
      expect(existsSync(second.kernel.storage.pathOf(aurora, key))).toBe(false);
      const answer = await ana.page(second, second.kernel.storage.signedPath(aurora, key));
      expect([answer.status, new Uint8Array(await answer.arrayBuffer())]).toEqual([
        200,
        new Uint8Array([1, 2, 3]),
      ]);
      expect(existsSync(second.kernel.storage.pathOf(aurora, key))).toBe(true);
    },
    SETTLED_MS,
  );
});
