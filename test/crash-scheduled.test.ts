import { afterAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { createSchedulesFixture, MINUTE } from '@/modules/schedules/schedules-fixture.test-support.ts';
import { liveThrough, type Moment, readRows, received } from './crash/timed-moments.ts';

let dataDir = '';
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test(
  'a scheduled message reaches its contact once, wherever the app is killed',
  async () => {
    const { testApp, system, target, plan } = await createSchedulesFixture();
    const body = 'Chega hoje';
    await plan(MINUTE, { body, repeats: 'weekly' });
    const start = testApp.clock.now.getTime();
    ({ dataDir } = testApp.kernel.config);
    await testApp.dependencies.stop();
    const live = (minutes: number, until?: Moment['until']) =>
      liveThrough({ dataDir, now: start + minutes * MINUTE, received: [], targets: [target], until });
    const read = <T>(sql: string) => readRows<T>(dataDir, system.companyId, sql);
    const states = () =>
      read<{ status: string }>('select status from schedules order by id').map((row) => row.status);
    const sent = () => read<{ n: number }>('select count(*) as n from messages')[0]?.n;

    await live(1, { word: body, at: 'commit' });
    expect([states(), sent()]).toEqual([['PENDENTE'], 0]);
    await live(2, { word: body, at: 'sending' });
    expect([states(), sent()]).toEqual([['AGENDADA', 'PENDENTE'], 1]);
    for (const minute of [3, 4]) {
      await live(minute);
      expect([states(), sent()]).toEqual([['ENVIADA', 'PENDENTE'], 1]);
      expect(received(dataDir).map(({ text }) => text)).toEqual([body]);
    }
  },
  10 * MINUTE,
);
