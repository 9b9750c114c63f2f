import { expect, test } from 'bun:test';
import { tags } from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { eq, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from './prepared-statement.ts';

const renamed = tenantStatement((db) =>
  db
    .update(tags)
    .set({ name: parameter('name') })
    .where(eq(tags.id, sql.placeholder('tagId'))),
);

test('a parameter without a value is refused, and null is NULL', async () => {
  const testApp = await createTestApp();
  const { db } = await testApp.systemScope();
  for (const values of [{ name: 'nova' }, { tagId: 1 }])
    expect(async () => renamed(db, values)).toThrow('no value for the parameter');
  await renamed(db, { name: 'nova', tagId: null });
  await testApp.stop();
});
