import { afterAll, expect, test } from 'bun:test';
import { contacts, messages, optOuts, outbox, sendingDays } from '@db/tenant/schema/index.ts';
import { isNull } from 'drizzle-orm';
import { zonedParts } from '@/core/zoned-time.ts';
import { createCampaignFixture, numberOf } from './campaign-fixture.test-support.ts';
import { cancelCampaign, restartCampaign } from './run-campaign.service.ts';

const COUNT = 2_000;
const ZONE = 'America/Sao_Paulo';
/** Clock step while nothing may be sent, in ms. */
const A_WHILE = 600_000;
const stand = await createCampaignFixture();
afterAll(() => stand.testApp.stop());

type Sent = { to: number; at: number; tick: number; day: string; time: string };

test('sends to 2,000 contacts once, in order, within intervals, caps and quiet hours', async () => {
  const { testApp, system, pace } = stand;
  pace.chance = Math.random;
  await stand.set({ messageInterval: 10, longerIntervalAfter: 30, greaterInterval: 120 });
  await stand.limit({ dailyCap: 900, quietFrom: '20:00', quietTo: '08:00' });
  const id = await stand.add(await stand.list(COUNT, (index) => index % 50 !== 7));
  const manager = await testApp.scopeOf('ana');
  const log: Sent[] = [];

  async function check(): Promise<void> {
    testApp.kernel.outbox.wake(system.companyId);
    await testApp.kernel.outbox.idle();
    for (const to of stand.to().slice(log.length))
      log.push({
        to,
        at: testApp.clock.now.getTime(),
        tick: testApp.kernel.ticks(),
        ...zonedParts(testApp.clock.now, ZONE),
      });
  }
  async function next(): Promise<void> {
    const left = pace.remainingMs(await stand.campaign(id), system, Number.POSITIVE_INFINITY);
    testApp.clock.advance(left > 0 ? left : A_WHILE);
    await check();
  }
  const sendUntil = async (count: number) => {
    for (let steps = 0; log.length < count && steps < 5 * COUNT; steps += 1) await next();
  };

  await stand.pass(0);
  await check();
  await sendUntil(300);
  await cancelCampaign(manager, { campaignId: id });
  for (let n = 0; n < 10; n += 1) {
    testApp.clock.advance(60_000);
    await check();
  }
  expect(log).toHaveLength(300);
  await restartCampaign(manager, { campaignId: id });
  await check();

  await sendUntil(500);
  await stand.receiveText(1_000, 'oi');
  await system.write(async (tx) => {
    await tx.db.insert(optOuts).values({ number: numberOf(1_500) });
    await tx.db.insert(contacts).values({ name: 'B', number: numberOf(1_501), isBlocked: true });
  });

  await sendUntil(700);
  testApp.whatsapp.become(stand.target, { status: 'TIMEOUT', trouble: 'network' });
  for (let n = 0; n < 20; n += 1) {
    testApp.clock.advance(60_000);
    await check();
  }
  expect(log).toHaveLength(700);
  testApp.whatsapp.become(stand.target);

  await sendUntil(800);
  testApp.clock.now = new Date(testApp.clock.now.getTime() - 3 * 3_600_000);
  await check();
  const [before] = [log.length];
  await next();
  expect(log.length - before).toBeLessThanOrEqual(1);

  for (let steps = 0; (await stand.campaign(id)).status === 'EM_ANDAMENTO' && steps < 10 * COUNT; steps += 1)
    await next();

  const wanted = Array.from({ length: COUNT }, (_, index) => index).filter(
    (index) => index % 50 !== 7 && index !== 1_500 && index !== 1_501,
  );
  expect(log.map(({ to }) => to)).toEqual(wanted);
  expect(new Set(testApp.whatsapp.sent.map((message) => message.id)).size).toBe(wanted.length);
  expect(await stand.campaign(id)).toMatchObject({ status: 'FINALIZADA', stoppedFor: null });

  const gaps = log.slice(1).map(({ tick }, index) => tick - (log[index]?.tick ?? 0));
  expect(gaps.filter((gap) => gap < 10_000)).toEqual([]);
  for (let start = 0; start + 30 < gaps.length; start += 1)
    expect(gaps.slice(start, start + 30).filter((gap) => gap >= 120_000).length).toBeGreaterThanOrEqual(1);
  expect(gaps.filter((gap) => gap > 13_000 && gap < 120_000).length).toBeLessThan(30);

  const inNight = log.filter(({ time }) => time >= '20:00' || time < '08:00');
  expect(inNight).toEqual([]);
  const days = Map.groupBy(log, ({ day }) => day);
  for (const [, sent] of days) expect(sent.length).toBeLessThanOrEqual(900);
  expect(days.size).toBeGreaterThanOrEqual(3);
  const counted = await system.db.select().from(sendingDays);
  expect(counted.reduce((total, { sent }) => total + sent, 0)).toBe(wanted.length);
  expect((await system.db.select().from(messages)).filter(({ origin }) => origin === 'system')).toHaveLength(
    wanted.length,
  );
  expect(await system.db.select().from(outbox).where(isNull(outbox.parkedAt))).toEqual([]);
}, 900_000);
