import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { Hono } from 'hono';
import { AppError } from '../errors.ts';
import { mayWork, signedIn, signedInAnyway, signedInToPay } from './authenticate.ts';
import type { Ctx, Env } from './env.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await createTestDesk();
});
afterAll(() => desk.stop());

/** How often a request asks whether the company may work, and what its page is told. */
async function ask(door: typeof signedIn, refusal?: 'ERR_COMPANY_DISABLED' | 'ERR_SUBSCRIPTION_EXPIRED') {
  const { actor } = await desk.scopeOf('ana');
  if (actor.kind !== 'user') throw new Error('ana is a person');
  let asked = 0;
  const identify = {
    byCookie: async () => actor,
    byBearer: async () => actor,
    async requireActive() {
      asked += 1;
      if (refusal) throw new AppError(refusal);
    },
  };
  let told: boolean | undefined;
  const tell = async (c: Ctx) => {
    told = await mayWork(c, actor);
    return c.text('');
  };
  const app = new Hono<Env>()
    .use(async (c, next) => {
      c.set('kernel', desk.kernel);
      c.set('identify', identify);
      c.set('locale', 'pt');
      c.set('log', desk.kernel.log);
      await next();
    })
    .get('/', door, (c) => tell(c as Ctx));
  // The error page has the frame of a page too.
  app.onError((_error, c) => tell(c as Ctx));
  await app.request('/', { headers: { Cookie: 'sid=x' } });
  return { asked, told };
}

test('a page asks once whether its company may work, whatever its door', async () => {
  for (const door of [signedIn, signedInToPay, signedInAnyway]) {
    expect(await ask(door)).toEqual({ asked: 1, told: true });
    expect(await ask(door, 'ERR_SUBSCRIPTION_EXPIRED')).toEqual({ asked: 1, told: false });
    expect(await ask(door, 'ERR_COMPANY_DISABLED')).toEqual({ asked: 1, told: false });
  }
});
