import { afterAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { createClockFixture, MINUTE } from '@/modules/chatbot/clock/clock-fixture.test-support.ts';
import { createIntegration } from '@/modules/queue-integrations/queue-integrations.service.ts';
import { type Life, liveThrough, type Moment, readRows, received } from './crash/timed-moments.ts';
import { type Service, startService } from './responders/server.ts';
import { reachOf } from './responders/turn.ts';
import { inbound } from './support/inbound.ts';

let dataDir = '';
let flow: Service | undefined;
afterAll(async () => {
  await flow?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const NUMBER = '5511911110021';
const ANSWER = 'Você disse oi';

test(
  'a responder’s answer reaches the customer once, wherever the app is killed',
  async () => {
    const service = await startService('typebot');
    flow = service;
    const { testApp, system, connectionId, set } = await createClockFixture();
    const { Suporte } = testApp.people.queueId;
    const integration = { type: 'typebot', name: 'Fluxo', urlN8N: service.url, typebotSlug: 'mudo' } as const;
    const settings = { typebotDelayMessage: 0, typebotExpires: 0, fallbackQueueId: Suporte };
    Object.assign(testApp.dependencies.kernel.services, reachOf(service.url));
    const { id } = await createIntegration(system, { ...integration, ...settings } as never);
    await set({ integrationId: id });
    const start = testApp.clock.now.getTime();
    ({ dataDir } = testApp.kernel.config);
    await testApp.dependencies.stop();

    const target = { companyId: system.companyId, connectionId };
    const incoming: Moment['received'] = [];
    const receives = (minutes: number, text: string) => {
      const from = { pn: `${NUMBER}@s.whatsapp.net`, lid: null };
      const timestamp = start + minutes * MINUTE;
      incoming.push({ target, message: inbound({ id: `HEARD${minutes}`, from, text, timestamp }) });
    };
    const live = (minutes: number, until?: Moment['until'], end?: Life['end']) => {
      const base = { dataDir, now: start + minutes * MINUTE, targets: [target] };
      return liveThrough({ ...base, received: incoming, until, hosts: new URL(service.url).host }, end);
    };
    const read = <T>(sql: string) => readRows<T>(dataDir, system.companyId, sql);
    const sent = () =>
      read<{ body: string }>('select body from messages where from_me = 1 order by id').map(
        ({ body }) => body,
      );
    const ticket = () =>
      read<object>('select queue_id as queueId, use_integration as isHeld, status from tickets')[0];
    const asked = async () => (await service.requests()).map(({ path }) => path.split('/').at(-1));

    receives(1, 'oi');
    await service.fails('hangs');
    await live(1, undefined, { what: 'it is asked', isThere: async () => (await asked()).length > 0 });
    expect([sent(), ticket()]).toEqual([[], { queueId: null, isHeld: 1, status: 'pending' }]);
    await live(2, { word: ANSWER, at: 'commit' });
    expect([sent(), await asked()]).toEqual([[], ['startChat', 'continueChat']]);
    await live(3, { word: ANSWER, at: 'sending' });
    expect([sent(), await asked()]).toEqual([[ANSWER], ['startChat', 'continueChat']]);

    receives(4, 'parar');
    await live(4, { word: 'Até já', at: 'commit' });
    expect([sent(), ticket()]).toEqual([[ANSWER], { queueId: null, isHeld: 1, status: 'pending' }]);
    for (const minutes of [5, 6]) {
      await live(minutes);
      expect(sent()).toEqual([ANSWER, 'Até já']);
      expect(received(dataDir).map(({ text }) => text)).toEqual(sent());
      expect(ticket()).toEqual({ queueId: Suporte, isHeld: 0, status: 'pending' });
    }
    expect(await asked()).toEqual(['continueChat', 'continueChat']);
  },
  10 * MINUTE,
);
