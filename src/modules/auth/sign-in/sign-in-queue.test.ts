import { afterAll, beforeAll, expect, test } from 'bun:test';
import { emailOf, PASSWORD } from '@test/support/people.ts';
import { type AuthFixture, createAuthFixture } from '../auth-fixture.test-support.ts';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await createAuthFixture();
});
afterAll(() => auth.testApp.stop());

const NETWORKS = 200;
const stranger = (n: number) =>
  auth.call('POST', '/auth/login', {
    body: { email: `person${n}@nowhere.test`, password: PASSWORD },
    from: n % 2 ? `2001:db8:1:${n.toString(16)}::1` : `2001:db8:${n.toString(16)}::1`,
  });

test('known devices and reauthentication are not delayed by distributed guessing', async () => {
  const first = await auth.signIn('bia');
  const device = first.headers.getSetCookie().find((one) => one.startsWith('did='));
  const ana = await auth.testApp.as('ana');
  const order: string[] = [];
  const strangers = Array.from({ length: NETWORKS }, async (_, n) => {
    const reply = await stranger(n);
    order.push(reply.status === 401 ? 'tried' : 'refused');
    return reply;
  });
  const again = auth
    .call('POST', '/auth/login', {
      body: { email: emailOf('bia'), password: PASSWORD },
      cookie: device?.split(';')[0],
      from: '198.51.100.7',
    })
    .then((reply) => {
      order.push('bia');
      return reply;
    });
  const proof = ana.json('POST', '/auth/proof', { proof: PASSWORD }).then((reply) => {
    order.push('ana');
    return reply;
  });
  expect([(await again).status, (await proof).status]).toEqual([200, 204]);
  const replies = await Promise.all(strangers);
  expect(Math.max(order.indexOf('bia'), order.indexOf('ana'))).toBeLessThan(order.lastIndexOf('tried'));
  const refused = replies.filter(({ status }) => status !== 401);
  expect(refused.length).toBeGreaterThan(NETWORKS / 2);
  for (const { status, body, headers } of refused)
    expect({ status, error: body.error, wait: Number(headers.get('Retry-After')) > 0 }).toEqual({
      status: 429,
      error: expect.stringMatching(/^ERR_(SIGN_IN_BUSY|RATE_LIMITED)$/) as never,
      wait: true,
    });
});

test('the sign-in page explains too many sign-ins and preserves the e-mail', async () => {
  const strangers = Array.from({ length: 100 }, (_, n) => stranger(1_000 + n));
  const [late] = await Promise.all([
    auth.testApp.app.fetch(
      new Request('http://desk.test/login', {
        method: 'POST',
        headers: {
          Accept: 'text/html',
          Host: 'desk.test',
          'Content-Type': 'application/x-www-form-urlencoded',
          'Accept-Language': 'pt',
        },
        body: `email=late%40nowhere.test&password=${encodeURIComponent(PASSWORD)}`,
      }),
      { peer: '192.0.2.1' },
    ),
    ...strangers,
  ]);
  const html = await late?.text();
  expect([late?.status, Number(late?.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  expect(html).toContain('late@nowhere.test');
  expect(html).toMatch(/Muitas pessoas estão entrando neste momento|Muitas tentativas/);
});
