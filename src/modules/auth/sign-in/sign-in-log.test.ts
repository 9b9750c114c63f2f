import { afterAll, expect, test } from 'bun:test';
import { auditEntries } from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { emailOf, PASSWORD } from '@test/support/people.ts';
import { createLog } from '@/core/log.ts';
import { switchOn } from '@/modules/factors/factors.test-support.ts';

type Line = { msg: string; level: number; way?: string; ways?: string[]; userId?: number; address?: string };

const text: string[] = [];
const log = createLog('info', { write: (line) => void text.push(line) });
const testApp = await createTestApp({ log });
afterAll(() => testApp.stop());

const lines = (message: string) =>
  text.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === message);
const TYPED = 'minha outra senha secreta';

async function tryAs(email: string, password: string, code?: string): Promise<number> {
  const { status } = await (await testApp.as()).json('POST', '/auth/login', { email, password, code });
  testApp.clock.advance(60_000);
  return status;
}

test('logs every failed sign-in with account and address, never the input', async () => {
  const { bia } = testApp.people.userId;
  const { secret } = await switchOn(testApp, await testApp.as('bia'));
  text.length = 0;
  await tryAs(emailOf('bia'), TYPED);
  await tryAs('ninguem@aurora.test', TYPED);
  await tryAs(emailOf('bia'), PASSWORD, '000000');
  await tryAs(emailOf('bia'), PASSWORD, 'nocodeatal');
  await (await testApp.as()).part('POST', '/login/passkey', { credential: '{}' });
  await (await testApp.as()).json('POST', '/forgetpsw/reset', {
    ...{ email: emailOf('bia'), token: '12345678', password: TYPED, newPassword: TYPED },
  });
  const headers = { Accept: 'application/json', Authorization: 'Bearer bal_wrong' };
  await (await testApp.as()).raw('/api/v1/tags', { headers });
  const found = lines('a sign-in failed').map(({ way, userId, address }) => [way, userId, address]);
  expect(found).toEqual([
    ['password', bia, '127.0.0.1'],
    ['password', undefined, '127.0.0.1'],
    ['code', bia, '127.0.0.1'],
    ['code', bia, '127.0.0.1'],
    ['passkey', undefined, '127.0.0.1'],
  ]);
  expect(lines('an access token was refused')).toHaveLength(1);
  const all = text.join('');
  for (const typed of [TYPED, 'ninguem', '000000', 'nocodeatal', 'bal_wrong', secret])
    expect(all).not.toContain(typed);
});

test('logs a successful sign-in with its methods', async () => {
  text.length = 0;
  expect(await tryAs(emailOf('rui'), PASSWORD)).toBe(200);
  const [line] = lines('somebody signed in');
  expect([line?.ways, line?.userId]).toEqual([['password'], testApp.people.userId.rui]);
});

test('limits failure logs by the throttle and audit entries to ten an hour', async () => {
  text.length = 0;
  const tries = 40;
  const guard = await testApp.as();
  for (let n = 0; n < tries; n += 1)
    await guard.json('POST', '/auth/login', { email: emailOf('caio'), password: TYPED });
  await testApp.settle();
  const failed = lines('a sign-in failed').length;
  expect(failed).toBe(10);
  expect(lines('refused')).toHaveLength(tries - failed);
  const rows = await (await testApp.systemScope()).db.select().from(auditEntries);
  const ofCaio = rows.filter(
    ({ action, personId }) => action === 'session.failed' && personId === testApp.people.userId.caio,
  );
  expect(ofCaio.length).toBeLessThanOrEqual(10);
});
