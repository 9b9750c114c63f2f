import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type AuthDesk, createAuthDesk, MINUTE } from './auth-desk.test-support.ts';

let auth: AuthDesk;
beforeEach(async () => {
  auth = await createAuthDesk();
});
afterEach(() => auth.desk.stop());

for (const hours of [3, -3, 24 * 365, -24 * 365]) {
  test(`a clock that is set by ${hours} h neither shortens nor lengthens the wait at the door`, async () => {
    const { clock } = auth.desk;
    for (let n = 0; n < 10; n += 1) expect((await auth.signIn('ana', 'falsch falsch')).status).toBe(401);
    expect((await auth.signIn('ana')).status).toBe(429);
    clock.now = new Date(clock.now.getTime() + hours * 60 * MINUTE);
    expect((await auth.signIn('ana')).status).toBe(429);
    clock.advance(MINUTE);
    expect((await auth.signIn('ana')).status).not.toBe(429);
  });
}
