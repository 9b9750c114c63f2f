import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as schema from '@db/tenant/schema/index.ts';
import {
  campaigns,
  chats,
  connections,
  contactListItems,
  contactLists,
  contacts,
  queues,
  tags,
  tickets,
  users,
  webhooks,
} from '@db/tenant/schema/index.ts';
import type { TestApp } from '@test/support/deps.ts';
import { createFilledApp } from '@test/support/fixtures.ts';
import { turnsOf } from '@test/support/loop-turns.ts';
import { eq, getTableName, sql } from 'drizzle-orm';
import type { Scope } from '../scope.ts';
import { tablesIn } from './annotations.ts';
import { deleteInParts } from './delete-in-parts.ts';

const MANY = 2_000;
const [FIRST, SECOND] = [901, 902];
/** Tables whose deletion cascades to rows of the work. */
const PARENTS = {
  campaigns,
  chats,
  connections,
  contacts,
  contactLists,
  queues,
  tags,
  tickets,
  users,
  webhooks,
};
let testApp: TestApp;
let scope: Scope;
beforeAll(async () => {
  ({ testApp } = await createFilledApp());
  scope = await testApp.systemScope();
});
afterAll(() => testApp.stop());

const numbers = (many = MANY) =>
  sql.raw(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})`);

async function listOf(id: number): Promise<void> {
  await scope.write(async (tx) => {
    await tx.db.run(
      sql`insert into contact_lists (id, name, search_name) values (${id}, ${`Lista ${id}`}, ${`lista ${id}`})`,
    );
    await tx.db.run(
      sql`${numbers()} insert into contact_list_items (list_id, name, search_name, number) select ${id}, 'x', 'x', 5511000000000 + n.i from n`,
    );
  });
}

const listsOf = async () =>
  (await scope.db.query.contactLists.findMany()).map(({ id }) => id).filter((id) => id >= FIRST);
const itemsOf = (listId: number) => scope.db.$count(contactListItems, eq(contactListItems.listId, listId));

test('deletes a large list completely while yielding to other work', async () => {
  await listOf(FIRST);
  await listOf(SECOND);
  const turns = await turnsOf(() => scope.write((tx) => deleteInParts(tx, contactLists, FIRST)));
  expect(turns).toBeGreaterThanOrEqual(MANY / 250);
  expect([await itemsOf(FIRST), await itemsOf(SECOND), await listsOf()]).toEqual([0, MANY, [SECOND]]);
});

test('rolls back completely when a later step fails', async () => {
  const failed = scope.write(async (tx) => {
    await deleteInParts(tx, contactLists, SECOND);
    throw new Error('afterwards');
  });
  await expect(failed).rejects.toThrow('afterwards');
  expect([await itemsOf(SECOND), await listsOf()]).toEqual([MANY, [SECOND]]);
});

const NO = new Error('rolled back');
/** All rows after `change`, which is then rolled back. */
async function after(change: (tx: Scope) => Promise<unknown>): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  const undone = scope.write(async (tx) => {
    await change(tx);
    for (const table of tablesIn(schema)) rows[getTableName(table)] = await tx.db.select().from(table);
    throw NO;
  });
  await undone.catch((error) => expect(error).toBe(NO));
  return rows;
}

test.each(Object.entries(PARENTS))(
  'leaves the same rows as a plain SQLite delete: %s',
  async (_name, table) => {
    const [row] = await scope.db.select({ id: table.id }).from(table);
    const id = row?.id ?? 0;
    expect(id).toBeGreaterThan(0);
    const native = await after((tx) => tx.db.delete(table).where(eq(table.id, id)));
    expect(native).not.toEqual(await after(async () => undefined));
    expect(await after((tx) => deleteInParts(tx, table, id))).toEqual(native);
  },
);
