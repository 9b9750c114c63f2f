import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { emailOf, PASSWORD } from '@test/support/people.ts';
import { LocalConnection } from '@/core/db/driver/local-connection.ts';
import { type AuthFixture, createAuthFixture } from '../auth-fixture.test-support.ts';

let on: AuthFixture;
beforeAll(async () => {
  on = await createAuthFixture();
});
afterAll(() => on.testApp.stop());

const body = { email: emailOf('ana'), password: PASSWORD };
const signIn = async (cookie: string) => {
  const reply = await on.call('POST', '/auth/login', { body, cookie });
  expect(reply.status).toBe(200);
  return (reply.headers.getSetCookie().find((line) => line.startsWith('did=')) ?? '').split(';')[0] ?? '';
};

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const values = spyOn(LocalConnection.prototype, 'values');
  await work();
  const statements = values.mock.calls.map(([sql]) => sql);
  values.mockRestore();
  return statements;
}

const named = (sql: string) => sql.replace(/^(\w+)(?: .*?(?:from|into))? "(\w+)".*$/s, '$1 $2');

test('a sign-in on a known device takes twelve prepared statements', async () => {
  const device = await signIn('');
  await signIn(device);
  const statements = await statementsOf(() => signIn(device));
  expect(statements.map(named)).toEqual([
    'select logins',
    'select devices',
    'select users',
    'select devices',
    'update devices',
    'delete sessions',
    'select sessions',
    'insert sessions',
    'select sessions',
    'select users',
    'select user_queues',
    'select settings',
  ]);
});

test('it finds devices and sessions by index, however many the server knows', async () => {
  const device = await signIn('');
  const { client } = on.testApp.kernel.platform;
  const statements = await statementsOf(() => signIn(device));
  const ofPlatform = statements.filter((sql) => /"(devices|sessions|logins)"/.test(sql));
  expect(ofPlatform).toHaveLength(8);
  for (const sql of ofPlatform) {
    const { rows } = await client.execute(
      `EXPLAIN QUERY PLAN ${sql}`,
      sql.match(/\?/g)?.map(() => 1),
    );
    expect(rows.map(({ detail }) => String(detail)).filter((detail) => detail.startsWith('SCAN'))).toEqual(
      [],
    );
  }
});
