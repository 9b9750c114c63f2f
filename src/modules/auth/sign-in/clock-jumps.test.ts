import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type AuthFixture, createAuthFixture, MINUTE } from '../auth-fixture.test-support.ts';

let auth: AuthFixture;
beforeEach(async () => {
  auth = await createAuthFixture();
});
afterEach(() => auth.testApp.stop());

for (const hours of [3, -3, 24 * 365, -24 * 365]) {
  test(`a clock change of ${hours} h does not alter the throttle wait`, async () => {
    const { clock } = auth.testApp;
    for (let n = 0; n < 10; n += 1) expect((await auth.signIn('ana', 'falsch falsch')).status).toBe(401);
    expect((await auth.signIn('ana')).status).toBe(429);
    clock.now = new Date(clock.now.getTime() + hours * 60 * MINUTE);
    expect((await auth.signIn('ana')).status).toBe(429);
    clock.advance(MINUTE);
    expect((await auth.signIn('ana')).status).not.toBe(429);
  });
}
