import { afterAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { createSchedulesDesk, MINUTE } from '@/modules/schedules/schedules-desk.test-support.ts';
import { liveThrough, look, type Moment, received } from './crash/timed-moments.ts';

let dataDir = '';
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test(
  'a scheduled message reaches its contact once, wherever the desk was killed',
  async () => {
    const { desk, system, target, plan } = await createSchedulesDesk();
    const body = 'Chega hoje';
    await plan(MINUTE, { body, repeats: 'weekly' });
    const start = desk.clock.now.getTime();
    ({ dataDir } = desk.kernel.config);
    await desk.desk.stop();
    const live = (minutes: number, until?: Moment['until']) =>
      liveThrough({ dataDir, now: start + minutes * MINUTE, heard: [], targets: [target], until });
    const read = <T>(sql: string) => look<T>(dataDir, system.companyId, sql);
    const states = () =>
      read<{ status: string }>('select status from schedules order by id').map((row) => row.status);
    const said = () => read<{ n: number }>('select count(*) as n from messages')[0]?.n;

    await live(1, { word: body, at: 'commit' });
    expect([states(), said()]).toEqual([['PENDENTE'], 0]);
    await live(2, { word: body, at: 'sending' });
    expect([states(), said()]).toEqual([['AGENDADA', 'PENDENTE'], 1]);
    for (const minute of [3, 4]) {
      await live(minute);
      expect([states(), said()]).toEqual([['ENVIADA', 'PENDENTE'], 1]);
      expect(received(dataDir).map(({ text }) => text)).toEqual([body]);
    }
  },
  2 * MINUTE,
);
