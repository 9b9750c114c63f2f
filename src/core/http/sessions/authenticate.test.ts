import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { Hono } from 'hono';
import { AppError, CompanyExpired } from '../../errors.ts';
import type { Ctx, Env } from '../env.ts';
import { mayWork, signedIn, signedInAnyway, signedInEvenExpired } from './authenticate.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

async function ask(guard: typeof signedIn, refusal?: 'ERR_COMPANY_DISABLED' | 'ERR_SUBSCRIPTION_EXPIRED') {
  const { actor } = await testApp.scopeOf('ana');
  if (actor.kind !== 'user') throw new Error('ana is a person');
  let asked = 0;
  const identify = {
    byCookie: async () => actor,
    byBearer: async () => actor,
    async requireActive() {
      asked += 1;
      if (refusal === 'ERR_SUBSCRIPTION_EXPIRED') throw new CompanyExpired(refusal);
      if (refusal) throw new AppError(refusal);
    },
  };
  let reported: boolean | undefined;
  const notify = async (c: Ctx) => {
    reported = await mayWork(c, actor);
    return c.text('');
  };
  const app = new Hono<Env>()
    .use(async (c, next) => {
      c.set('kernel', testApp.kernel);
      c.set('identify', identify);
      c.set('locale', 'pt');
      c.set('log', testApp.kernel.log);
      await next();
    })
    .get('/', guard, (c) => notify(c as Ctx));
  app.onError((_error, c) => notify(c as Ctx));
  await app.request('/', { headers: { Cookie: 'sid=x' } });
  return { asked, reported };
}

test('a page checks its company’s access once with every guard', async () => {
  for (const guard of [signedIn, signedInEvenExpired, signedInAnyway]) {
    expect(await ask(guard)).toEqual({ asked: 1, reported: true });
    expect(await ask(guard, 'ERR_SUBSCRIPTION_EXPIRED')).toEqual({ asked: 1, reported: false });
    expect(await ask(guard, 'ERR_COMPANY_DISABLED')).toEqual({ asked: 1, reported: false });
  }
});
