import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mails } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { until } from '@test/support/until.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { postMail } from './mail.service.ts';
import { MAX_SEND_MS, MailFailure } from './mail-transport.client.ts';
import { createMailRounds } from './send-mails.jobs.ts';

type Answer = PromiseWithResolvers<void>;

let testApp: TestApp;
let sends: { to: string; answer: Answer }[];

beforeAll(async () => {
  testApp = await createTestApp();
  testApp.kernel.services.mailTransport = {
    check: async () => undefined,
    send({ to }) {
      const answer = Promise.withResolvers<void>();
      sends.push({ to, answer });
      return answer.promise;
    },
  };
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  sends = [];
  await testApp.kernel.platform.write((tx) => tx.delete(mails));
});

const post = (recipient: string) =>
  postMail(platformScope(testApp.kernel), {
    ...{ kind: 'passwordReset:changed', key: recipient, recipient, language: 'pt', companyId: null },
    values: { name: 'Marta' },
  });
const sendsTo = (recipient: string) => sends.filter(({ to }) => to === recipient);
const sent = (count: number) => until(`send ${count}`, () => sends.length >= count);
const rows = () => testApp.kernel.platform.db.select().from(mails).orderBy(mails.id);

test('a mail that the server takes as long as it may is not sent by the next worker', async () => {
  await post('slow@x.test');
  await post('quick@x.test');
  const round = createMailRounds(testApp.kernel)();
  await sent(2);
  testApp.clock.advance(MAX_SEND_MS);
  await post('next@x.test');
  sendsTo('quick@x.test')[0]?.answer.resolve();
  await sent(3);
  expect(sends[2]?.to).toBe('next@x.test');
  for (const { answer } of sends) answer.resolve();
  await round;
  expect(sends).toHaveLength(3);
  expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
});

for (const [kind, later] of [
  ['refused', 'sent'],
  ['down', 'waiting'],
] as const)
  test(`a try that ends '${kind}' after another began changes nothing (${later})`, async () => {
    await post('a@x.test');
    const [first, second] = [createMailRounds(testApp.kernel), createMailRounds(testApp.kernel)];
    const old = first();
    await sent(1);
    testApp.clock.advance(10 * MAX_SEND_MS);
    const other = second();
    await sent(2);
    if (later === 'sent') {
      sends[1]?.answer.resolve();
      await other;
    }
    const before = await rows();
    sends[0]?.answer.reject(new MailFailure(kind, 'too late'));
    await old;
    expect(await rows()).toEqual(before);
    sends[1]?.answer.resolve();
    await other;
    expect(await rows()).toMatchObject([{ status: 'sent', tries: 2 }]);
  });

test('a temporary refusal is repeated after the retry delay, not after the claim', async () => {
  await post('a@x.test');
  const round = createMailRounds(testApp.kernel);
  const first = round();
  await sent(1);
  sends[0]?.answer.reject(new MailFailure('later', 'not now'));
  await first;
  testApp.clock.advance(15_000);
  const second = round();
  await sent(2);
  sends[1]?.answer.resolve();
  await second;
  expect(await rows()).toMatchObject([{ status: 'sent', tries: 2 }]);
});
