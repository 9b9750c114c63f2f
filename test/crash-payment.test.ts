import { afterAll, expect, test } from 'bun:test';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBillingFixture } from '@/modules/billing/billing-fixture.test-support.ts';
import type { PayingMoment } from './crash/paying-app.ts';
import { HELD, queryPlatform, runUntil } from './crash/timed-moments.ts';

const MINUTE = 60_000;
let dataDir = '';
let stopProvider = async () => {};
afterAll(async () => {
  await stopProvider();
  rmSync(dataDir, { recursive: true, force: true });
});

test(
  'a payment adds one month, wherever the app is killed before the commit',
  async () => {
    const shared = await createBillingFixture();
    stopProvider = () => shared.provider.stop();
    await shared.owes(10);
    ({ dataDir } = shared.kernel.config);
    const start = shared.testApp.clock.now.getTime();
    await shared.testApp.dependencies.stop();

    const live = (
      minutes: number,
      does: PayingMoment['does'],
      more: Partial<PayingMoment> = {},
      end?: () => Promise<boolean>,
    ) => {
      rmSync(join(dataDir, HELD), { force: true });
      const base = { dataDir, efiUrl: shared.provider.url, companyId: shared.companyId };
      const moment: PayingMoment = { ...base, now: start + minutes * MINUTE, does, ...more };
      const held = async () => existsSync(join(dataDir, HELD));
      const isThere = end ?? (more.holdsAt ? held : undefined);
      return runUntil({
        entry: join(import.meta.dir, 'crash/paying-app.ts'),
        env: { PAYING: JSON.stringify(moment) },
        end: isThere && { what: does, isThere },
      });
    };
    const charges = () => read(`select status, reference from charges order by id`);
    const due = () => read(`select due_date as due from companies where id = ${shared.companyId}`)[0]?.due;
    const stands = () => [
      charges().map(({ status }) => status),
      read('select status from invoices').map(({ status }) => status),
      new Date(Number(due())).toISOString().slice(0, 10),
      read(`select key from mails where key like 'billing:paid%'`).length,
    ];
    const cobs = async () => (await shared.provider.ask<{ cobs: { txid: string }[] }>('cobs')).cobs;

    await shared.provider.fails({ path: '/v2/cob/', how: 'silent' });
    await live(0, 'ask', {}, async () => (await cobs()).length > 0);
    expect(stands()).toEqual([['asking'], ['open'], '2026-03-20', 0]);
    const txid = String(charges()[0]?.reference);
    expect((await cobs()).map((cob) => cob.txid)).toEqual([txid]);

    await shared.provider.ask('pay', { txid });
    await live(1, 'sweep', { holdsAt: 'confirmed_at' });
    expect(stands()).toEqual([['asking'], ['open'], '2026-03-20', 0]);
    await live(2, 'hear', { txid, holdsAt: 'confirmed_at' });
    expect(stands()).toEqual([['asking'], ['open'], '2026-03-20', 0]);
    for (const [minutes, does] of [
      [3, 'sweep'],
      [4, 'hear'],
      [5, 'hear'],
      [65, 'sweep'],
    ] as const) {
      await live(minutes, does, { txid });
      // The last second of 20 April in São Paulo, as UTC.
      expect(stands()).toEqual([['paid'], ['paid'], '2026-04-21', 1]);
    }
    expect(read('select id from payment_notices')).toEqual([]);
  },
  10 * MINUTE,
);

const read = (sql: string) => queryPlatform<Record<string, string | number>>(dataDir, sql);
