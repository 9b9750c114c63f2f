import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { createRandom } from '@test/support/random.ts';
import { expectTotals, type Total } from '@test/support/totals.ts';
import { sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';

const CHANGES = 300;
const LISTS = [1, 2, 3];

let testApp: TestApp;
let scope: Scope;
beforeAll(async () => {
  testApp = await createTestApp();
  scope = await testApp.systemScope();
  await scope.write(async (tx) => {
    for (const id of LISTS) {
      await tx.db.run(sql`insert into contact_lists (id, name) values (${id}, ${`List ${id}`})`);
      await tx.db.run(sql`insert into campaigns (id, name) values (${id}, ${`Campaign ${id}`})`);
    }
  });
});
afterAll(() => testApp.stop());

const TOTALS: Total[] = [
  [
    'lists',
    'select list_id, items, unchecked, valid from contact_list_totals where items <> 0 order by 1',
    `select list_id, count(*), sum(is_on_whatsapp is null), count(*) filter (where is_on_whatsapp = 1)
       from contact_list_items group by 1 order by 1`,
  ],
  [
    'campaigns',
    'select campaign_id, state, n, requested, confirmed, replied, new_contacts from campaign_totals where n <> 0 order by 1, 2',
    `select campaign_id, state, count(*), count(confirmation_requested_at), count(confirmed_at), count(replied_at), sum(is_new_contact)
       from campaign_shippings group by 1, 2 order by 1, 2`,
  ],
  [
    'sends by minute',
    'select campaign_id, minute, sends from campaign_minutes where sends <> 0 order by 1, 2',
    `select campaign_id, coalesce(confirmation_requested_at, delivered_at) / 60000 as minute, count(*)
       from campaign_shippings where minute is not null group by 1, 2 order by 1, 2`,
  ],
  [
    'replies by minute',
    'select campaign_id, minute, replies from campaign_minutes where replies <> 0 order by 1, 2',
    `select campaign_id, replied_at / 60000 as minute, count(*)
       from campaign_shippings where minute is not null group by 1, 2 order by 1, 2`,
  ],
];

test('triggers keep totals of lists and campaigns right through any change', async () => {
  const { below, one: pick } = createRandom(27);
  const list = () => pick(LISTS);
  const valid = () => pick(['null', '0', '1']);
  const moment = () => pick(['null', String(1_760_000_000_000 + below(10) * 60_000)]);
  const state = () => pick(['waiting', 'asked', 'delivered', 'failed', 'skipped']);
  const number = () => `55119${80_000_000 + below(60)}`;
  const id = () => `(select id from campaign_shippings order by number limit 1 offset ${below(20)})`;
  const item = () => `(select id from contact_list_items order by number limit 1 offset ${below(20)})`;
  const insertItem = () =>
    `insert or ignore into contact_list_items (list_id, name, number, is_on_whatsapp) values (${list()}, 'A', '${number()}', ${valid()})`;
  const insertShipping = () =>
    `insert or ignore into campaign_shippings (campaign_id, name, number, state, delivered_at, replied_at) values (${list()}, 'A', '${number()}', '${state()}', ${moment()}, ${moment()})`;
  const changes = [
    insertItem,
    () => `update contact_list_items set is_on_whatsapp = ${valid()} where id = ${item()}`,
    () => `update or ignore contact_list_items set list_id = ${list()} where id = ${item()}`,
    () => `delete from contact_list_items where id = ${item()}`,
    insertShipping,
    () => `update campaign_shippings set state = '${state()}' where id = ${id()}`,
    () =>
      `update campaign_shippings set confirmation_requested_at = ${moment()}, confirmed_at = ${moment()}, is_new_contact = ${below(2)} where id = ${id()}`,
    () =>
      `update campaign_shippings set delivered_at = ${moment()}, replied_at = ${moment()} where id = ${id()}`,
    () => `delete from campaign_shippings where id = ${id()}`,
  ];
  for (let n = 0; n < CHANGES; n += 1) {
    const change = pick(changes)();
    await scope.write((tx) => tx.db.run(sql.raw(change)));
    await expectTotals(scope, TOTALS, change);
  }
  for (const change of ['delete from contact_lists where id = 2', 'delete from campaigns where id = 2']) {
    await scope.write((tx) => tx.db.run(sql.raw(change)));
    await expectTotals(scope, TOTALS, change);
  }
  const left = await scope.db.values(sql`select 1 from campaign_totals where campaign_id = 2`);
  expect(left).toEqual([]);
});
