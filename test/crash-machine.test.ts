import { afterAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { createClockDesk, MINUTE } from '@/modules/chatbot/clock/clock-desk.test-support.ts';
import { createIntegration } from '@/modules/queue-integrations/queue-integrations.service.ts';
import { type Life, liveThrough, look, type Moment, received } from './crash/timed-moments.ts';
import { type Service, startService } from './machines/server.ts';
import { reachOf } from './machines/turn.ts';
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
  'what a machine answers reaches the customer once, wherever in its turn the desk was killed',
  async () => {
    const service = await startService('typebot');
    flow = service;
    const { desk, system, connectionId, set } = await createClockDesk();
    const { Suporte } = desk.cast.queueId;
    const integration = { type: 'typebot', name: 'Fluxo', urlN8N: service.url, typebotSlug: 'mudo' } as const;
    const settings = { typebotDelayMessage: 0, typebotExpires: 0, fallbackQueueId: Suporte };
    Object.assign(desk.desk.kernel.services, reachOf(service.url));
    const { id } = await createIntegration(system, { ...integration, ...settings } as never);
    await set({ integrationId: id });
    const start = desk.clock.now.getTime();
    ({ dataDir } = desk.kernel.config);
    await desk.desk.stop();

    const target = { companyId: system.companyId, connectionId };
    const heard: Moment['heard'] = [];
    const hears = (minutes: number, text: string) => {
      const from = { pn: `${NUMBER}@s.whatsapp.net`, lid: null };
      const timestamp = start + minutes * MINUTE;
      heard.push({ target, message: inbound({ id: `HEARD${minutes}`, from, text, timestamp }) });
    };
    const live = (minutes: number, until?: Moment['until'], end?: Life['end']) => {
      const place = { dataDir, now: start + minutes * MINUTE, targets: [target] };
      return liveThrough({ ...place, heard, until, hosts: new URL(service.url).host }, end);
    };
    const read = <T>(sql: string) => look<T>(dataDir, system.companyId, sql);
    const said = () =>
      read<{ body: string }>('select body from messages where from_me = 1 order by id').map(
        ({ body }) => body,
      );
    const ticket = () =>
      read<object>('select queue_id as queueId, use_integration as isHeld, status from tickets')[0];
    const asked = async () => (await service.heard()).map(({ path }) => path.split('/').at(-1));

    hears(1, 'oi');
    await service.fails('hangs');
    await live(1, undefined, { what: 'it is asked', isThere: async () => (await asked()).length > 0 });
    expect([said(), ticket()]).toEqual([[], { queueId: null, isHeld: 1, status: 'pending' }]);
    await live(2, { word: ANSWER, at: 'commit' });
    expect([said(), await asked()]).toEqual([[], ['startChat', 'continueChat']]);
    await live(3, { word: ANSWER, at: 'sending' });
    expect([said(), await asked()]).toEqual([[ANSWER], ['startChat', 'continueChat']]);

    hears(4, 'parar');
    await live(4, { word: 'Até já', at: 'commit' });
    expect([said(), ticket()]).toEqual([[ANSWER], { queueId: null, isHeld: 1, status: 'pending' }]);
    for (const minutes of [5, 6]) {
      await live(minutes);
      expect(said()).toEqual([ANSWER, 'Até já']);
      expect(received(dataDir).map(({ text }) => text)).toEqual(said());
      expect(ticket()).toEqual({ queueId: Suporte, isHeld: 0, status: 'pending' });
    }
    expect(await asked()).toEqual(['continueChat', 'continueChat']);
  },
  2 * MINUTE,
);
