import { afterAll, beforeAll, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { createRandom } from '@test/support/random.ts';
import { expectTotals, type Total } from '@test/support/totals.ts';
import { sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';

const CHANGES = 400;
const IDS = [1, 2, 3, 4];

let testApp: TestApp;
let scope: Scope;
beforeAll(async () => {
  testApp = await createTestApp();
  scope = await testApp.systemScope();
  await scope.write(async (tx) => {
    for (const table of ['ticket_tags', 'tickets', 'tags', 'queues', 'users'])
      await tx.db.run(sql.raw(`delete from ${table}`));
    for (const id of IDS) {
      await tx.db.run(sql`insert into tags (id, name, search_name, color, kanban)
        values (${id}, ${`Tag ${id}`}, ${`tag ${id}`}, '#000000', ${id % 2})`);
      await tx.db.run(
        sql`insert into queues (id, name, color) values (${id}, ${`Queue ${id}`}, ${`#00000${id}`})`,
      );
      await tx.db.run(sql`insert into users (id, name, email, password_hash, profile)
        values (${id}, ${`User ${id}`}, ${`user${id}@aurora.test`}, 'x', 'user')`);
      await tx.db.run(
        sql`insert into contacts (name, number) values (${`Person ${id}`}, ${`5511970000${id}`})`,
      );
    }
  });
});
afterAll(() => testApp.stop());

const TOTALS: Total[] = [
  [
    'tags',
    'select tag_id, tickets from tag_totals where tickets <> 0 order by 1',
    'select tag_id, count(*) from ticket_tags group by 1 order by 1',
  ],
  [
    'the board',
    'select tag_id, status, queue_id, user_id, tickets from kanban_totals where tickets <> 0 order by 1, 2, 3, 4',
    `select tag_id, status, queue_id, user_id, count(*) from (
       select tags.id as tag_id, status, queue_id, user_id from tickets, ticket_tags, tags
         where ticket_id = tickets.id and tag_id = tags.id and kanban = 1
       union all select null, status, queue_id, user_id from tickets where not exists (
         select 1 from ticket_tags, tags where ticket_id = tickets.id and tag_id = tags.id and kanban = 1))
     where status <> 'closed' group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  ],
];

test('triggers keep totals of tags and of the board right through any change', async () => {
  const { below, one: pick } = createRandom(28);
  const id = () => pick(IDS);
  const idOrNull = () => pick(['null', ...IDS]);
  const status = () => pick(['pending', 'open', 'closed']);
  const ticket = () => `(select id from tickets order by uuid limit 1 offset ${below(12)})`;
  const changes = [
    () => `insert into tickets (uuid, contact_id, status, queue_id, user_id)
      select '${crypto.randomUUID()}', min(id), '${status()}', ${idOrNull()}, ${idOrNull()} from contacts`,
    () => `update tickets set status = '${status()}' where id = ${ticket()}`,
    () => `update tickets set queue_id = ${idOrNull()}, user_id = ${idOrNull()} where id = ${ticket()}`,
    () => `update tickets set updated_at = 1, status = status where id = ${ticket()}`,
    () =>
      `insert or ignore into ticket_tags (ticket_id, tag_id) select ${ticket()}, ${id()} where ${ticket()} is not null`,
    () => `insert or ignore into ticket_tags (ticket_id, tag_id) select id, ${id()} from tickets`,
    () => `delete from ticket_tags where ticket_id = ${ticket()} and tag_id = ${id()}`,
    () => `delete from ticket_tags where ticket_id = ${ticket()}`,
    () => `delete from tickets where id = ${ticket()} and ${below(3)} = 0`,
    () => `update tags set kanban = 1 - kanban where id = ${id()}`,
  ];
  const run = async (change: string) => {
    await scope.write((tx) => tx.db.run(sql.raw(change)));
    await expectTotals(scope, TOTALS, change);
  };
  for (let n = 0; n < CHANGES; n += 1) await run(pick(changes)());
  await run(
    'insert or ignore into ticket_tags (ticket_id, tag_id) select tickets.id, tags.id from tickets, tags',
  );
  await run('update tags set kanban = 1');
  await run('delete from queues where id = 2');
  await run('delete from users where id = 2');
  await run('delete from tags where id = 2');
  await run('delete from tags');
  await run('delete from tickets');
});
