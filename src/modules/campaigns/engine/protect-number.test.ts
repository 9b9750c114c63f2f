import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { messages, outbox } from '@db/tenant/schema/index.ts';
import { like } from 'drizzle-orm';
import { TryLater } from '@/core/queue/outbox.ts';
import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import { getConnection } from '@/modules/connections/connections.queries.ts';
import { SendError, type SessionState } from '@/whatsapp/port.ts';
import { type CampaignFixture, createCampaignFixture } from './campaign-fixture.test-support.ts';
import { retryFailed } from './run-campaign.service.ts';

const ZONE = 'America/Sao_Paulo';
const CONNECTED: SessionState = {
  ...{ status: 'CONNECTED', qrcode: '', pairingCode: '', retries: 0, trouble: null },
  number: '5511900000000',
};

let stand: CampaignFixture;

beforeAll(async () => {
  stand = await createCampaignFixture();
});
afterAll(() => stand.testApp.stop());
beforeEach(async () => {
  await stand.reset();
  await stand.limit({});
});

const sent = () => stand.testApp.whatsapp.sent.length;

describe('number protection', () => {
  test('a new number starts at 50 and doubles daily up to its cap', async () => {
    await stand.set({ messageInterval: 5, longerIntervalAfter: 0 });
    await stand.limit({ warmsUp: true, dailyCap: 120 });
    const id = await stand.add(await stand.list(300));
    const counts: number[] = [];
    for (let day = 0; day < 4; day += 1) {
      const before = sent();
      for (let quiet = 0, last = before; quiet < 3; last = sent()) {
        await stand.passGap(id);
        quiet = sent() === last ? quiet + 1 : 0;
      }
      counts.push(sent() - before);
      const tomorrow = zonedTime(addDays(zonedParts(stand.testApp.clock.now, ZONE).day, 1), '00:00', ZONE);
      await stand.pass(tomorrow.getTime() - stand.testApp.clock.now.getTime() - 60_000);
      expect(sent() - before).toBe(counts[day] ?? 0);
      await stand.pass(60_000);
    }
    expect(counts.slice(0, 3)).toEqual([50, 99, 119]);
  });

  test('quiet hours apply in the company’s time zone, also over midnight', async () => {
    // 12:00 in São Paulo
    await stand.limit({ quietFrom: '12:01', quietTo: '07:30' });
    const id = await stand.add(await stand.list(10));
    await stand.pass(0);
    for (let n = 0; n < 6; n += 1) await stand.passGap(id);
    expect(sent()).toBe(3);
    const morning = new Date('2026-03-11T10:30:00Z');
    await stand.pass(morning.getTime() - stand.testApp.clock.now.getTime() - 1);
    expect(sent()).toBe(3);
    await stand.pass(60_000);
    expect(sent()).toBe(4);
    await stand.passGap(id);
    expect(sent()).toBe(5);
  });

  test('two campaigns on one connection have a common cap', async () => {
    await stand.limit({ dailyCap: 5 });
    const [one, two] = [await stand.add(await stand.list(10)), await stand.add(await stand.list(10))];
    for (let n = 0; n < 12; n += 1) {
      await stand.passGap(one);
      await stand.passGap(two);
    }
    expect(sent()).toBe(5);
  });

  test('a restriction by WhatsApp stops every campaign of the connection', async () => {
    const [one, two] = [await stand.add(await stand.list(5)), await stand.add(await stand.list(5))];
    await stand.pass(0);
    const received = await stand.testApp.listenAs('ana');
    stand.testApp.whatsapp.fail(new SendError('restricted', false));
    await stand.passGap(one);
    for (const id of [one, two])
      expect(await stand.campaign(id)).toMatchObject({ status: 'CANCELADA', stoppedFor: 'restricted' });
    const before = sent();
    for (let n = 0; n < 5; n += 1) await stand.pass(60_000);
    expect(sent()).toBe(before);
    const toasts = received.filter(({ channel }) => channel === 'toast').map(({ data }) => data);
    expect(toasts).toHaveLength(2);
    expect(toasts[0]).toEqual({
      level: 'warning',
      text: {
        pt: 'A campanha Natal parou automaticamente.',
        en: 'The campaign Natal stopped automatically.',
        es: 'La campaña Natal se detuvo automáticamente.',
      },
    });
  });

  test('an announced restriction stops the campaign and blocks restarts until it ends', async () => {
    const id = await stand.add(await stand.list(5));
    await stand.pass(0);
    const received = await stand.testApp.listenAs('ana');
    const { listener, clock } = stand.testApp;
    await listener.onRestriction(stand.target, clock.now.getTime() + 3_600_000);
    await stand.testApp.settle();
    expect(await stand.campaign(id)).toMatchObject({ status: 'CANCELADA', stoppedFor: 'restricted' });
    expect(received.filter(({ channel }) => channel === 'toast')).toHaveLength(1);
    const trouble = async () =>
      (await getConnection(await stand.testApp.scopeOf('ana'), stand.connectionId)).trouble;
    expect(await trouble()).toBe('restricted');
    await stand.restart(id);
    expect(await stand.campaign(id)).toMatchObject({ status: 'CANCELADA', stoppedFor: 'restricted' });
    expect(sent()).toBe(1);
    stand.testApp.clock.advance(3_600_000);
    expect(await trouble()).toBeNull();
    await stand.restart(id);
    await stand.finish(id);
    expect(sent()).toBe(5);
  });

  test('an expired restriction or one of another connection stops nothing', async () => {
    const id = await stand.add(await stand.list(2));
    await stand.pass(0);
    const { listener, clock } = stand.testApp;
    await listener.onRestriction(stand.target, clock.now.getTime() - 1);
    await listener.onRestriction({ ...stand.target, connectionId: 999 }, clock.now.getTime() + 60_000);
    await listener.onRestriction(stand.target, null);
    await stand.finish(id);
    expect(sent()).toBe(2);
  });

  test('five consecutive rejections stop the campaign, fewer are only listed', async () => {
    const refused = new SendError('refused', false);
    const id = await stand.add(await stand.list(12));
    stand.testApp.whatsapp.fail(
      refused,
      refused,
      refused,
      refused,
      null,
      refused,
      refused,
      refused,
      refused,
      refused,
    );
    await stand.pass(0);
    for (let n = 0; n < 12; n += 1) await stand.passGap(id);
    expect(await stand.campaign(id)).toMatchObject({ status: 'CANCELADA', stoppedFor: 'refusals' });
    const failed = (await stand.statesOf(id)).filter(([state]) => state === 'failed');
    expect(failed).toEqual(Array.from({ length: 9 }, () => ['failed', 'ERR_SENDING_WAPP_MSG']));
  });

  for (const trouble of ['banned', 'logged_out'] as const)
    test(`stops when the connection is ${trouble}`, async () => {
      const id = await stand.add(await stand.list(3));
      await stand.pass(0);
      stand.testApp.whatsapp.become(stand.target, { status: 'DISCONNECTED', trouble });
      await stand.passGap(id);
      expect(await stand.campaign(id)).toMatchObject({ status: 'CANCELADA', stoppedFor: trouble });
    });
});

describe('burst prevention', () => {
  test('sends one message after a connection outage, then respects the interval', async () => {
    const id = await stand.add(await stand.list(20));
    await stand.pass(0);
    stand.testApp.whatsapp.become(stand.target, { status: 'TIMEOUT', trouble: 'network' });
    for (let n = 0; n < 30; n += 1) await stand.pass(60_000);
    expect(sent()).toBe(1);
    await stand.testApp.listener.onState(stand.target, CONNECTED);
    stand.testApp.whatsapp.become(stand.target);
    await stand.pass(60_000);
    expect(sent()).toBe(2);
    await stand.pass(19_999);
    expect(sent()).toBe(2);
    await stand.finish(id);
    expect(stand.to()).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  test('queues only one message while nothing can be sent', async () => {
    await stand.add(await stand.list(20));
    stand.onSend(() => Promise.reject(new SendError('timeout', true)));
    await stand.pass(0);
    await stand.pass(20_000);
    const waiting = await stand.system.db.select().from(outbox).where(like(outbox.queueKey, 'send:%'));
    expect(waiting.length).toBeLessThanOrEqual(1);
    expect((await stand.system.db.select().from(messages)).length).toBeLessThanOrEqual(2);
  });

  test('repeated stops and restarts do not shorten the interval', async () => {
    const id = await stand.add(await stand.list(20));
    await stand.pass(0);
    for (let n = 0; n < 10; n += 1) {
      await stand.cancel(id);
      await stand.restart(id);
    }
    await stand.pass(19_999);
    expect(sent()).toBe(1);
    await stand.pass(1);
    expect(sent()).toBe(2);
    await stand.finish(id);
    expect(stand.to()).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  test('waits while agents’ messages are in the outbox', async () => {
    const id = await stand.add(await stand.list(3));
    await stand.pass(0);
    await stand.system.write((tx) =>
      tx.db.insert(outbox).values({
        queueKey: `send:${stand.connectionId}:77`,
        kind: 'test.slow',
        payload: {},
        dueAt: tx.now(),
      }),
    );
    stand.testApp.kernel.outbox.handle('test.slow' as never, {
      run: () => Promise.reject(new TryLater('busy', { uncounted: true, inMs: 1_000 })),
      park: async () => {},
    });
    for (let n = 0; n < 3; n += 1) await stand.passGap(id);
    expect(sent()).toBe(1);
    await stand.system.write((tx) => tx.db.delete(outbox).where(like(outbox.queueKey, 'send:%')));
    await stand.pass(1_000);
    expect(sent()).toBe(2);
  });
});

describe('stopped campaign', () => {
  test('sends nothing more, including messages in the outbox', async () => {
    const id = await stand.add(await stand.list(5));
    stand.testApp.whatsapp.fail(new SendError('not_connected', true));
    await stand.pass(0);
    expect(await stand.statesOf(id)).toContainEqual(['sending', null]);
    await stand.cancel(id);
    for (let n = 0; n < 5; n += 1) await stand.pass(60_000);
    expect(sent()).toBe(0);
    expect((await stand.statesOf(id)).every(([state]) => state === 'waiting')).toBe(true);
    await stand.restart(id);
    await stand.finish(id);
    expect(stand.to()).toEqual([0, 1, 2, 3, 4]);
    const ids = stand.testApp.whatsapp.sent.map((message) => message.id);
    expect(new Set(ids).size).toBe(5);
  });

  test('counts a message being sent as delivered and does not repeat it', async () => {
    const id = await stand.add(await stand.list(2));
    let isFirst = true;
    stand.onSend(async (send) => {
      const answer = await send();
      if (isFirst) await stand.cancel(id);
      isFirst = false;
      return answer;
    });
    await stand.pass(0);
    expect(await stand.statesOf(id)).toEqual([
      ['delivered', null],
      ['waiting', null],
    ]);
    const [message] = await stand.system.db.select().from(messages);
    expect(message).toMatchObject({ isDeleted: false, ack: 2 });
    await stand.restart(id);
    await stand.finish(id);
    expect(stand.to()).toEqual([0, 1]);
  });

  test('retrying sends only to failed recipients', async () => {
    const id = await stand.add(await stand.list(3));
    stand.testApp.whatsapp.fail(null, new SendError('refused', false));
    await stand.pass(0);
    await stand.finish(id);
    expect(stand.to()).toEqual([0, 2]);
    const scope = await stand.testApp.scopeOf('ana');
    expect(await retryFailed(scope, { campaignId: id })).toBe(1);
    await stand.finish(id);
    expect(stand.to()).toEqual([0, 2, 1]);
    expect(await retryFailed(scope, { campaignId: id })).toBe(0);
    expect((await stand.campaign(id)).status).toBe('FINALIZADA');
  });

  test('a message deleted before sending is failed and the campaign ends', async () => {
    const id = await stand.add(await stand.list(1));
    stand.testApp.whatsapp.fail(new SendError('not_connected', true));
    await stand.pass(0);
    await stand.system.write((tx) => tx.db.update(messages).set({ isDeleted: true }));
    await stand.finish(id);
    expect(await stand.statesOf(id)).toEqual([['failed', 'taken_back']]);
  });
});
