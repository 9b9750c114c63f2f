import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connections } from '@db/tenant/schema/index.ts';
import { addConnection } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { type CampaignFixture, createCampaignFixture } from './campaign-fixture.test-support.ts';
import { countReply, countSent, statusOf } from './sending-counters.service.ts';

let stand: CampaignFixture;

beforeAll(async () => {
  stand = await createCampaignFixture();
  await stand.reset();
});
afterAll(() => stand.testApp.stop());

test('warm-up belongs to the number: another one begins anew, the former goes on wherever it is', async () => {
  const { system, connectionId } = stand;
  await stand.limit({ warmsUp: true, dailyCap: 400 });
  const other = await addConnection(stand.testApp, { name: 'Outra' });
  const use = (id: number, number: string | null) =>
    system.write((tx) => tx.db.update(connections).set({ number }).where(eq(connections.id, id)));
  const send = (id: number) => system.write((tx) => countSent(tx, id, false));
  const nextDay = () => stand.testApp.clock.advance(86_400_000);
  await use(connectionId, '5511900000001');
  await send(connectionId);
  nextDay();
  await send(connectionId);
  expect(await statusOf(system, connectionId)).toMatchObject({ daysBefore: 1, sent: 1 });
  nextDay();
  await use(connectionId, '5511900000002');
  expect(await statusOf(system, connectionId)).toMatchObject({ daysBefore: 0, sent: 0 });
  await use(other, '5511900000001');
  expect(await statusOf(system, other)).toMatchObject({ daysBefore: 2, sent: 0 });
  await send(other);
  await use(other, null);
  await system.write((tx) => countReply(tx, other));
  await use(other, '5511900000001');
  expect(await statusOf(system, other)).toMatchObject({ daysBefore: 2, sent: 1, replies: 1 });
});
