import { afterAll, expect, test } from 'bun:test';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBillingDesk } from '@/modules/billing/billing-desk.test-support.ts';
import type { PayingMoment } from './crash/paying-desk.ts';
import { HELD, lookAtPlatform, runUntil } from './crash/timed-moments.ts';

const MINUTE = 60_000;
let dataDir = '';
let stopProvider = async () => {};
afterAll(async () => {
  await stopProvider();
  rmSync(dataDir, { recursive: true, force: true });
});

test(
  'a payment gives one month, wherever between the provider and the commit the desk was killed',
  async () => {
    const house = await createBillingDesk();
    stopProvider = () => house.provider.stop();
    await house.owes(10);
    ({ dataDir } = house.kernel.config);
    const start = house.desk.clock.now.getTime();
    await house.desk.desk.stop();

    const live = (
      minutes: number,
      does: PayingMoment['does'],
      more: Partial<PayingMoment> = {},
      end?: () => Promise<boolean>,
    ) => {
      rmSync(join(dataDir, HELD), { force: true });
      const place = { dataDir, efiUrl: house.provider.url, companyId: house.companyId };
      const moment: PayingMoment = { ...place, now: start + minutes * MINUTE, does, ...more };
      const held = async () => existsSync(join(dataDir, HELD));
      const isThere = end ?? (more.holdsAt ? held : undefined);
      return runUntil({
        entry: join(import.meta.dir, 'crash/paying-desk.ts'),
        env: { PAYING: JSON.stringify(moment) },
        end: isThere && { what: does, isThere },
      });
    };
    const charges = () => read(`select status, reference from charges order by id`);
    const due = () => read(`select due_date as due from companies where id = ${house.companyId}`)[0]?.due;
    const stands = () => [
      charges().map(({ status }) => status),
      read('select status from invoices').map(({ status }) => status),
      new Date(Number(due())).toISOString().slice(0, 10),
      read(`select key from mails where key like 'billing:paid%'`).length,
    ];
    const cobs = async () => (await house.provider.ask<{ cobs: { txid: string }[] }>('cobs')).cobs;

    // Killed while the provider, which has made the charge, does not answer.
    await house.provider.fails({ path: '/v2/cob/', how: 'silent' });
    await live(0, 'ask', {}, async () => (await cobs()).length > 0);
    expect(stands()).toEqual([['asking'], ['open'], '2026-03-20', 0]);
    const txid = String(charges()[0]?.reference);
    expect((await cobs()).map((cob) => cob.txid)).toEqual([txid]);

    await house.provider.ask('pay', { txid });
    // Killed at the commit of what the sweep has read, and of what a notice has said.
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
  2 * MINUTE,
);

const read = (sql: string) => lookAtPlatform<Record<string, string | number>>(dataDir, sql);
